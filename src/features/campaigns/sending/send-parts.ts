import { WaitFor } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { type Ack, ack } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { overConnection } from '../../../whatsapp/open-connection'
import { findContactByNumber } from '../../contacts/contacts/identify'
import { isOptedOut } from '../../contacts/opt-outs/among'
import { contentOf } from '../../inbox/messages/send/deliver'
import { findLiveTicket } from '../../inbox/tickets/find'
import { storeLeavingMessage } from '../answers/campaign-message'
import type { CampaignPart } from '../campaign/content'
import { isRunning } from './claim'
import type { Turn } from './next-recipient'

/**
 * Result of a recipient's messages: all accepted; refused with WhatsApp's code; the transport failed, with messages that
 * may have arrived or not; cancelled between two of them; the person opted out before the first one left.
 */
export type Sent =
  | { result: 'sent' }
  | { result: 'refused'; code: string }
  | { result: 'transport' }
  | { result: 'cancelled' }
  | { result: 'optedOut' }

const partsOf = hot<{ recipientId: number }>()((db, p) =>
  db
    .select('campaign_parts')
    .select(['id', 'part', 'waId', 'ack', 'error', 'proto', 'messageId'])
    .where('recipientId', '=', p('recipientId'))
    .orderBy('part'),
)
type PartRow = NonNullable<(typeof partsOf)['row']>
const partById = hot<{ id: number }>()((db, p) =>
  db.select('campaign_parts').select(['ack', 'error', 'messageId']).where('id', '=', p('id')),
)
const setProto = hot<{ id: number; proto: Uint8Array; now: string }>()((db, p) =>
  db
    .update('campaign_parts')
    .set({ proto: p('proto'), createdAt: p('now') })
    .where('id', '=', p('id'))
    .returning('messageId'),
)
const setMessageProto = hot<{ id: number; proto: Uint8Array }>()((db, p) =>
  db
    .update('messages')
    .set({ proto: p('proto') })
    .where('id', '=', p('id')),
)
const setTicket = hot<{ id: number; ticketId: number }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ ticketId: p('ticketId') })
    .where('id', '=', p('id')),
)

/**
 * Sends a recipient's messages in their order, each after WhatsApp accepted the one before. A second run continues at the
 * first message without an answer, under the same id, so that WhatsApp shows it once (ADR 0009).
 * @throws WaitFor while the number is away
 */
export async function sendParts(scope: Scope, turn: Turn, whatsappId: number, parts: CampaignPart[]): Promise<Sent> {
  for (const row of await scope.db.run(partsOf, { recipientId: turn.recipient.id })) {
    const content = parts[row.part]
    if (row.ack >= ack.sent || content === undefined) continue
    // The turn may have been taken hours ago, before the number was away; after the first message the rest is left out.
    if (await isOptedOut(scope, turn.recipient.number)) return { result: row.part > 0 ? 'sent' : 'optedOut' }
    const sent = await sendPart(scope, turn, whatsappId, row, content)
    if (sent.result !== 'sent') return sent
  }
  return { result: 'sent' }
}

async function sendPart(scope: Scope, turn: Turn, whatsappId: number, row: PartRow, part: CampaignPart): Promise<Sent> {
  const { recipient } = turn
  if (!(await beginPart(scope, turn, whatsappId, row, part))) return { result: 'cancelled' }
  const { file } = part
  const content = await contentOf(scope, {
    body: part.body,
    path: file?.file.path ?? null,
    mime: file?.file.mime ?? null,
    originalName: file?.file.originalName ?? null,
    mediaType: file?.mediaType ?? 'chat',
    detail: file ? JSON.stringify(file.detail) : null,
  })
  const written = (proto: Uint8Array) => storeProto(scope, row.id, proto)
  const outbound = { waId: row.waId, jid: recipient.jid, content, quoted: null, written }
  try {
    await overConnection(scope, whatsappId, (open) => scope.ports.whatsapp.send(open, outbound))
  } catch (error) {
    if (error instanceof WaitFor || !(error instanceof AppError)) throw error
    if (error.code !== 'ERR_SENDING_WAPP_MSG') throw error
    return afterFailure(scope, row.id)
  }
  return afterAnswer(scope, row.id)
}

/** Stores the message in the live ticket of the recipient, if there is one. False when the campaign was cancelled. */
const beginPart = (outer: Scope, turn: Turn, whatsappId: number, row: PartRow, { body, file }: CampaignPart) =>
  outer.transaction(async (scope) => {
    const { campaign, recipient } = turn
    if (!(await isRunning(scope, campaign.id))) return false
    if (row.messageId !== null) return true
    const contact = await findContactByNumber(scope, recipient.number)
    const ticket = contact && (await findLiveTicket(scope, { contactId: contact.id, whatsappId }))
    if (!ticket) return true
    const { mediaType = 'chat', detail = null } = file ?? {}
    await storeLeavingMessage(scope, ticket, {
      ...{ id: row.id, waId: row.waId, ack: 0, proto: null, body, mediaType, detail },
      mediaId: file?.file.id ?? null,
      createdAt: new Date().toISOString(),
    })
    await scope.db.run(setTicket, { id: recipient.id, ticketId: ticket.id })
    return true
  })

/** Stores the encoded message as it leaves: the recipient's phone may ask for it again before WhatsApp has answered. */
const storeProto = (outer: Scope, id: number, proto: Uint8Array) =>
  outer.transaction(async (scope) => {
    const stored = await scope.db.first(setProto, { id, proto, now: new Date().toISOString() })
    if (stored?.messageId != null) await scope.db.run(setMessageProto, { id: stored.messageId, proto })
  })

/** WhatsApp's answer to a message: `onAcks` has stored it. */
async function afterAnswer(scope: Scope, id: number): Promise<Sent> {
  const part = await scope.db.first(partById, { id })
  return part?.ack === -1 ? { result: 'refused', code: part.error ?? 'ERR_SENDING_WAPP_MSG' } : { result: 'sent' }
}

/** The answer may have come although the sending failed, such as for one of a person's devices. */
async function afterFailure(scope: Scope, id: number): Promise<Sent> {
  const part = await scope.db.first(partById, { id })
  if (part?.ack === -1) return afterAnswer(scope, id)
  return part && (part.ack as Ack) >= ack.sent ? { result: 'sent' } : { result: 'transport' }
}
