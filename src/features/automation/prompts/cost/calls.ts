import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { PromptCallKind, PromptOutcome } from '../../../../shared/enums'
import { countUsage, fitsBudget, monthOf, readUsage } from './budget'
import type { TokenUsage } from './price'

/** Prompt and ticket of a call; both null for a prompt that is not stored. */
export interface CallSubject {
  kind: PromptCallKind
  promptId: number | null
  ticketId: number | null
  /** Characters that a voice speaks. */
  characters?: number
}
/** Tokens of a call, and its cost in millionths of a US dollar. */
interface Spent extends TokenUsage {
  cost: number
}
/** A call that is in the log and counts with its estimate. */
interface StartedCall {
  id: number
  startedAt: Date
  estimate: Spent
}
interface CallResult {
  outcome: PromptOutcome
  spent: Spent
  detail: string
}
export interface RecordedCall extends Spent {
  outcome: PromptOutcome
  durationMs: number
}

const insertCall = hot<{
  startedAt: string
  promptId: number | null
  ticketId: number | null
  kind: PromptCallKind
  model: string
  characters: number
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
      characters: p('characters'),
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
export function startCall(outer: Scope, subject: CallSubject, model: string, estimate: Spent) {
  return outer.transaction(async (scope): Promise<StartedCall | null> => {
    const startedAt = new Date()
    const usage = await readUsage(scope, startedAt)
    const more = { tokens: tokensOf(estimate), cost: estimate.cost }
    const isAllowed = fitsBudget(usage, more)
    const line = { characters: 0, ...subject, model, startedAt: startedAt.toISOString() }
    const row = isAllowed
      ? { ...line, outcome: 'started' as const, ...estimate, durationMs: null }
      : { ...line, outcome: 'budget' as const, ...nothing }
    const { id } = (await scope.db.first(insertCall, row)) as { id: number }
    if (!isAllowed) {
      scope.publish('promptAlert', { action: 'budget' })
      return null
    }
    await countUsage(scope, usage.month, { calls: 1, ...more })
    return { id, startedAt, estimate }
  })
}

/** Enters the result of a call: the log and the sums have what it really spent instead of the estimate. */
export function finishCall(outer: Scope, { id, startedAt, estimate }: StartedCall, result: CallResult) {
  return outer.transaction(async (scope): Promise<RecordedCall> => {
    const { outcome, spent, detail } = result
    const recorded = { outcome, ...spent, durationMs: Date.now() - startedAt.getTime() }
    await scope.db.run(updateCall, { id, ...recorded, detail })
    const more = { tokens: tokensOf(spent) - tokensOf(estimate), cost: spent.cost - estimate.cost }
    await countUsage(scope, await monthOf(scope, startedAt), { calls: 0, ...more })
    return recorded
  })
}

/** Enters a call that was not made because the prompt has no key. */
export const recordMissingKey = (outer: Scope, subject: CallSubject, model: string) =>
  outer.transaction((scope) => {
    const line = { ...subject, characters: 0, model, startedAt: new Date().toISOString() }
    return scope.db.first(insertCall, { ...line, outcome: 'noKey' as const, ...nothing })
  })
