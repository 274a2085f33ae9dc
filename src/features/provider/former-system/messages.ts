import type { MediaType } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import type { DumpRow } from './dump'
import type { FormerFiles } from './files'
import type { Losses } from './losses'
import type { SortedLines } from './sorted-lines'
import type { TicketPlace } from './tickets'
import { countOf, flagOf, textOf, timeOf } from './values'

/** Types of the former products that have another name here. */
const typesHere: Record<string, MediaType> = {
  image: 'image',
  imageMessage: 'image',
  audio: 'audio',
  audioMessage: 'audio',
  ptt: 'audio',
  video: 'video',
  videoMessage: 'video',
  gif: 'video',
  sticker: 'sticker',
  stickerMessage: 'sticker',
  application: 'application',
  document: 'application',
  documentMessage: 'application',
  call_log: 'call_log',
}

/**
 * Messages of one company, collected in any order and given back in that of their times. The id of each is in memory,
 * to leave out repeated ones: about 150 MB for a million messages.
 */
export class FormerMessages {
  private readonly taken = new Set<string>()

  constructor(
    private readonly lines: SortedLines,
    private readonly files: FormerFiles,
    private readonly losses: Losses,
  ) {}

  get count() {
    return this.lines.count
  }

  /** Adds a message of a ticket. A message with the id of another in the same chat is left out. */
  add(row: DumpRow, place: TicketPlace) {
    const waId = textOf(row, 'wid', 'id').slice(0, 200)
    const fromMe = flagOf(row, 'fromMe')
    const key = `${place.whatsappId} ${waId} ${fromMe} ${place.contactId}`
    if (!waId || this.taken.has(key)) return this.losses.add('messageRepeated')
    this.taken.add(key)
    const createdAt = timeOf(row, 'createdAt', new Date(0).toISOString())
    const line = { ...this.contentOf(row), ...placeOf(place), ...stateOf(row, fromMe), waId, createdAt }
    this.lines.add(Date.parse(createdAt), JSON.stringify(line))
  }

  /** Lines of the archive with their ids. */
  *inOrder(): Generator<string> {
    let id = 0
    for (const line of this.lines.inOrder()) yield `{"id":${++id},${line.slice(1)}\n`
  }

  remove() {
    this.lines.remove()
  }

  private contentOf(row: DumpRow) {
    const body = (row.body ?? '').replaceAll('\0', '').toWellFormed().slice(0, limits.messageBody.max)
    const address = textOf(row, 'mediaUrl')
    if (!address) return { body, mediaType: 'chat' }
    const file = this.files.find(address)
    if (!file) this.losses.add('fileMissing')
    const mediaType = typesHere[textOf(row, 'mediaType')] ?? 'application'
    return { body, mediaType, mediaId: file?.id ?? null, mediaStatus: file ? 'ready' : 'failed' }
  }
}

const placeOf = ({ id, contactId, whatsappId }: TicketPlace) => ({ ticketId: id, contactId, whatsappId })

/** Acks of the former products are those of WhatsApp Web: 0 to 4, as here; received messages have none here. */
function stateOf(row: DumpRow, fromMe: boolean) {
  const ack = Math.min(countOf(row, 'ack'), 4)
  return {
    fromMe: fromMe ? 1 : 0,
    origin: fromMe ? 'phone' : 'customer',
    ack: fromMe ? Math.max(ack, 1) : 0,
    read: fromMe || flagOf(row, 'read') ? 1 : 0,
    isDeleted: flagOf(row, 'isDeleted') ? 1 : 0,
    isEdited: flagOf(row, 'isEdited') ? 1 : 0,
    participant: textOf(row, 'participant').slice(0, 100),
  }
}
