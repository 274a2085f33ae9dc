import { log } from '../../../core/log'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { failedText } from '../../../shared/bot/texts'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { assertIdsExist, assertSeesQueue } from '../../inbox/tickets/state/checks'
import { companyLanguage } from '../../platform/company/language'
import type { SentDelivery, Source } from '../../platform/deliveries/source'
import { enqueueTicketPush } from '../../platform/push/enqueue'
import { IntegrationFailure } from '../integrations/failure'
import { recordFailure, recordSuccess } from '../integrations/last-failure'
import { findIntegrationRow, type IntegrationRow } from '../integrations/read'
import { readWebhookAnswer, type WebhookAnswer } from '../integrations/webhook/answer'
import type { AnswerAction } from '../integrations/webhook/answer-action'
import { integrationSource } from '../integrations/webhook/delivery-source'
import type { ProgramAnswer } from './program'
import { continueAnswer } from './send'
import { findSession, type Session } from './session'

/** Integrations that answer by the response to a delivery: n8n and webhook. */
export const answeringIntegrations: Source = {
  ...integrationSource,
  async answered(scope, delivery, { text }) {
    const answer = usableAnswer(text)
    const failure = failureOf(answer)
    await recordAnswer(scope, delivery, failure)
    const conversation = await findConversation(scope, delivery)
    if (conversation && answer instanceof IntegrationFailure) await failSession(scope, conversation)
    else if (conversation && !(answer instanceof IntegrationFailure))
      await applyAnswer(scope, conversation, answer, delivery)
    return failure && 'notUnderstood'
  },
  /** The first failed attempt leaves the ticket to people; the delivery is tried again without them. */
  async failed(scope, delivery, { error, status }) {
    const integration = await findIntegrationRow(scope, delivery.sourceId)
    if (integration) await recordFailure(scope, integration, new IntegrationFailure(error, status))
    const conversation = await findConversation(scope, delivery)
    if (conversation) await failSession(scope, conversation)
  },
  async givenUp(scope, delivery) {
    const conversation = await findConversation(scope, delivery)
    if (conversation) await failSession(scope, conversation)
  },
}

interface Conversation {
  session: Session
  integration: IntegrationRow
}

/** The program's answer, or why it cannot be used. */
function usableAnswer(text: string): WebhookAnswer | IntegrationFailure {
  try {
    return readWebhookAnswer(text) ?? new IntegrationFailure('answer')
  } catch (error) {
    if (error instanceof IntegrationFailure) return error
    throw error
  }
}

/** Failure of an answer that is of no or of partial use; null for one that is understood. */
function failureOf(answer: WebhookAnswer | IntegrationFailure): IntegrationFailure | null {
  if (answer instanceof IntegrationFailure) return answer
  return answer.isUnderstood ? null : new IntegrationFailure('notUnderstood')
}

/** Stores on the integration whether it answers, for its admins. */
async function recordAnswer(
  scope: Scope,
  { id, sourceId, ticketId }: SentDelivery,
  failure: IntegrationFailure | null,
) {
  const integration = await findIntegrationRow(scope, sourceId)
  if (!integration) return
  if (!failure) return recordSuccess(scope, integration)
  const about = { companyId: scope.companyId, ticketId, integrationId: sourceId, deliveryId: id }
  log.warn({ ...about, fault: failure.fault }, 'the answer of an integration was not understood')
  await recordFailure(scope, integration, failure)
}

const begunAt = hot<{ id: number }>()((db, p) => db.select('attendances').select('createdAt').where('id', '=', p('id')))

/** The session that the delivery belongs to; undefined after an agent took the ticket, and in a later session. */
async function findConversation(scope: Scope, delivery: SentDelivery): Promise<Conversation | undefined> {
  const { ticketId, sourceId, body } = delivery
  const session = ticketId === null ? undefined : await findSession(scope, ticketId)
  if (session?.program.kind !== 'integration' || session.program.id !== sourceId) return undefined
  const attendance = await scope.db.first(begunAt, { id: session.attendanceId })
  if (!attendance || parseJson<{ createdAt: string }>(body).createdAt < attendance.createdAt) return undefined
  const integration = await findIntegrationRow(scope, sourceId)
  return integration && { session, integration }
}

/** An answer without words and action leaves the conversation open; agents are told of the message. */
async function applyAnswer(
  scope: Scope,
  { session, integration }: Conversation,
  { messages, action }: WebhookAnswer,
  { messageId }: SentDelivery,
) {
  if (messages.length === 0 && action === null) {
    if (messageId !== null) await enqueueTicketPush(scope, messageId)
    return
  }
  const receiver = action === null ? null : await receiverOf(scope, session, action)
  const isEnd = action?.type === 'stop' || receiver !== null
  const end = action?.type === 'close' ? 'closed' : isEnd ? 'people' : undefined
  const answer: ProgramAnswer = { speaker: integration.name, says: messages, state: session.state, ...receiver }
  await continueAnswer(scope, session, { ...answer, ...(end && { end }) }, { isDue: false })
}

/** Queue and user of a transfer when both are of the company and the user sees the queue; else null. */
async function receiverOf(scope: Scope, { ticket }: Session, { type, queueId, userId }: AnswerAction) {
  if (type !== 'transfer' || (queueId === null && userId === null)) return null
  try {
    await assertIdsExist(scope, { queueId, userId })
    if (userId !== null) await assertSeesQueue(scope, userId, queueId ?? ticket.queueId)
    return { ...(queueId !== null && { queueId }), ...(userId !== null && { userId }) }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function failSession(scope: Scope, { session, integration }: Conversation) {
  const text = integration.typebotUnknownMessage.trim() || failedText(await companyLanguage(scope))
  const answer: ProgramAnswer = { speaker: integration.name, says: [{ text }], state: null, end: 'failed' }
  await continueAnswer(scope, session, answer, { isDue: false })
}
