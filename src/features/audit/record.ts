import type { Insertable } from 'kysely'
import type { Actor } from '../../core/scope'
import type { Database } from '../../core/storage/schema'
import { hot, type TenantDb } from '../../core/storage/tenant'

/** What a line of the log is about; `name` is how a person knows the thing. */
export interface AuditEntry {
  action: 'create' | 'update' | 'delete' | (string & {})
  entity: string
  entityId: number | null
  name: string
  before?: object | null
  after?: object | null
}

/** A Scope is one. The super user's verbs give the tenant handle of the company that is changed. */
export interface Auditor {
  db: TenantDb
  actor: Actor
  /** The client's address; empty when the process itself acts. */
  address: string
}

const insertLine = hot<Omit<Insertable<Database['audit_log']>, 'id' | 'companyId'>>()((db, p) =>
  db.insert('audit_log', {
    at: p('at'),
    actorId: p('actorId'),
    actorName: p('actorName'),
    address: p('address'),
    action: p('action'),
    entity: p('entity'),
    entityId: p('entityId'),
    name: p('name'),
    before: p('before'),
    after: p('after'),
  }),
)

/**
 * Writes one line into the company's audit log, in the transaction of the change itself: both happen or neither.
 * Of an update only the fields that differ are kept; what is secret is only ever named.
 */
export async function audit({ db, actor, address }: Auditor, entry: AuditEntry) {
  const { action, entity, entityId, name } = entry
  const [before, after] = changedFields(entry.before ?? {}, entry.after ?? {})
  if (action === 'update' && Object.keys({ ...before, ...after }).length === 0) return
  await db.run(insertLine, {
    at: new Date().toISOString(),
    ...('system' in actor
      ? { actorId: null, actorName: actor.system }
      : { actorId: actor.userId, actorName: actor.name }),
    address,
    action,
    entity,
    entityId,
    name,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  })
}

const secretFields = /password|secret|token|hash|apikey|certificate|recovery|totp/i
/** Changes with every write and says nothing, or stands in the line already. */
const ignoredFields = ['id', 'updatedAt', 'createdAt', 'companyId']

type Fields = Record<string, unknown>

/** The fields of both sides that differ, without the silent ones; secrets as three dots. */
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
