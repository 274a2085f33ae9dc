import { log } from '../../../../core/log'
import type { Scope } from '../../../../core/scope'
import { invalidOptionText } from '../../../../shared/bot/texts'
import { assertIdsExist, assertSeesQueue } from '../../../inbox/tickets/state/checks'
import { companyLanguage } from '../../../platform/company/language'
import type { ProgramAnswer, ProgramRequest, ProgramSay } from '../../programs/program'
import { customerFileUrl } from '../customer-file'
import { fetchFiles } from '../fetch-file'
import type { IntegrationRow } from '../read'
import { joinTexts, readCustomer } from '../read-request'
import { converse, readTypebotState, type TypebotSettings } from './converse'
import type { Bubble, Control } from './reply'

/** A Typebot with the name under which it speaks: an integration, or a node of a flow. */
export type Typebot = Pick<
  IntegrationRow,
  | 'name'
  | 'urlN8N'
  | 'typebotSlug'
  | 'typebotExpires'
  | 'typebotDelayMessage'
  | 'typebotKeywordFinish'
  | 'typebotKeywordRestart'
  | 'typebotRestartMessage'
  | 'typebotUnknownMessage'
>
type Request = Omit<ProgramRequest, 'programId'>

/** Has a Typebot answer a customer. @throws IntegrationFailure */
export async function answerWithTypebot(scope: Scope, row: Typebot, request: Request): Promise<ProgramAnswer> {
  const customer = await readCustomer(scope, request)
  const turn = await converse(scope.ports.outside, await settingsOf(scope, row), {
    text: joinTexts(request),
    files: await filesOf(scope, request),
    state: readTypebotState(request.state),
    variables: { number: customer.number, pushName: customer.name, remoteJid: request.ticket.waJid },
    now: Date.now(),
  })
  const about = { companyId: scope.companyId, ticketId: request.ticket.id }
  if (!turn.isUnderstood) log.warn(about, 'a bubble of a Typebot has no known shape and was left out')
  const says = await toSays(scope, turn.bubbles)
  const answer = { speaker: row.name, says, state: turn.state }
  if (turn.end === 'finished') return { ...answer, end: 'closed' }
  const receiver = turn.control && (await receiverOf(scope, request, turn.control))
  if (receiver) return { ...answer, ...receiver, end: 'people' }
  return turn.end === 'ended' || turn.control?.stopBot ? { ...answer, end: 'people' } : answer
}

/** Addresses of the customer's files since the last answer, oldest first. */
const filesOf = async (scope: Scope, { messages }: Request) =>
  (await Array.fromAsync(messages, (message) => customerFileUrl(scope, message))).filter((url) => url !== null)

/** Settings of a conversation with a Typebot. */
export async function settingsOf(scope: Scope, row: Typebot): Promise<TypebotSettings> {
  return {
    url: row.urlN8N,
    slug: row.typebotSlug,
    expires: row.typebotExpires,
    delay: row.typebotDelayMessage,
    keywordFinish: row.typebotKeywordFinish,
    keywordRestart: row.typebotKeywordRestart,
    restartMessage: row.typebotRestartMessage,
    refusedMessage: row.typebotUnknownMessage.trim() || invalidOptionText(await companyLanguage(scope)),
  }
}

/** A file that cannot be fetched is sent as its address. */
async function toSays(scope: Scope, bubbles: Bubble[]): Promise<ProgramSay[]> {
  const fileSources = bubbles.flatMap((bubble) =>
    bubble.kind === 'text' ? [] : [{ url: bubble.url, isVoice: bubble.kind === 'audio' }],
  )
  const files = await fetchFiles(scope, fileSources)
  return bubbles.map((bubble) => {
    if (bubble.kind === 'text') return { text: bubble.text, delay: bubble.wait }
    const file = files.shift()
    return file ? { text: '', file, delay: bubble.wait } : { text: bubble.url, delay: bubble.wait }
  })
}

/**
 * Queue and user that a command names, when both are of the company and the user sees the queue; else null: a bot
 * cannot move a ticket to a place that people cannot choose.
 */
async function receiverOf(scope: Scope, { ticket }: Request, { queueId, userId }: Control) {
  if (queueId === null && userId === null) return null
  try {
    await assertIdsExist(scope, { queueId, userId })
    if (userId !== null) await assertSeesQueue(scope, userId, queueId ?? ticket.queueId)
    return { ...(queueId !== null && { queueId }), ...(userId !== null && { userId }) }
  } catch (err) {
    log.warn({ err, companyId: scope.companyId, ticketId: ticket.id }, 'a command of a Typebot names no valid receiver')
    return null
  }
}
