import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { FlowFault } from '../../../../shared/flow/fault'
import type { NodeOf, PromptSettings } from '../../../../shared/flow/node'
import { readNode } from '../../../../shared/flow/read-node'
import { cutText } from '../../../../shared/text'
import { companyLanguage } from '../../../platform/company/language'
import { IntegrationFailure } from '../../integrations/failure'
import { getIntegrationRow } from '../../integrations/read'
import { converse, readTypebotState } from '../../integrations/typebot/converse'
import { typebotOf } from '../../integrations/typebot/node-typebot'
import { settingsOf } from '../../integrations/typebot/program'
import { askModel } from '../../prompts/ask/ask-model'
import { splitText } from '../../prompts/ask/split-text'
import { safeFirstName, systemText } from '../../prompts/ask/system-text'
import { openKey } from '../../prompts/key'
import { promptOfNode } from '../../prompts/node-prompt'
import type { OpenPrompt } from '../../prompts/program'
import { getPromptRow } from '../../prompts/read'
import { openSecret } from '../secrets'
import type { TrialProgramAnswer, TrialPrompt, TrialTypebot } from './model'

/**
 * Has the Typebot of a node answer a virtual customer, as a run would. The trial stores nothing.
 * @throws ERR_FLOW_INVALID, ERR_NO_INTEGRATION_FOUND, ERR_BUDGET
 */
export async function tryTypebot(scope: Scope, { data, text, name, number, state }: TrialTypebot) {
  const node = readProgram('typebot', data)
  const { integrationId } = node.data
  const row = integrationId === null ? typebotOf(node.data) : await getIntegrationRow(scope, integrationId)
  scope.ports.budgets.spend('trialCall', { companyId: scope.companyId })
  const variables = { number, pushName: name, remoteJid: `${number}@s.whatsapp.net` }
  const said = { text, files: [], state: readTypebotState(state), variables, now: Date.now() }
  try {
    const turn = await converse(scope.ports.outside, await settingsOf(scope, row), said)
    const says = turn.bubbles.map((bubble) => (bubble.kind === 'text' ? bubble.text : bubble.url))
    const end = turn.end !== null || turn.control?.stopBot ? ('ended' as const) : null
    return { says, state: turn.state, end, queueId: turn.control?.queueId ?? null } satisfies TrialProgramAnswer
  } catch (error) {
    if (error instanceof IntegrationFailure) return failedBecause(error.fault)
    throw error
  }
}

const failed: TrialProgramAnswer = { says: [], end: 'failed', queueId: null }

/** A failed answer, with its reason where the author of the flow can act on it. */
const failedBecause = (reason: string): TrialProgramAnswer =>
  reason === 'tooDeep' ? { ...failed, problem: reason } : failed

/** Characters of one message that are sent, as for a conversation. */
const maxLength = 4000

/**
 * Has the prompt of a node answer a virtual customer, within the company's budget and in its log of calls.
 * @throws ERR_FLOW_INVALID, ERR_NO_PROMPT_FOUND, ERR_RATE_LIMIT
 */
export async function tryPrompt(
  scope: Scope,
  flowId: number,
  { data, name, messages }: TrialPrompt,
): Promise<TrialProgramAnswer> {
  const node = readProgram('openai', data)
  const prompt = await openPromptOf(scope, flowId, node.data)
  scope.ports.budgets.spend('trialCall', { companyId: scope.companyId })
  const { maxTokens, maxMessages, queueId, id } = prompt
  const language = await companyLanguage(scope)
  const system = systemText({ language, prompt: prompt.prompt, firstName: safeFirstName(name), maxTokens })
  const history = messages.slice(-maxMessages).map(({ fromMe, text }) => ({
    role: fromMe ? ('assistant' as const) : ('user' as const),
    content: cutText(text, maxLength),
  }))
  const modelRequest = { ...prompt, messages: [{ role: 'system' as const, content: system }, ...history] }
  const { reply, detail } = await askModel(scope, { kind: 'test', promptId: id, ticketId: null }, modelRequest)
  if (!reply) return { ...failedBecause(detail), queueId }
  return {
    says: splitText(reply.text),
    end: reply.isTransfer ? 'ended' : null,
    queueId: reply.isTransfer ? queueId : null,
  }
}

/** The saved prompt that a node names, else its own with its key, stored or typed. @throws ERR_NO_PROMPT_FOUND */
async function openPromptOf(scope: Scope, flowId: number, settings: PromptSettings): Promise<OpenPrompt> {
  const { promptId, apiKey: value, baseUrl } = settings
  if (promptId === null)
    return promptOfNode(settings, await openSecret(scope, flowId, { value, address: baseUrl.trim() }))
  const row = await getPromptRow(scope, promptId)
  return { ...row, apiKey: await openKey(scope, row.id, row.keySealed) }
}

/** A program's node with this data. @throws ERR_FLOW_INVALID with the place of the fault */
function readProgram<T extends 'typebot' | 'openai'>(type: T, data: Record<string, unknown>) {
  try {
    return readNode({ id: 'trial', type, position: { x: 0, y: 0 }, data }, 0) as NodeOf<
      T extends 'typebot' ? 'typebot' : 'prompt'
    >
  } catch (thrown) {
    if (thrown instanceof FlowFault) throw new AppError('ERR_FLOW_INVALID', { fault: thrown.fault })
    throw thrown
  }
}
