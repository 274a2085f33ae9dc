import type { proto } from '@whiskeysockets/baileys'
import { plannedTime, toNumber } from './field-values'
import { TextLines } from './text-lines'

/** Text of an invitation to a group or channel: name, the sender's words, and the link that accepts it. */
export function inviteText(part: proto.Message.IGroupInviteMessage): string {
  const link = part.inviteCode ? `https://chat.whatsapp.com/${part.inviteCode}` : ''
  return new TextLines().add(part.groupName).add(part.caption).add(link).toString()
}

export const channelText = (part: proto.Message.INewsletterAdminInviteMessage): string =>
  new TextLines().add(part.newsletterName).add(part.caption).toString()

/** Text of a set of stickers: name, author, the sender's words, description. */
export const stickerPackText = (part: proto.Message.IStickerPackMessage): string =>
  new TextLines().add(part.name).add(part.publisher).add(part.caption).add(part.packDescription).toString()

/** Text and time of a planned call. */
export const plannedCall = (part: proto.Message.IScheduledCallCreationMessage) => ({
  body: new TextLines().add(part.title).toString(),
  detail: {
    event: { startsAt: plannedTime(toNumber(part.scheduledTimestampMs) / 1000), going: 0, maybe: 0, notGoing: 0 },
  },
})

/** Fields whose texts are for programs; of all others the text is shown. */
const technical =
  /(?:^|[a-z])(?:Id|ID|Jid|Token|Hash|Path|Mimetype|Url|URL)$|^(?:id|jid|token|url|mimetype|contextInfo|codeLanguage)$/
/** Maximum depth and number of values that `allText` reads. */
const maxDepth = 8
const maxValues = 2_000

/** Links of which the text is for people. */
const opened = new Set(['tapLinkUrl', 'sourceUrl', 'videoUrl'])

/**
 * All texts of a part for which no reader orders them, such as an answer of Meta's assistant, in the order of their
 * fields; links of pictures are left out, those that a person opens are not.
 */
export function allText(part: object): string {
  const reading = { lines: new TextLines(), left: maxValues }
  addAll(reading, '', part, 0)
  return reading.lines.toString()
}

interface Reading {
  lines: TextLines
  left: number
}

function addAll(reading: Reading, name: string, value: unknown, depth: number) {
  if (reading.left-- <= 0 || depth > maxDepth || reading.lines.isFull) return
  if (typeof value === 'string') {
    if (opened.has(name) || !technical.test(name)) reading.lines.add(value)
  } else for (const [inner, each] of entriesOf(name, value)) addAll(reading, inner, each, depth + 1)
}

/** Values of a list, which keep its name, or of a part; none of bytes, numbers and data about the message. */
function entriesOf(name: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || name === 'contextInfo') return []
  if (Array.isArray(value)) return value.slice(0, maxValues).map((each) => [name, each])
  return Object.entries(value).slice(0, maxValues)
}
