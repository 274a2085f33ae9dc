import { idOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { parseJson } from '../../../shared/json'
import { pageSizes } from '../../../shared/limits'
import { startOfDay } from '../company/time-zone'
import type { AuditChoices, AuditFilter, AuditLine, AuditQuery } from './model'

const size = pageSizes.other

/** A page of the company's audit log, newest first. @throws ERR_VALIDATION for an invalid day or cursor */
export async function listAudit(scope: Scope, { cursor, pageNumber = 1, ...filter }: AuditQuery) {
  const skipped = cursor === undefined ? (pageNumber - 1) * size : 0
  const lines = await readLines(scope, filter, {
    before: idOfCursor(cursor) ?? Number.MAX_SAFE_INTEGER,
    limit: size + 1,
    skipped,
  })
  const hasMore = lines.length > size
  const shown = lines.slice(0, size)
  return { lines: shown, hasMore, next: hasMore ? String(shown.at(-1)?.id) : null }
}

interface LinePage {
  /** Exclusive upper bound of the ids. */
  before: number
  limit: number
  skipped?: number
}

/** Lines of the filter, newest first. Ids grow with time, so their order is the order of the log. */
export async function readLines(scope: Scope, filter: AuditFilter, { before, limit, skipped = 0 }: LinePage) {
  const { actorId, entity, action } = filter
  const { since, until } = await timeRange(scope, filter)
  let query = auditRows(scope).where('id', '<', before)
  if (actorId !== undefined) query = query.where('actorId', '=', actorId)
  if (entity !== undefined) query = query.where('entity', '=', entity)
  if (action !== undefined) query = query.where('action', '=', action)
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  const rows = await scope.db.executeAside(query.orderBy('id', 'desc').limit(limit).offset(skipped))
  return rows.map(toLine)
}

/** Lines of one actor between two times, oldest first, at most `limit`. */
export const linesOfActor = async (
  scope: Scope,
  { actorId, since, until, limit }: { actorId: number; since: string; until: string; limit: number },
): Promise<AuditLine[]> =>
  (
    await scope.db.executeAside(
      auditRows(scope)
        .where('actorId', '=', actorId)
        .where('at', '>=', since)
        .where('at', '<=', until)
        .orderBy('id')
        .limit(limit),
    )
  ).map(toLine)

const auditRows = ({ db }: Scope) =>
  db
    .select('audit_log')
    .select(['id', 'at', 'actorId', 'actorName', 'address', 'action', 'entity', 'entityId', 'name', 'before', 'after'])
    .select(['salt', 'payloadHash'])

const toLine = ({
  salt,
  payloadHash,
  ...row
}: Awaited<ReturnType<ReturnType<typeof auditRows>['execute']>>[number]): AuditLine => ({
  ...row,
  before: parseJson(row.before),
  after: parseJson(row.after),
  erased: salt === '' && payloadHash !== '',
})

const timeRange = async (scope: Scope, { from, to }: AuditFilter) => ({
  since: from === undefined ? undefined : await startOfDay(scope, 'from', from),
  until: to === undefined ? undefined : await startOfDay(scope, 'to', to, 1),
})

/** Values for the log's filters: actors by name, entities and actions that occur in it. */
export async function auditChoices(scope: Scope): Promise<AuditChoices> {
  const distinct = (column: 'entity' | 'action') =>
    scope.db.executeAside(scope.db.select('audit_log').select(column).distinct().orderBy(column))
  const actors = await scope.db.executeAside(
    scope.db
      .select('audit_log')
      .select(({ fn }) => ['actorId as id', fn.max('actorName').as('name')])
      .where('actorId', 'is not', null)
      .groupBy('actorId')
      .orderBy('name'),
  )
  return {
    actors: actors.map(({ id, name }) => ({ id: Number(id), name: String(name) })),
    entities: (await distinct('entity')).map((row) => String(row.entity)),
    actions: (await distinct('action')).map((row) => String(row.action)),
  }
}
