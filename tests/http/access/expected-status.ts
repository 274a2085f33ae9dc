import type { Actor, Target } from './actors'
import { missingId, missingIds } from './missing-ids'
import { none, type Row, supervisors } from './row'

/** True when the request of a route contains an id, so that each target has a request of its own. */
export const dependsOnTarget = ({ pathId, body, anyone }: Row) =>
  pathId !== undefined || (anyone === undefined && JSON.stringify(body?.(missingIds) ?? '').includes(String(missingId)))

/** Status that `actor` must receive for `target`; adds the rules for actors outside of the company to the row. */
export function expectedStatus(row: Row, actor: Actor, target: Target): number {
  if (row.anyone !== undefined) return row.anyone
  if (actor === 'anonymous') return row.unauthenticated?.[0] ?? 403
  if (actor === 'invalidToken') return row.unauthenticated?.[1] ?? 403
  if (actor === 'eva') return statusWithExpiredLicence(row)
  const status = statusOfProviderRoute(row, actor, target)
  return status ?? (dependsOnTarget(row) ? statusByTarget(row, actor, target) : row.own[columnOf(actor)])
}

/** Undefined for routes that are not for the provider. */
function statusOfProviderRoute(row: Row, actor: Actor, target: Target): number | undefined {
  if (actor === 'root' && row.superUser !== undefined)
    return dependsOnTarget(row) && target === 'missing' ? 404 : row.superUser
  return row.own === none ? 403 : undefined
}

/** All targets belong to companies that are not Eva's. */
function statusWithExpiredLicence(row: Row): number {
  if (!row.expiredLicence) return 402
  return dependsOnTarget(row) ? 404 : 200
}

function statusByTarget(row: Row, actor: Actor, target: Target): number {
  if (actor === 'rui') return target === 'foreign' ? statusInOwnCompany(row) : 404
  if (actor === 'root') return 404
  if (target === 'own') return row.own[columnOf(actor)]
  if (target === 'unseen') return (row.unseen ?? row.own)[columnOf(actor)]
  return lacksPermission(row, actor) ? 403 : 404 // the permission is checked before the row is looked up
}

/** Rui is both admin and owner of the rows of his company. */
const statusInOwnCompany = ({ own: [owner, , , admin], foreignAdmin }: Row) =>
  foreignAdmin ?? (admin === 403 ? owner : admin)

/** True if the route refuses the actor's profile for any row. */
const lacksPermission = ({ own }: Row, actor: Actor) =>
  own === supervisors ? columnOf(actor) < 2 : actor !== 'ana' && own.slice(0, 3).every((status) => status === 403)

/** Position in `Statuses`; Rui and Root are admins of their companies and count like Ana. */
const columnOf = (actor: Actor) => (actor === 'bob' ? 0 : actor === 'vera' ? 1 : actor === 'sara' ? 2 : 3)
