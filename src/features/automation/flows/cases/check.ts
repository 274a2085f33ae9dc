import { ParseFailure } from '../../../../core/parsers/contract'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { type Ending, isSameEnding } from '../../../../shared/flow/recording'
import { parseJson } from '../../../../shared/json'
import type { FlowContent } from '../model'
import { stopWordsOf } from '../stop-words'

const casesOf = hot<{ flowId: number }>()((db, p) =>
  db.select('flow_cases').select(['id', 'name', 'recording', 'ending']).where('flowId', '=', p('flowId')).orderBy('id'),
)

/** A test case of a flow and where its conversation ends in a content; null when the flow takes too long. */
interface CheckedCase {
  id: number
  name: string
  result: Ending | null
  isPassed: boolean
}

/**
 * Takes a content through the test cases of its flow, in a worker with limits of time and memory. Never call inside a
 * transaction. The content must be readable.
 */
export async function checkCases(scope: Scope, flowId: number, content: FlowContent): Promise<CheckedCase[]> {
  const rows = await scope.db.run(casesOf, { flowId })
  if (rows.length === 0) return []
  const results = await endingsOf(
    scope,
    content,
    rows.map(({ recording }) => recording),
  )
  return rows.map(({ id, name, ending }, at) => {
    const result = results[at] ?? null
    return { id, name, result, isPassed: result !== null && isSameEnding(parseJson(ending) as Ending, result) }
  })
}

/** Where recorded conversations, as JSON, end in a content; empty when the flow takes too long. */
export async function endingsOf(scope: Scope, content: FlowContent, recordings: string[]): Promise<Ending[]> {
  const past = recordings.map((recording) => `{"recording":${recording},"log":[],"ending":{},"isInterrupted":false}`)
  const options = { content, requestsSucceed: true, stopWords: await stopWordsOf(scope) }
  const task = `{"past":[${past.join()}],${JSON.stringify(options).slice(1)}`
  try {
    const bytes = new TextEncoder().encode(task)
    const { comparisons } = await scope.ports.parsers.run(scope.companyId, 'flow.replay', { bytes })
    return comparisons.map(({ ending }) => ending)
  } catch (error) {
    if (error instanceof ParseFailure) return []
    throw error
  }
}

const updateResult = hot<{ id: number; result: string | null; checkedAt: string }>()((db, p) =>
  db
    .update('flow_cases')
    .set({ result: p('result'), checkedAt: p('checkedAt') })
    .where('id', '=', p('id')),
)

/** Stores the results of a check. Call within a transaction. */
export async function storeResults(scope: Scope, checked: CheckedCase[]) {
  const checkedAt = new Date().toISOString()
  for (const { id, result } of checked)
    await scope.db.run(updateResult, { id, result: result && JSON.stringify(result), checkedAt })
}

/** Names that a refusal lists. */
const maxNamed = 20

/** @throws ERR_FLOW_CASES_FAILED with the names of the failed cases */
export function refuseFailed(checked: CheckedCase[]) {
  const failed = checked.filter(({ isPassed }) => !isPassed)
  if (failed.length === 0) return
  throw new AppError('ERR_FLOW_CASES_FAILED', {
    count: failed.length,
    names: failed.slice(0, maxNamed).map(({ name }) => name),
  })
}
