import type { Scope } from '../../../core/scope'
import type { Language } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { cutText, foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import { companyLanguage } from '../../platform/company/language'
import { endFlowAndNotify } from '../bot/end-flow'
import { readContent } from './content'
import { keepDraftMedia } from './media'
import type { Flow, FlowCopy, FlowPatch } from './model'
import { getFlow, readDraft } from './read'
import { copySecrets } from './secrets'
import { isInUse, usersOf } from './users'

/** Creates an active flow without content. @throws ERR_FLOW_NAME_EXISTS */
export function createFlow(outer: Scope, name: string): Promise<Flow> {
  return outer.transaction(async (scope) =>
    auditAndPublish(scope, 'create', null, await insertFlow(scope, name.trim())),
  )
}

/** Renames a flow, or switches it on or off. @throws ERR_NO_FLOW_FOUND, ERR_FLOW_NAME_EXISTS */
export function updateFlow(outer: Scope, { flowId: id, name, active }: FlowPatch): Promise<Flow> {
  return outer.transaction(async (scope) => {
    const before = await getFlow(scope, id)
    const title = (name ?? before.name).trim()
    await refuseDuplicateName(scope, title, id)
    const change = { name: title, searchText: foldText(title), active: (active ?? before.active) ? 1 : 0 } as const
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('flows')
      .set({ ...change, updatedAt })
      .where('id', '=', id)
      .execute()
    return auditAndPublish(scope, 'update', before, id)
  })
}

/**
 * Copies a flow under a free name, with its draft or with the given content. The copy has the keys that the content
 * names, and is not published. @throws ERR_NO_FLOW_FOUND, ERR_FLOW_INVALID with the first fault of the content
 */
export function duplicateFlow(outer: Scope, { flowId: id, nodes, connections }: FlowCopy): Promise<Flow> {
  return outer.transaction(async (scope) => {
    const { name } = await getFlow(scope, id)
    const content = nodes && connections ? { nodes, connections } : await readDraft(scope, id)
    if (content) readContent(content)
    const copy = await insertFlow(scope, await freeName(scope, name))
    const draft = content && JSON.stringify(await copySecrets(scope, id, copy, content))
    const draftAt = draft === null ? null : new Date().toISOString()
    await scope.db.update('flows').set({ draft, draftAt }).where('id', '=', copy).execute()
    if (content) await keepDraftMedia(scope, copy, readContent(content))
    return auditAndPublish(scope, 'create', null, copy)
  })
}

/**
 * Deletes a flow with its versions and runs. @throws ERR_NO_FLOW_FOUND, ERR_FLOW_IN_USE with the names of the phrases,
 * connections, integrations and campaigns that start it
 */
export function deleteFlow(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getFlow(scope, id)
    const users = await usersOf(scope, id)
    if (isInUse(users)) throw new AppError('ERR_FLOW_IN_USE', { ...users })
    await endRunsOf(scope, id)
    await scope.db.delete('flows').where('id', '=', id).execute()
    const entry = { action: 'delete', entity: 'flow', entityId: id, name: before.name } as const
    await recordAuditEntry(scope, { ...entry, before: auditFields(before) })
    scope.publish('flow', { action: 'delete', flowId: id })
    return { id }
  })
}

/** Conversations that the deletion of a flow ends in one transaction; more of them refuse it. */
const maxEnded = 200

/**
 * Leaves the tickets of a flow's conversations to people, who are notified.
 * @throws ERR_FLOW_IN_USE with the number of conversations
 */
async function endRunsOf(scope: Scope, flowId: number) {
  const live = await scope.db
    .select('flow_runs')
    .select('ticketId')
    .where('flowId', '=', flowId)
    .where('endedAt', 'is', null)
    .execute()
  if (live.length > maxEnded) throw new AppError('ERR_FLOW_IN_USE', { conversations: live.length })
  for (const { ticketId } of live) await endFlowAndNotify(scope, ticketId, 'stopped')
}

export async function insertFlow(scope: Scope, name: string): Promise<number> {
  await refuseDuplicateName(scope, name, 0)
  const { userId } = scope.viewer
  const row = { name, searchText: foldText(name), userId, draft: null, draftAt: null, versionId: null }
  return (await scope.db.insert('flows', row).returning('id').executeTakeFirstOrThrow()).id
}

export const isTaken = async (scope: Scope, name: string, id = 0) =>
  (await scope.db
    .select('flows')
    .select('id')
    .where('searchText', '=', foldText(name))
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined

async function refuseDuplicateName(scope: Scope, name: string, id: number) {
  if (await isTaken(scope, name, id)) throw new AppError('ERR_FLOW_NAME_EXISTS')
}

const copyWords: Record<Language, string> = { pt: 'cópia', en: 'copy', es: 'copia' }

/** `Name - copy` in the company's language, then `Name - copy 2` and so on, within the limit of a name. */
async function freeName(scope: Scope, name: string): Promise<string> {
  const word = copyWords[await companyLanguage(scope)]
  for (let number = 1; ; number++) {
    const ending = number === 1 ? ` - ${word}` : ` - ${word} ${number}`
    const free = `${cutText(name, limits.flowName.max - ending.length)}${ending}`
    if (!(await isTaken(scope, free))) return free
  }
}

/** Logs and publishes the current state of a flow; returns it. */
export async function auditAndPublish(scope: Scope, action: 'create' | 'update', before: Flow | null, id: number) {
  const flow = await getFlow(scope, id)
  const entry = { action, entity: 'flow', entityId: id, name: flow.name } as const
  await recordAuditEntry(scope, { ...entry, before: before && auditFields(before), after: auditFields(flow) })
  scope.publish('flow', { action, flow })
  return flow
}

const auditFields = ({ name, active }: Flow) => ({ name, active })
