// Dates and slugs as they stand in file names. They are checked for shape only, so that no name can lead to another folder.

export type NameVerdict = { kind: 'fit' } | { kind: 'unfit'; reason: string }

export function isDate(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)
}

export function isSlug(text: string): boolean {
  return text !== '' && !text.startsWith('.') && !/\.\.|[/\\]|[\u0000-\u001f\u007f]/.test(text)
}

export function judgeNames(date: string, slug: string): NameVerdict {
  if (!isDate(date)) return { kind: 'unfit', reason: `date must be YYYY-MM-DD (got: '${date}')` }
  if (isSlug(slug)) return { kind: 'fit' }
  return {
    kind: 'unfit',
    reason: `slug must not be empty, start with '.', or hold '..' or '/' (got: '${slug}')`,
  }
}

/** Lower-case ASCII letters and digits; every run of anything else is one dash, none at either end. */
export function slugOf(text: string, longest: number): string {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const dashed = lower.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '')
  return dashed.slice(0, longest).replace(/-$/, '')
}
