import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { upsertContact } from '../../contacts/contacts/identify'
import { findEarlierResult, type IdempotentRequest, storeRequest } from '../../inbox/messages/send/idempotency'
import { createOutboundMessages } from '../../inbox/messages/send/send'
import { readTicketOfNumber } from '../../inbox/messages/send/ticket-and-request'
import type { TicketRow } from '../../inbox/tickets/read'
import { closeTicket } from '../../inbox/tickets/state/change'
import { saveStream } from '../../platform/media/files'
import { type PreparedFile, prepareFile } from '../../platform/media/prepare'
import { addressOf, type CustomerAddress, findContactAddress } from './address'
import type { ApiClient } from './authenticate'
import { connectionOf } from './connection'
import type { ApiAnswer, ApiMessage } from './model'
import { ticketForApiMessage } from './ticket'

/**
 * Stores a program's message: contact, ticket, message, job and idempotency key in one transaction.
 * @throws ERR_EMPTY_MESSAGE, ERR_TOO_LARGE, ERR_NO_QUEUE_FOUND, ERR_IDEMPOTENCY_REUSED, and as connectionOf and addressOf
 */
export async function sendByApi(client: ApiClient, content: ApiMessage, key?: string): Promise<ApiAnswer> {
  const { scope } = client
  const body = content.body ?? ''
  const medias = content.medias ?? []
  if (medias.length === 0 && body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
  if (medias.length > 0 && body.length > limits.caption.max) throw new AppError('ERR_VALIDATION', { fields: ['body'] })
  const connection = await connectionOf(client, content.whatsappId)
  const address = await addressOf(scope, connection, content.number)
  const files = await prepareAll(scope, medias)
  const request = key ? { key, content: requestText(content, address, files) } : undefined
  const accept = (scope: Scope) => storeApiMessage(scope, connection.whatsappId, { content, address, files, request })
  try {
    const { isRepeat, ...answer } = await scope.transaction(accept)
    if (isRepeat) await removeFiles(scope, files)
    return { mensagem: 'Mensagem enviada', ...answer }
  } catch (error) {
    await removeFiles(scope, files)
    throw error
  }
}

/** Returns the same text for equal requests; files count by their SHA-256. */
const requestText = ({ body, queueId, closeTicket }: ApiMessage, { number }: CustomerAddress, files: PreparedFile[]) =>
  [number, queueId, closeTicket === true, ...files.map(({ file }) => file.sha256), body].join('\n')

/** Owner of a program's idempotency keys: the negative connection id, distinct from user ids. */
export const keyOwnerOf = (whatsappId: number) => -whatsappId

interface Accepted {
  content: ApiMessage
  address: CustomerAddress
  files: PreparedFile[]
  request: IdempotentRequest | undefined
}

async function storeApiMessage(scope: Scope, whatsappId: number, { content, address, files, request }: Accepted) {
  const owner = keyOwnerOf(whatsappId)
  const { number } = address
  const read = await readTicketOfNumber(scope, { number, whatsappId }, { owner, key: request?.key ?? null })
  const earlier = request && (!read || read.isRepeat) && (await findEarlierResult(scope, owner, request))
  if (earlier) return { messageId: earlier.messageIds[0] as number, ticketId: earlier.ticketId, isRepeat: true }
  const ticket = await ticketFor(scope, whatsappId, { content, address, found: read?.ticket })
  const draft = { body: content.body ?? '', quotedId: null, files }
  const messages = await createOutboundMessages(scope, ticket, draft, { origin: 'api', userId: null, senderName: '' })
  const messageId = messages[0]?.id as number
  if (request) await storeRequest(scope, owner, request, messages)
  if (content.closeTicket) await closeTicket(scope, ticket.id, 'api') // without the connection's closing text
  return { messageId, ticketId: ticket.id, isRepeat: false }
}

/** The ticket found by the number; without one, and for a message with a queue, as `ticketForApiMessage`. */
async function ticketFor(scope: Scope, whatsappId: number, { content, address, found }: ForTicket) {
  const queueId = content.queueId ?? null
  if (found && queueId === null) return found
  const { id: contactId } = await contactOf(scope, address)
  return ticketForApiMessage(scope, { contactId, whatsappId }, queueId)
}
type ForTicket = Pick<Accepted, 'content' | 'address'> & { found: TicketRow | undefined }

/** The contact of a number, created when it is new. */
export const contactOf = async (scope: Scope, { number, jid }: CustomerAddress) =>
  (await findContactAddress(scope, number)) ??
  (await upsertContact(scope, { number, lid: null, jid, isGroup: false }, ''))

async function prepareAll(scope: Scope, medias: File[]): Promise<PreparedFile[]> {
  const prepared: PreparedFile[] = []
  try {
    for (const media of medias) {
      const file = await saveStream(scope, media.stream(), media.name, limits.apiFile)
      prepared.push(await prepareFile(scope, file, true, {}))
    }
    return prepared
  } catch (error) {
    await removeFiles(scope, prepared)
    throw error
  }
}

const removeFiles = (scope: Scope, files: PreparedFile[]) =>
  Promise.all(files.map(({ file }) => scope.ports.media.remove(file.path)))
