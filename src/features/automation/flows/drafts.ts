import { log } from '../../../core/log'
import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { withInnerSettings } from '../../../shared/flow/inner-settings'
import type { Definition } from '../../../shared/flow/node'
import { withOperatorWords } from '../../../shared/flow/operator-signs'
import { recordAuditEntry } from '../../platform/audit/record'
import { checkCases, refuseFailed, storeResults } from './cases/check'
import { readContent, refuseErrors } from './content'
import { keepDraftMedia, keepPublishedMedia } from './media'
import type { DraftInput, FlowContent, FlowWithContent, PublishInput } from './model'
import { getFlow, getFlowWithContent, getVersion, readDraft } from './read'
import { keepSecrets, sealSecrets } from './secrets'

/**
 * Stores the editor's content as the draft. @throws ERR_NO_FLOW_FOUND, ERR_FLOW_INVALID with the first fault,
 * ERR_FLOW_CHANGED when another draft was saved since the editor loaded its own
 */
export function saveDraft(outer: Scope, id: number, { draftAt, ...content }: DraftInput): Promise<FlowWithContent> {
  return outer.transaction(async (scope) => {
    const definition = readContent(content)
    await refuseUnseen(scope, id, draftAt)
    await storeDraft(scope, id, content, definition)
    return publishChange(scope, id)
  })
}

/** @throws ERR_NO_FLOW_FOUND, ERR_FLOW_CHANGED when another draft was saved since the editor loaded its own */
async function refuseUnseen(scope: Scope, id: number, seenAt: string | null | undefined) {
  const { draftAt } = await getFlow(scope, id)
  if (seenAt !== undefined && seenAt !== draftAt) throw new AppError('ERR_FLOW_CHANGED')
}

/**
 * Makes the draft the version that new runs use. Running conversations keep theirs. @throws ERR_NO_FLOW_FOUND,
 * ERR_FLOW_INVALID with the errors, ERR_PROMPT_KEY for a secret of another address, ERR_FLOW_CASES_FAILED with the names
 * of test cases that end elsewhere, unless they are accepted, ERR_FLOW_CHANGED for a draft that the editor has not seen
 */
export async function publishDraft(
  outer: Scope,
  id: number,
  note = '',
  { acceptFailures = false, draftAt }: Omit<PublishInput, 'note'> = {},
): Promise<FlowWithContent> {
  await refuseUnseen(outer, id, draftAt)
  const checked = await getDraft(outer, id)
  const cases = await checkContent(outer, id, checked)
  if (!acceptFailures) refuseFailed(cases)
  return outer.transaction(async (scope) => {
    const draft = await getDraft(scope, id)
    if (JSON.stringify(draft) !== JSON.stringify(checked)) throw new AppError('ERR_FLOW_CHANGED')
    await publishContent(scope, id, draft, note)
    return publishChange(scope, id)
  })
}

/** @throws ERR_NO_FLOW_FOUND, ERR_FLOW_INVALID for a flow that was never saved */
async function getDraft(scope: Scope, id: number): Promise<FlowContent> {
  await getFlow(scope, id)
  const draft = await readDraft(scope, id)
  if (draft === null) throw new AppError('ERR_FLOW_INVALID', { fault: { reason: 'noStart', place: 'nodes' } })
  return draft
}

/** Runs the test cases and stores their results. @throws ERR_FLOW_INVALID with the errors */
async function checkContent(outer: Scope, id: number, content: FlowContent) {
  await refuseErrors(outer, readContent(content))
  const checked = await checkCases(outer, id, content)
  if (checked.length > 0) await outer.transaction((scope) => storeResults(scope, checked))
  return checked
}

/** Publishes at once; test cases that fail then are shown with the flow, because this call has no way to confirm. */
async function publishUnasked(outer: Scope, id: number, publish: (scope: Scope) => Promise<FlowWithContent>) {
  const published = await outer.transaction(publish)
  if (published.flow)
    await checkContent(outer, id, published.flow).catch((err) =>
      log.warn({ err, companyId: outer.companyId, flowId: id }, 'the test cases of a flow did not run'),
    )
  return published
}

/** Saves and publishes at once, as `POST /flowbuilder/flow` does. @throws as saveDraft and publishDraft */
export function saveFlow(outer: Scope, id: number, content: FlowContent): Promise<FlowWithContent> {
  return publishUnasked(outer, id, async (scope) => {
    await getFlow(scope, id)
    const sealed = await storeDraft(scope, id, content, readContent(content))
    await publishContent(scope, id, sealed, '')
    return publishChange(scope, id)
  })
}

/** Makes the content of an earlier version the draft and publishes it as a new version. @throws as publishDraft */
export function restoreVersion(
  outer: Scope,
  id: number,
  number: number,
  draftAt?: string | null,
): Promise<FlowWithContent> {
  return publishUnasked(outer, id, async (scope) => {
    await refuseUnseen(scope, id, draftAt)
    const content = await getVersion(scope, id, number)
    const sealed = await storeDraft(scope, id, content, readContent(content))
    await publishContent(scope, id, sealed, `#${number}`)
    return publishChange(scope, id)
  })
}

/** Stores the draft with its secrets sealed; returns it as it is stored. */
export async function storeDraft(scope: Scope, id: number, typed: FlowContent, definition: Definition) {
  const nodes = withInnerSettings(withOperatorWords(typed.nodes))
  const content = await sealSecrets(scope, id, { ...typed, nodes })
  const now = new Date().toISOString()
  const { userId } = scope.viewer
  const change = { draft: JSON.stringify(content), draftAt: now, updatedAt: now, userId }
  await scope.db.update('flows').set(change).where('id', '=', id).execute()
  await keepDraftMedia(scope, id, definition)
  return content
}

async function publishContent(scope: Scope, flowId: number, content: FlowContent, note: string) {
  const definition = readContent(content)
  await refuseErrors(scope, definition)
  await keepPublishedMedia(scope, flowId, definition)
  await keepSecrets(scope, flowId, content)
  const newest = await scope.db
    .select('flow_versions')
    .select('number')
    .where('flowId', '=', flowId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (newest?.number ?? 0) + 1
  const { userId, name: userName } = scope.viewer
  const version = { flowId, number, content: JSON.stringify(content), note, userId, userName }
  const { id, createdAt } = await scope.db
    .insert('flow_versions', version)
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  const change = { versionId: id, draftAt: createdAt, updatedAt: createdAt }
  await scope.db.update('flows').set(change).where('id', '=', flowId).execute()
  const { name } = await getFlow(scope, flowId)
  const entry = { action: 'publish', entity: 'flow', entityId: flowId, name } as const
  await recordAuditEntry(scope, { ...entry, after: { version: number, note } })
}

async function publishChange(scope: Scope, id: number): Promise<FlowWithContent> {
  scope.publish('flow', { action: 'update', flow: await getFlow(scope, id) })
  return getFlowWithContent(scope, id)
}
