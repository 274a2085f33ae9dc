import type { Viewer } from '../../../core/scope'
import type { TenantDb } from '../../../core/storage/tenant'
import { appendLine } from './chain'

/** One action on one entity. `name` is the entity's display name. */
export interface AuditEntry {
  action: 'create' | 'update' | 'delete' | (string & {})
  entity: string
  entityId: number | null
  name: string
  before?: object | null
  after?: object | null
}

/** Actor and log of an entry. A Scope is one; actions of the super user pass the handle of the changed company. */
export interface Auditor {
  db: TenantDb
  actor: Pick<Viewer, 'userId' | 'name' | 'key'> | { system: string }
  /** The client's IP address; empty when the server acts by itself. */
  address: string
}

/**
 * Inserts one line into the company's audit log, chained to the line before (chain.ts). Call it in the transaction of
 * the change, so that both commit or neither. Stores only the fields that differ; an update without differences is not
 * logged. Values of secret fields are replaced by three dots.
 */
export async function recordAuditEntry({ db, actor, address }: Auditor, entry: AuditEntry) {
  const { action, entity, entityId, name } = entry
  const [before, after] = changedFields(entry.before ?? {}, entry.after ?? {})
  if (action === 'update' && Object.keys({ ...before, ...after }).length === 0) return
  await appendLine(db, {
    at: new Date().toISOString(),
    ...('system' in actor
      ? { actorId: null, actorName: actor.system }
      : { actorId: actor.userId, actorName: actor.key ? `${actor.name} (API: ${actor.key})` : actor.name }),
    address,
    action,
    entity,
    entityId,
    name,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  })
}

const secretFields = /password|secret|token|hash|apikey|voicekey|certificate|recovery|totp/i
/** Fields that change with every write, or are columns of the line already. */
const ignoredFields = ['id', 'updatedAt', 'createdAt', 'companyId']

type Fields = Record<string, unknown>

/** Fields that differ, `[before, after]`, without the ignored ones; values of secret fields as three dots. */
function changedFields(before: object, after: object): [Fields, Fields] {
  const [was, is] = [before as Fields, after as Fields]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = keys.filter(
    (key) => !ignoredFields.includes(key) && JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  )
  const pick = (side: Fields) =>
    Object.fromEntries(
      changed.filter((key) => key in side).map((key) => [key, secretFields.test(key) ? '•••' : side[key]]),
    )
  return [pick(was), pick(is)]
}
