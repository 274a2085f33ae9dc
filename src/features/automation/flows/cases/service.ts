import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import type { PastRun } from '../../../../shared/flow/compare'
import { askedHoursOf } from '../../../../shared/flow/hours'
import { type Ending, isSameEnding, type Recording } from '../../../../shared/flow/recording'
import { parseJson } from '../../../../shared/json'
import { limits } from '../../../../shared/limits'
import { readContent } from '../content'
import type { FlowContent } from '../model'
import { getFlow, readDraft } from '../read'
import { readOpenValues, readPastRun } from '../runs/past-runs'
import { checkCases, endingsOf, storeResults } from './check'
import type { FlowCase, FlowCaseInput } from './model'

const caseRows = ({ db }: Scope) =>
  db
    .select('flow_cases')
    .leftJoin('contacts', 'contacts.id', 'flow_cases.contactId')
    .select(['flow_cases.id', 'flow_cases.flowId', 'flow_cases.name', 'flow_cases.recording', 'flow_cases.ending'])
    .select(['flow_cases.result', 'flow_cases.checkedAt', 'flow_cases.createdAt', 'contacts.name as contactName'])
type CaseRow = Awaited<ReturnType<ReturnType<typeof caseRows>['execute']>>[number]

const toCase = ({ flowId: _, recording, ending, result, ...row }: CaseRow): FlowCase => {
  const { answers } = parseJson(recording) as Recording
  const expected = parseJson(ending) as Ending
  const actual = result === null ? null : (parseJson(result) as Ending)
  return {
    ...row,
    answers: answers.map((messages) => messages.map(({ text, file }) => text || (file ?? '')).join('\n')),
    ...{ ending: expected, result: actual },
    isPassed: row.checkedAt === null ? null : actual !== null && isSameEnding(expected, actual),
  }
}

/** Test cases of a flow, oldest first. @throws ERR_NO_FLOW_FOUND */
export async function listCases(scope: Scope, flowId: number) {
  await getFlow(scope, flowId)
  const rows = await caseRows(scope).where('flow_cases.flowId', '=', flowId).orderBy('flow_cases.id').execute()
  return { cases: rows.map(toCase) }
}

async function getCaseRow(scope: Scope, id: number): Promise<CaseRow> {
  const row = await caseRows(scope).where('flow_cases.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_FLOW_CASE_FOUND')
  return row
}

/**
 * Keeps a conversation as a test case: a past run with its end, or one of a trial with its end in the draft.
 * @throws ERR_NO_FLOW_FOUND, ERR_NO_FLOW_RUN_FOUND, ERR_FLOW_INVALID, ERR_FLOW_CASES_FULL
 */
export async function createCase(outer: Scope, flowId: number, { name, ...source }: FlowCaseInput): Promise<FlowCase> {
  await getFlow(outer, flowId)
  const kept = source.recording
    ? await ofTrial(outer, flowId, source.recording)
    : await ofRun(outer, flowId, source.runId)
  const { recording, ending, contactId } = kept
  return outer.transaction(async (scope) => {
    await refuseFull(scope, flowId)
    const row = { flowId, name: name.trim(), contactId, result: null, checkedAt: null }
    const texts = { recording: JSON.stringify(recording), ending: JSON.stringify(ending) }
    if (texts.recording.length > limits.flowRecording) throw new AppError('ERR_VALIDATION', { fields: ['recording'] })
    const { id } = await scope.db
      .insert('flow_cases', { ...row, ...texts })
      .returning('id')
      .executeTakeFirstOrThrow()
    return toCase(await getCaseRow(scope, id))
  })
}

interface Kept {
  recording: Recording
  ending: Ending
  contactId: number | null
}

async function ofTrial(scope: Scope, flowId: number, recording: Recording): Promise<Kept> {
  const [ending] = await endingsOf(scope, await readableDraft(scope, flowId), [JSON.stringify(recording)])
  if (!ending) throw new AppError('ERR_FLOW_INVALID')
  return { recording, ending, contactId: null }
}

const runOfFlow = hot<{ id: number; flowId: number }>()((db, p) =>
  db
    .select('flow_runs')
    .innerJoin('tickets', 'tickets.id', 'flow_runs.ticketId')
    .innerJoin('flow_versions', 'flow_versions.id', 'flow_runs.versionId')
    .select(['tickets.contactId', 'flow_versions.content'])
    .where('flow_runs.id', '=', p('id'))
    .where('flow_runs.flowId', '=', p('flowId'))
    .where('flow_runs.endedAt', 'is not', null),
)

async function ofRun(scope: Scope, flowId: number, runId: number | undefined): Promise<Kept> {
  const row = runId === undefined ? undefined : await scope.db.first(runOfFlow, { id: runId, flowId })
  const openAt = row && (await readOpenValues(scope, askedHoursOf(readContent(parseJson(row.content)))))
  const past = openAt && (await readPastRun(scope, runId as number, openAt))
  if (!past) throw new AppError('ERR_NO_FLOW_RUN_FOUND')
  const { recording, isInterrupted } = past
  const ending = isInterrupted ? await endingAlone(scope, row.content, past) : past.ending
  return { recording, ending, contactId: row.contactId }
}

/** End of a test case made of a run that people, silence or a stop word ended: the node after the customer's answers. */
async function endingAlone(scope: Scope, content: string, { recording, ending }: PastRun): Promise<Ending> {
  const [alone] = await endingsOf(scope, parseJson(content), [JSON.stringify(recording)])
  return alone ?? ending
}

async function refuseFull(scope: Scope, flowId: number) {
  const rows = await scope.db.select('flow_cases').select('id').where('flowId', '=', flowId).execute()
  if (rows.length >= limits.flowCases) throw new AppError('ERR_FLOW_CASES_FULL', { max: limits.flowCases })
}

/** The draft, or an empty flow before the first one. @throws ERR_FLOW_INVALID */
async function readableDraft(scope: Scope, flowId: number): Promise<FlowContent> {
  const draft = (await readDraft(scope, flowId)) ?? { nodes: [], connections: [] }
  readContent(draft)
  return draft
}

/** Takes the draft through all test cases. @throws ERR_NO_FLOW_FOUND, ERR_FLOW_INVALID */
export async function checkDraft(outer: Scope, flowId: number) {
  await getFlow(outer, flowId)
  const checked = await checkCases(outer, flowId, await readableDraft(outer, flowId))
  await outer.transaction((scope) => storeResults(scope, checked))
  return listCases(outer, flowId)
}

/** Makes the end in the draft the expected one. @throws ERR_NO_FLOW_CASE_FOUND, ERR_FLOW_INVALID */
export async function acceptResult(outer: Scope, id: number): Promise<FlowCase> {
  const { flowId, recording } = await getCaseRow(outer, id)
  const [ending] = await endingsOf(outer, await readableDraft(outer, flowId), [recording])
  if (!ending) throw new AppError('ERR_FLOW_INVALID')
  const text = JSON.stringify(ending)
  return outer.transaction(async (scope) => {
    const now = new Date().toISOString()
    const change = { ending: text, result: text, checkedAt: now, updatedAt: now }
    await scope.db.update('flow_cases').set(change).where('id', '=', id).execute()
    return toCase(await getCaseRow(scope, id))
  })
}

/** @throws ERR_NO_FLOW_CASE_FOUND */
export const renameCase = (outer: Scope, id: number, name: string): Promise<FlowCase> =>
  outer.transaction(async (scope) => {
    await getCaseRow(scope, id)
    const change = { name: name.trim(), updatedAt: new Date().toISOString() }
    await scope.db.update('flow_cases').set(change).where('id', '=', id).execute()
    return toCase(await getCaseRow(scope, id))
  })

/** @throws ERR_NO_FLOW_CASE_FOUND */
export const deleteCase = (outer: Scope, id: number) =>
  outer.transaction(async (scope) => {
    await getCaseRow(scope, id)
    await scope.db.delete('flow_cases').where('id', '=', id).execute()
    return { id }
  })
