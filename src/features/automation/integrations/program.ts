import { log } from '../../../core/log'
import type { Scope } from '../../../core/scope'
import { failedText } from '../../../shared/bot/texts'
import { type IntegrationType, isSigned } from '../../../shared/enums'
import { companyLanguage } from '../../platform/company/language'
import type { Program, ProgramAnswer, ProgramRequest } from '../programs/program'
import { answerWithDialogflow } from './dialogflow/program'
import { IntegrationFailure } from './failure'
import { recordFailure, recordSuccess } from './last-failure'
import { getIntegrationRow, type IntegrationRow } from './read'
import { answerWithTypebot } from './typebot/program'
import { answerWithWebhook } from './webhook/program'

type Answer = (scope: Scope, row: IntegrationRow, request: ProgramRequest) => Promise<ProgramAnswer>

/** Integrations as programs of a session. The state of the conversation is outside, so that no request is repeated. */
export const integrationProgram: Program = { isRepeatable: false, answer: answerWithIntegration }

/** Leaves the ticket to people without a word. */
const leaveToPeople: Answer = async (_, { name }) => ({ speaker: name, says: [], state: null, end: 'people' })

const answers: Record<IntegrationType, Answer> = {
  typebot: answerWithTypebot,
  dialogflow: answerWithDialogflow,
  n8n: answerWithWebhook,
  webhook: answerWithWebhook,
  flowbuilder: leaveToPeople, // begins a flow where the robot reads its rules; a session of earlier versions ends
}

/** @throws ERR_NO_INTEGRATION_FOUND */
async function answerWithIntegration(scope: Scope, request: ProgramRequest): Promise<ProgramAnswer> {
  const row = await getIntegrationRow(scope, request.programId)
  try {
    const answer = await answers[row.type](scope, row, request)
    if (!isSigned(row.type)) await recordSuccess(scope, row) // the others answer with the delivery
    return answer
  } catch (error) {
    if (!(error instanceof IntegrationFailure)) throw error
    return failedAnswer(scope, row, request, error)
  }
}

/** The text about the failure, once, after which people answer; the reason is in the log and on the page. */
async function failedAnswer(
  scope: Scope,
  row: IntegrationRow,
  { ticket }: ProgramRequest,
  failure: IntegrationFailure,
): Promise<ProgramAnswer> {
  const { fault, status } = failure
  const about = { companyId: scope.companyId, ticketId: ticket.id, integrationId: row.id, type: row.type }
  log.warn({ ...about, fault, status }, 'an integration did not answer; people answer the ticket')
  await recordFailure(scope, row, failure)
  const text = row.typebotUnknownMessage.trim() || failedText(await companyLanguage(scope))
  return { speaker: row.name, says: [{ text }], state: null, end: 'failed' }
}
