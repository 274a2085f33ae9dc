import { BoundedCache } from '../../../core/bounded-cache'
import { html as markup } from '../../../shared/html'
import type { Look } from './model'

/** Pages by their look, of which a provider has a few. */
const kept = new BoundedCache<string, { text: string; etag: string }>(20)

/**
 * Puts the look into the page, so that its first picture has the right name, colour and icon: the title, and the JSON of
 * `Look` in a meta element that the interface reads (ui/lib/look.ts). `etag` changes with the look. The same
 * look returns the same object.
 */
export function pageWithLook(html: string, etag: string, look: Look): { text: string; etag: string } {
  const json = JSON.stringify(look)
  const key = `${etag} ${json}`
  const known = kept.get(key)
  if (known) return known
  const meta = markup`<meta name="look" content="${json}" />`.text
  const title = markup`<title>${look.name}</title>`.text
  const named = look.name ? html.replace(/<title>[^<]*<\/title>/, () => title) : html
  const text = named.replace('</head>', () => `${meta}</head>`)
  const hash = new Bun.CryptoHasher('sha256').update(key).digest('hex').slice(0, 16)
  const made = { text, etag: `${etag}-${hash}` }
  kept.set(key, made)
  return made
}
