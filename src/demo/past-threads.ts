import type { Bubble, WireMedia } from '../../emulator/control/control-api'
import type { Platform } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'
import type { MessageDetail } from '../features/inbox/messages/model'
import type { MediaType } from '../shared/enums'
import { parseJson } from '../shared/json'

const kinds: Partial<Record<MediaType, Bubble['kind']>> = {
  chat: 'text',
  image: 'image',
  video: 'video',
  audio: 'audio',
  application: 'document',
  sticker: 'sticker',
  locationMessage: 'location',
  contactMessage: 'contact',
}
const maxMessages = 4000

const selectMessages = (platform: Platform, companyId: CompanyId) =>
  platform
    .tenant(companyId)
    .select('messages')
    .innerJoin('contacts', 'contacts.id', 'messages.contactId')
    .leftJoin('media', 'media.id', 'messages.mediaId')
    .select([
      'messages.id',
      'messages.waId',
      'messages.fromMe',
      'messages.body',
      'messages.mediaType',
      'messages.detail',
    ])
    .select(['messages.isDeleted', 'messages.quotedWaId', 'messages.createdAt', 'contacts.lid', 'contacts.number'])
    .select(['media.sha256', 'media.size', 'media.mime', 'media.originalName'])
    .where('contacts.isGroup', '=', 0)
    .orderBy('messages.id', 'desc')
    .limit(maxMessages)
type Row = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

/**
 * Returns the past messages that the simulated phones show, by the customer's number: the last 4000 messages of the
 * company's own tables, so that phones and product agree after a restart. @param owner number of the company's phone
 */
export async function loadPastThreads(
  platform: Platform,
  companyId: CompanyId,
  owner: string,
  customers: Iterable<{ number: string; lid: string }>,
): Promise<Map<string, Bubble[]>> {
  const numbers = new Map(
    [...customers].flatMap(({ number, lid }) => [[number, number] as const, [lid, number] as const]),
  )
  const threads = new Map<string, Bubble[]>()
  const byRow = new Map<number, Bubble>()
  for (const row of (await selectMessages(platform, companyId).execute()).reverse()) {
    const phone = numbers.get(row.number ?? '') ?? numbers.get(row.lid ?? '')
    if (phone === undefined) continue
    const thread = threads.get(phone) ?? []
    const quoted = row.quotedWaId ? thread.find(({ id }) => id === row.quotedWaId) : undefined
    const bubble = { ...bubbleOf(row, phone, owner), quoted: quoted && { id: quoted.id, text: quoted.text } }
    thread.push(bubble)
    threads.set(phone, thread)
    byRow.set(row.id, bubble)
  }
  const reactions = await platform
    .tenant(companyId)
    .select('reactions')
    .select(['messageId', 'sender', 'emoji'])
    .execute()
  for (const { messageId, sender, emoji } of reactions)
    byRow.get(messageId)?.reactions.push({ mine: sender !== 'me', emoji })
  return threads
}

function bubbleOf(row: Row, phone: string, owner: string): Bubble {
  const mine = row.fromMe === 0
  const kind = kinds[row.mediaType] ?? 'other'
  const at = Date.parse(row.createdAt)
  const sides = { mine, with: owner, from: mine ? phone : owner, ticks: mine ? ('delivered' as const) : undefined }
  return {
    id: row.waId,
    at,
    kind,
    ...sides,
    ...bodyOf(row, phone),
    deleted: row.isDeleted === 1,
    reactions: [],
    past: true,
  }
}

function bodyOf(row: Row, phone: string): Pick<Bubble, 'text' | 'location' | 'contact' | 'media'> {
  const { latitude = 0, longitude = 0, seconds, voice, fileName } = parseJson<MessageDetail>(row.detail ?? '{}')
  if (row.mediaType === 'locationMessage') return { location: { latitude, longitude } }
  if (row.mediaType === 'contactMessage') return { contact: { name: row.body, vcard: '' } }
  const text = row.body === fileName || row.mediaType === 'sticker' ? undefined : row.body || undefined
  if (row.sha256 === null) return { text }
  const url = `/control/media/${phone}/${row.waId}`
  const about = { seconds, voiceNote: voice, fileName: fileName ?? row.originalName ?? undefined }
  const media: WireMedia = { url, sha256: row.sha256, size: row.size ?? 0, mimetype: row.mime ?? undefined, ...about }
  return { text, media }
}

/** Returns bytes and type of the file of a past message, or undefined when it has none. */
export async function loadPastFile(platform: Platform, companyId: CompanyId, waId: string) {
  const row = await platform
    .tenant(companyId)
    .select('messages')
    .innerJoin('media', 'media.id', 'messages.mediaId')
    .select(['media.path', 'media.mime'])
    .where('messages.waId', '=', waId)
    .executeTakeFirst()
  if (!row) return undefined
  const bytes = await Bun.file(await platform.ports.media.locate(row.path)).bytes()
  return { bytes, mimetype: row.mime }
}
