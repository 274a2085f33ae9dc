import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { getTicket } from '../tickets/read'
import type { Draft, DraftInput } from './model'

/** More than anybody left unfinished; the newest come first. */
const maxListed = 200

const columns = ['ticketId', 'body', 'at'] as const
const draftOf = hot<{ userId: number; ticketId: number }>()((db, p) =>
  db.select('drafts').select(columns).where('userId', '=', p('userId')).where('ticketId', '=', p('ticketId')),
)
const upsertDraft = hot<{ userId: number; ticketId: number; body: string; at: string }>()((db, p) =>
  db
    .insert('drafts', { userId: p('userId'), ticketId: p('ticketId'), body: p('body'), at: p('at') })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'userId', 'ticketId']).doUpdateSet({ body: p('body'), at: p('at') }),
    ),
)
const deleteRow = hot<{ userId: number; ticketId: number }>()((db, p) =>
  db.delete('drafts').where('userId', '=', p('userId')).where('ticketId', '=', p('ticketId')).returning(['ticketId']),
)

/** Everything the person left unfinished, for the marks of the list. */
export const listDrafts = (scope: Scope): Promise<Draft[]> =>
  scope.db
    .select('drafts')
    .select(columns)
    .where('userId', '=', scope.viewer.userId)
    .orderBy('at', 'desc')
    .limit(maxListed)
    .execute()

/** The person's own draft in a ticket, or an empty one. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function getDraft(scope: Scope, ticketId: number): Promise<Draft> {
  await getTicket(scope, ticketId)
  return (await findDraft(scope, ticketId)) ?? { ticketId, body: '', at: '' }
}

/**
 * Keeps what is typed, and tells the person's own other tabs. What another device wrote later stays: the answer is
 * what holds now. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export function saveDraft(outer: Scope, ticketId: number, { body, at: typedAt }: DraftInput): Promise<Draft> {
  if (body === '') return deleteDraft(outer, ticketId)
  return outer.transaction(async (scope) => {
    await getTicket(scope, ticketId)
    const at = capAtNow(typedAt)
    const known = await findDraft(scope, ticketId)
    if (known && (known.at > at || known.body === body)) return known
    const { userId } = scope.viewer
    await scope.db.run(upsertDraft, { userId, ticketId, body, at })
    const draft = { ticketId, body, at }
    scope.publish('draft', { action: 'update', userId, draft })
    return draft
  })
}

/** Sent or thrown away. None there: nothing happens. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export function deleteDraft(outer: Scope, ticketId: number): Promise<Draft> {
  return outer.transaction(async (scope) => {
    await getTicket(scope, ticketId)
    const { userId } = scope.viewer
    const draft = { ticketId, body: '', at: new Date().toISOString() }
    if (await scope.db.first(deleteRow, { userId, ticketId }))
      scope.publish('draft', { action: 'update', userId, draft })
    return draft
  })
}

const findDraft = (scope: Scope, ticketId: number): Promise<Draft | undefined> =>
  scope.db.first(draftOf, { userId: scope.viewer.userId, ticketId })

/** A clock that runs ahead must not win against everything typed until then. */
function capAtNow(typedAt: string | undefined): string {
  const now = Date.now()
  return new Date(Math.min(now, typedAt ? Date.parse(typedAt) : now)).toISOString()
}
