// Page text: what a page says, as plain text. Its scripts are never run, what it hides is left out, and nothing in it is structure.

import { addAll } from '../../rules/lists.js'
import { visibleText } from '../../text/clean.js'

export interface PageText {
  readonly title: string
  readonly text: string
}

/** What is used of a parsed page; the library's types want those of a browser. */
interface PageNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<PageNode>
  getAttribute?(name: string): string | null
}
interface PageTree {
  querySelectorAll(selector: string): Iterable<{ remove(): void }>
}

/** The longest text that is kept of a page. */
export const longestPage = 1_000_000

/** Undefined for what is no text. */
export async function pageText(body: Buffer, type: string, url: URL): Promise<PageText | undefined> {
  const [kind = ''] = type.toLowerCase().split(';')
  const media = kind.trim()
  if (!isTextual(media, body)) return undefined
  const source = decoded(body, type)
  if (!isHtml(media, source)) return { title: '', text: cleaned(source) }
  return htmlText(source, url)
}

function isTextual(media: string, body: Buffer): boolean {
  if (media === '') return !body.subarray(0, 1_000).includes(0)
  return /^text\/|^application\/(json|xml|xhtml\+xml|javascript|yaml|x-yaml)$|\+(json|xml)$/.test(media)
}

function isHtml(media: string, source: string): boolean {
  return /html/.test(media) || (media === '' && /^\s*<(!doctype html|html)/i.test(source))
}

/** By what the server says, else what the page says of itself, else UTF-8. A wrong name must not lose the page. */
function decoded(body: Buffer, type: string): string {
  const head = body.subarray(0, 2_000).toString('latin1')
  const [, named] =
    /charset\s*=\s*["']?([\w-]+)/i.exec(type) ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? []
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body)
  } catch {
    return new TextDecoder('utf-8').decode(body)
  }
}

/** Less than this is not what the page is about: then all that is visible counts. */
const tooLittle = 200

async function htmlText(source: string, url: URL): Promise<PageText> {
  const [{ parseHTML }, { Readability }] = await Promise.all([
    import('linkedom'),
    import('@mozilla/readability'),
  ])
  const { document } = parseHTML(whole(source))
  const title = cleaned(document.querySelector('title')?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
  withoutHidden(document)
  const all = textOf(document.body, url)
  const article = readable(() => new Readability(document, { keepClasses: false }).parse())
  if (!article?.content) return { title, text: all }
  const { document: clean } = parseHTML(`<html><body>${article.content}</body></html>`)
  const text = textOf(clean.body, url)
  return { title: title || cleaned(article.title ?? ''), text: text.length < tooLittle ? all : text }
}

/** Pages may leave out the tags of their frame, which the parser does not add as a browser does. */
function whole(source: string): string {
  return /<body[\s>]/i.test(source)
    ? source
    : `<!doctype html><html><head></head><body>${source}</body></html>`
}

/** A page that the reader cannot make sense of is still a page. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const hidden =
  'title,script,style,noscript,template,iframe,object,embed,svg,canvas,[hidden],[aria-hidden="true"],[style*="display:none"],[style*="display: none"],[style*="visibility:hidden"],[style*="visibility: hidden"]'

/** What a reader does not see must not be told to a model. */
function withoutHidden(document: PageTree): void {
  for (const one of [...document.querySelectorAll(hidden)]) one.remove()
}

const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)

/** Without recursion: a page may be nested as deep as it likes. */
function textOf(root: PageNode | null, url: URL): string {
  const parts: string[] = []
  const stack: (PageNode | string)[] = root ? [root] : []
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') parts.push(node)
    else if (node.nodeType === 3) parts.push((node.textContent ?? '').replace(/\s+/g, ' '))
    else if (node.nodeType === 1) {
      const name = node.nodeName.toLowerCase()
      const ends = blocks.has(name) ? '\n' : name === 'td' || name === 'th' ? ' ' : ''
      if (ends === '\n') parts.push('\n')
      stack.push(`${linkOf(node, name, url)}${ends}`)
      addAll(stack, [...node.childNodes].toReversed())
    }
  }
  return cleaned(parts.join(''))
}

/** ` (address)` behind the words of a link that leads elsewhere. */
function linkOf(node: PageNode, name: string, url: URL): string {
  const href = name === 'a' ? node.getAttribute?.('href') : null
  if (!href || href.startsWith('#') || !URL.canParse(href, url.href)) return ''
  const target = new URL(href, url)
  return /^https?:$/.test(target.protocol) ? ` (${target.href.slice(0, 500)})` : ''
}

function cleaned(text: string): string {
  return visibleText(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n[ \t]+/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
