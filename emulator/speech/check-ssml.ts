/** Voice and words of an SSML document. */
export interface CheckedSsml {
  voice: string
  words: string
}

/** Voices that the stand-in has; the real service has hundreds. */
const voices = [
  ...['Francisca', 'Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Giovanna', 'Humberto', 'Julio', 'Leila'],
  ...['Leticia', 'Manuela', 'Nicolau', 'Thalita', 'Valerio', 'Yara'],
].map((name) => `pt-BR-${name}Neural`)

const namespace = 'http://www.w3.org/2001/10/synthesis'
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads an SSML document of one voice element as the service does; a text instead of a document is the reason of its
 * refusal. Other elements of SSML are not understood.
 */
export function checkSsml(document: string): CheckedSsml | string {
  const [, tag = '', content = ''] = /^\s*<speak\b([^>]*)>([\s\S]*)<\/speak>\s*$/.exec(document) ?? []
  return checkRoot(tag) ?? checkVoice(content)
}

function checkRoot(tag: string): string | null {
  const root = attributesOf(tag)
  if (root === null) return 'SSML is not well-formed XML.'
  if (root.version !== '1.0' || !root['xml:lang'])
    return 'SSML requires speak with the attributes version and xml:lang.'
  return root.xmlns === undefined || root.xmlns === namespace ? null : `SSML has an unknown namespace ${root.xmlns}.`
}

function checkVoice(content: string): CheckedSsml | string {
  const [, tag = '', escaped = ''] = /^\s*<voice\b([^>]*)>([^<]*)<\/voice>\s*$/.exec(content) ?? []
  const name = attributesOf(tag)?.name
  if (!name) return 'SSML must contain one voice element with a name.'
  if (!voices.includes(name)) return `Unsupported voice ${name}.`
  const words = unescapeXml(escaped)
  return words === null ? 'SSML is not well-formed XML.' : { voice: name, words }
}

/** Attributes of a tag; null for anything else in it. */
function attributesOf(text: string): Record<string, string> | null {
  const attributes: Record<string, string> = {}
  const rest = text.replace(/\s([\w:]+)=(?:"([^"<]*)"|'([^'<]*)')/g, (_, name, double, single) => {
    attributes[name] = unescapeXml(double ?? single) ?? ''
    return ''
  })
  return rest.trim() === '' ? attributes : null
}

/** The text without escapes; null for a `&` without a known entity, and for characters that XML does not allow. */
function unescapeXml(text: string): string | null {
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) return null
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text)) return null
  return text.replace(/&(\w+);/g, (_, name) => entities[name] as string)
}
