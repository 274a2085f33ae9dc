import type { Scope } from '../../../../core/scope'
import type { PromptOutcome } from '../../../../shared/enums'
import { type CallSubject, finishCall, type RecordedCall, recordMissingKey, startCall } from '../cost/calls'
import { costOf, estimateUsage, type PricedModel, type TokenUsage } from '../cost/price'
import { markKeyRefused } from '../refused-key'
import { askService, type Service, ServiceError } from './ask-service'
import type { ChatReply, ChatRequest } from './chat-protocol'

export type ModelRequest = Service & PricedModel & Pick<ChatRequest, 'maxTokens' | 'temperature' | 'messages'>

/** Result of a call: the reply, or null with the reason. */
interface ModelAnswer extends RecordedCall {
  reply: ChatReply | null
  /** The service's own text about a refusal, without the key. */
  detail: string
}

const notMade = { reply: null, inputTokens: 0, outputTokens: 0, cost: 0, durationMs: 0, detail: '' }

/**
 * Asks the model within the company's budget, and records the call. A failure is in the result. Never call inside a
 * transaction.
 */
export async function askModel(scope: Scope, subject: CallSubject, request: ModelRequest): Promise<ModelAnswer> {
  if (request.apiKey === '') {
    await recordMissingKey(scope, subject, request.model)
    return { ...notMade, outcome: 'noKey' }
  }
  const estimate = estimateUsage(
    request.messages.map(({ content }) => content),
    request.maxTokens,
  )
  const spentBy = (usage: TokenUsage) => ({ ...usage, cost: costOf(request, usage) })
  const call = await startCall(scope, subject, request.model, spentBy(estimate))
  if (!call) return { ...notMade, outcome: 'budget' }
  const { reply, usage, ...result } = await ask(scope, request, estimate)
  if (result.outcome === 'keyRefused') await markKeyRefused(scope, subject.promptId, 'model', request.apiKey)
  return { reply, ...(await finishCall(scope, call, { ...result, spent: spentBy(usage) })), detail: result.detail }
}

interface Result {
  reply: ChatReply | null
  outcome: PromptOutcome
  usage: TokenUsage
  detail: string
}

async function ask({ ports }: Scope, request: ModelRequest, estimate: TokenUsage): Promise<Result> {
  const { model, maxTokens, temperature, messages } = request
  try {
    const chat = { model, maxTokens, temperature, messages, offersTransfer: true }
    const reply = await askService(ports.outside, request, chat)
    const outcome = reply.isTransfer ? 'transferred' : 'answered'
    return { reply, outcome, usage: reply.usage ?? estimate, detail: '' }
  } catch (error) {
    const { problem, detail } = error instanceof ServiceError ? error : new ServiceError('invalid')
    return { reply: null, outcome: problem, usage: usageOfFailure(problem, estimate), detail }
  }
}

/** A service may charge for an answer that came too late or could not be read; a refused request is free. */
const usageOfFailure = (problem: PromptOutcome, estimate: TokenUsage): TokenUsage =>
  problem === 'timeout' || problem === 'invalid' ? estimate : { inputTokens: 0, outputTokens: 0 }
