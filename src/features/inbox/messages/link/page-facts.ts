import { blobOf, type ParserSource } from '../../../../core/parsers/contract'

/** A page's metadata: Open Graph first, then its title and description. */
export interface PageFacts {
  title: string
  description: string
  site: string
  /** As written in the page; may be a relative URL. */
  image: string
}

/** Reads the page with HTMLRewriter, which holds only the current chunk in memory. Runs in a parser worker. */
export async function readPageFacts(source: ParserSource): Promise<PageFacts> {
  const metaTags = new Map<string, string>()
  let title = ''
  const reader = new HTMLRewriter()
    .on('meta', {
      element(meta) {
        const name = (meta.getAttribute('property') ?? meta.getAttribute('name') ?? '').toLowerCase()
        const content = meta.getAttribute('content')
        if (content && !metaTags.has(name)) metaTags.set(name, plain(content))
      },
    })
    .on('title', {
      text({ text }) {
        if (title.length < 1000) title += text
      },
    })
  await reader.transform(new Response(blobOf(source))).text()
  const first = (...names: string[]) => names.map((name) => metaTags.get(name)).find(Boolean) ?? ''
  return {
    title: first('og:title', 'twitter:title') || plain(title),
    description: first('og:description', 'twitter:description', 'description'),
    site: first('og:site_name'),
    image: first('og:image', 'og:image:url', 'twitter:image'),
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Decodes HTML entities. The result is only shown as text, never as HTML. */
const plain = (text: string) =>
  text.replace(/&(#x?[\da-f]{1,6}|\w{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' '
  })
