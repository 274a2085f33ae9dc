import type { Actor, Target } from './actors'
import { far, missing } from './missing-ids'
import { leaders, none, type Row } from './row'

/** True when the four targets are four different requests. */
export const isAimed = ({ path, body, open }: Row) =>
  path !== undefined || (open === undefined && JSON.stringify(body?.(missing) ?? '').includes(String(far)))

/** What the table says; the rules for everybody who is not of the company stand here, once. */
export function expected(row: Row, actor: Actor, target: Target): number {
  if (row.open !== undefined) return row.open
  if (actor === 'nobody') return row.strangers?.[0] ?? 403
  if (actor === 'garbage') return row.strangers?.[1] ?? 403
  if (actor === 'eva') return overdue(row)
  return above(row, actor, target) ?? (isAimed(row) ? aimed(row, actor, target) : row.own[column(actor)])
}

/** What is the provider's alone; undefined for the rest. */
function above(row: Row, actor: Actor, target: Target): number | undefined {
  if (actor === 'root' && row.above !== undefined) return isAimed(row) && target === 'missing' ? 404 : row.above
  return row.own === none ? 403 : undefined
}

/** Behind a licence that ran out: a few doors, and nobody else's things behind them. */
function overdue(row: Row): number {
  if (!row.renewal) return 402
  return isAimed(row) ? 404 : 200
}

function aimed(row: Row, actor: Actor, target: Target): number {
  if (actor === 'rui') return target === 'foreign' ? atHome(row) : 404
  if (actor === 'root') return 404
  if (target === 'own') return row.own[column(actor)]
  if (target === 'unseen') return (row.unseen ?? row.own)[column(actor)]
  return mayNever(row, actor) ? 403 : 404 // who may not at all hears so before anything is looked up
}

/** Rui among his own rows is admin and holder in one. */
const atHome = ({ own: [holder, , , admin], home }: Row) => home ?? (admin === 403 ? holder : admin)

/** Refused for the profile alone: all but admins, or agents where those who lead may. */
const mayNever = ({ own }: Row, actor: Actor) =>
  own === leaders ? column(actor) < 2 : actor !== 'ana' && own.slice(0, 3).every((status) => status === 403)

/** Rui and root are admins of their own houses. */
const column = (actor: Actor) => (actor === 'bob' ? 0 : actor === 'vera' ? 1 : actor === 'sara' ? 2 : 3)
