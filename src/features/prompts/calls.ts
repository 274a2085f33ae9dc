import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { PromptCallKind, PromptOutcome } from '../../shared/enums'
import { countUsage, fitsBudget, monthOf, readUsage } from './budget'
import { costOf, type Prices, type TokenUsage } from './price'

/** Prompt and ticket of a call; both null for a prompt that is not stored. */
export interface CallSubject {
  kind: PromptCallKind
  promptId: number | null
  ticketId: number | null
}
export interface PricedModel extends Prices {
  model: string
}
/** A call that is in the log and counts with its estimate. */
export interface StartedCall {
  id: number
  startedAt: Date
  model: PricedModel
  estimate: TokenUsage
}
export interface CallResult {
  outcome: PromptOutcome
  usage: TokenUsage
  detail: string
}
export interface RecordedCall {
  outcome: PromptOutcome
  inputTokens: number
  outputTokens: number
  cost: number
  durationMs: number
}

const insertCall = hot<{
  startedAt: string
  promptId: number | null
  ticketId: number | null
  kind: PromptCallKind
  model: string
  outcome: PromptOutcome
  inputTokens: number
  outputTokens: number
  cost: number
  durationMs: number | null
}>()((db, p) =>
  db
    .insert('prompt_calls', {
      startedAt: p('startedAt'),
      promptId: p('promptId'),
      ticketId: p('ticketId'),
      kind: p('kind'),
      model: p('model'),
      outcome: p('outcome'),
      inputTokens: p('inputTokens'),
      outputTokens: p('outputTokens'),
      cost: p('cost'),
      durationMs: p('durationMs'),
    })
    .returning('id'),
)
const updateCall = hot<RecordedCall & { id: number; detail: string }>()((db, p) =>
  db
    .update('prompt_calls')
    .set({ outcome: p('outcome'), inputTokens: p('inputTokens'), outputTokens: p('outputTokens') })
    .set({ cost: p('cost'), durationMs: p('durationMs'), detail: p('detail') })
    .where('id', '=', p('id')),
)

const nothing = { inputTokens: 0, outputTokens: 0, cost: 0, durationMs: 0 }
const tokensOf = ({ inputTokens, outputTokens }: TokenUsage) => inputTokens + outputTokens

/**
 * Enters a call in the log before it is made. It counts for the budget with its estimate, also when the process ends
 * before the answer. Null, with a line in the log, if the estimate does not fit into the budget.
 */
export function startCall(outer: Scope, subject: CallSubject, model: PricedModel, estimate: TokenUsage) {
  return outer.transaction(async (scope): Promise<StartedCall | null> => {
    const startedAt = new Date()
    const usage = await readUsage(scope, startedAt)
    const more = { tokens: tokensOf(estimate), cost: costOf(model, estimate) }
    const isAllowed = fitsBudget(usage, more)
    const line = { ...subject, model: model.model, startedAt: startedAt.toISOString() }
    const row = isAllowed
      ? { ...line, outcome: 'started' as const, ...estimate, cost: more.cost, durationMs: null }
      : { ...line, outcome: 'budget' as const, ...nothing }
    const { id } = (await scope.db.first(insertCall, row)) as { id: number }
    if (!isAllowed) return null
    await countUsage(scope, usage.month, { calls: 1, ...more })
    return { id, startedAt, model, estimate }
  })
}

/** Enters the result of a call: the log and the sums have its real usage instead of the estimate. */
export function finishCall(outer: Scope, { id, startedAt, model, estimate }: StartedCall, result: CallResult) {
  return outer.transaction(async (scope): Promise<RecordedCall> => {
    const { outcome, usage, detail } = result
    const cost = costOf(model, usage)
    const recorded = { outcome, ...usage, cost, durationMs: Date.now() - startedAt.getTime() }
    await scope.db.run(updateCall, { id, ...recorded, detail })
    const tokens = tokensOf(usage) - tokensOf(estimate)
    const month = await monthOf(scope, startedAt)
    await countUsage(scope, month, { calls: 0, tokens, cost: cost - costOf(model, estimate) })
    return recorded
  })
}

/** Enters a call that was not made because the prompt has no key. */
export const recordMissingKey = (outer: Scope, subject: CallSubject, { model }: PricedModel) =>
  outer.transaction((scope) => {
    const line = { ...subject, model, startedAt: new Date().toISOString(), outcome: 'noKey' as const }
    return scope.db.first(insertCall, { ...line, ...nothing })
  })
