// Copies: how a file was before this meeting replaced it.

import type { Analysis } from './analysis.js'

/** A copy first: nothing that was there, or that the person wrote since, is replaced without one. */
export async function copyFirst(analysis: Analysis, files: readonly string[]): Promise<void> {
  const { meeting, copies, copied } = analysis
  await moveUnreadable(analysis, files)
  const before = `.parley/before/${meeting.id}`
  const made: string[] = []
  for (const file of files) {
    const text = copies.get(file)
    if (text === undefined) continue
    const number = (copied.get(file) ?? 0) + 1
    copied.set(file, number)
    copies.delete(file)
    const name = `${file}${number === 1 ? '' : `.${number}`}`
    await meeting.write(`${before}/${name}`, text)
    made.push(name)
  }
  if (made.length > 0)
    await meeting.note('notice', {
      degree: 'INFO',
      text: `${made.join(', ')}: copies of how they were are in ${before}.`,
    })
}

/** What cannot be read as text is moved as it is, byte for byte, before a document takes its place. */
async function moveUnreadable(analysis: Analysis, files: readonly string[]): Promise<void> {
  const { meeting, folder, unreadable } = analysis
  const before = `.parley/before/${meeting.id}`
  const names = files.filter((file) => unreadable.has(file))
  if (names.length === 0) return
  await meeting.act('existing', async ({ files: disk }) => {
    await disk.makeFolder(before)
    // Safe to run again after a crash.
    for (const name of names) await disk.rename(`${folder}/${name}`, `${before}/${name}`)
    return names
  })
  for (const name of names) unreadable.delete(name)
  await meeting.note('notice', {
    degree: 'WARNING',
    text: `${names.join(', ')} could not be read as text and counts as not there. As it was, it is in ${before}.`,
  })
}
