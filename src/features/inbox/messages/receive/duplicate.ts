import type { Scope } from '../../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import type { MediaStatus, MediaType } from '../../../../shared/enums'
import { parseJson } from '../../../../shared/json'
import type { InboundMessage } from '../../../../whatsapp/received'
import { enqueueMediaDownload } from '../../../platform/media/enqueue-download'
import { publishMessage } from '../publish-message'
import { refreshPreview } from '../read/latest'
import type { StoredDetail } from '../read/read'
import type { Received } from './listener'

const columns = ['id', 'ticketId', 'contactId', 'participant', 'mediaType', 'detail', 'ack', 'isEdited'] as const

const outboundMessage = hot<{ whatsappId: number; waId: string }>()((db, p) =>
  db
    .select('messages')
    .select(columns)
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('fromMe', '=', 1),
)
const inboundMessage = hot<{ whatsappId: number; waId: string; contactId: number }>()((db, p) =>
  db
    .select('messages')
    .select(columns)
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('contactId', '=', p('contactId'))
    .where('fromMe', '=', 0),
)
export type ExistingMessage = NonNullable<(typeof outboundMessage)['row']>

/**
 * Returns the outbound message of this id. Ids chosen by the server or by the linked phone are unique per connection.
 */
export const findOutboundMessage = (
  scope: Scope,
  whatsappId: number,
  waId: string,
): Promise<ExistingMessage | undefined> => scope.db.first(outboundMessage, { whatsappId, waId })

/**
 * Returns a contact's message of this id. The contact is part of the key, because two phones may choose the same id.
 */
export const findInboundMessage = (
  scope: Scope,
  whatsappId: number,
  waId: string,
  contactId: number,
): Promise<ExistingMessage | undefined> => scope.db.first(inboundMessage, { whatsappId, waId, contactId })

const inboundIds = hot<{ whatsappId: number; waIds: ListParameter }>()((db, p) =>
  db
    .select('messages')
    .select(['contactId', 'waId'])
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', 'in', inTexts(p('waIds')))
    .where('fromMe', '=', 0),
)

/** Names a message among those of customers on one connection. */
export const chatKey = (contactId: number, waId: string) => `${contactId}/${waId}`

/** Returns the keys (`chatKey`) of the messages that are stored already. */
export async function findStoredInbound(
  scope: Scope,
  whatsappId: number,
  messages: readonly Received[],
): Promise<Set<string>> {
  const waIds = listOf(messages.map(({ item }) => item.waId))
  const stored = await scope.db.run(inboundIds, { whatsappId, waIds })
  return new Set(stored.map(({ contactId, waId }) => chatKey(contactId, waId)))
}

const updatePlaceholder = hot<{
  id: number
  body: string
  mediaType: MediaType
  mediaStatus: MediaStatus | null
  detail: string | null
  quotedWaId: string | null
  proto: Uint8Array
  now: string
}>()((db, p) =>
  db
    .update('messages')
    .set({
      body: p('body'),
      mediaType: p('mediaType'),
      mediaStatus: p('mediaStatus'),
      detail: p('detail'),
      quotedWaId: p('quotedWaId'),
      proto: p('proto'),
      updatedAt: p('now'),
    })
    .where('id', '=', p('id')),
)

const bodyOf = hot<{ id: number }>()((db, p) => db.select('messages').select('body').where('id', '=', p('id')))

/**
 * Replaces a "waiting for this message" placeholder by its content, in the same row; any other message stays unchanged.
 * An edit that arrived before the content stays: its text, or the mark of one that could not be read. Returns true when
 * it replaced one.
 */
export async function fillPlaceholder(
  scope: Scope,
  whatsappId: number,
  existing: ExistingMessage,
  item: InboundMessage,
  now: string,
): Promise<boolean> {
  if (item.stub || !isWaiting(existing)) return false
  const edited = existing.isEdited === 1 ? await scope.db.first(bodyOf, { id: existing.id }) : undefined
  await scope.db.run(updatePlaceholder, {
    id: existing.id,
    body: edited?.body ?? item.body,
    mediaType: item.mediaType,
    mediaStatus: item.media ? 'pending' : null,
    detail: filledDetail(existing, item),
    quotedWaId: item.quoted?.waId ?? null,
    proto: item.proto,
    now,
  })
  await refreshPreview(scope, existing.id)
  if (item.media) await enqueueMediaDownload(scope, existing.id, whatsappId)
  await publishMessage(scope, existing.id)
  return true
}

function filledDetail({ detail }: ExistingMessage, item: InboundMessage): string | null {
  const { onPhone } = parseJson(detail ?? '{}') as StoredDetail
  const filled = { ...item.detail, ...(onPhone && { onPhone }) }
  return item.detail || onPhone ? JSON.stringify(filled) : null
}

const isWaiting = ({ mediaType, detail }: ExistingMessage) =>
  mediaType === 'unsupported' && detail !== null && (parseJson(detail) as StoredDetail).waiting === true
