import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { getTicket } from '../../tickets/read'
import type { Draft, DraftInput } from './model'

/** Drafts listed at most. */
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
  db.delete('drafts').where('userId', '=', p('userId')).where('ticketId', '=', p('ticketId')),
)

/** The acting person's drafts of all tickets, newest first. */
export const listDrafts = (scope: Scope): Promise<Draft[]> =>
  scope.db
    .select('drafts')
    .select(columns)
    .where('userId', '=', scope.viewer.userId)
    .orderBy('at', 'desc')
    .limit(maxListed)
    .execute()

/** The acting person's draft in a ticket, or an empty one. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function getDraft(scope: Scope, ticketId: number): Promise<Draft> {
  await getTicket(scope, ticketId)
  return (await findDraft(scope, ticketId)) ?? { ticketId, body: '', at: '' }
}

/**
 * Stores a draft and publishes it to the person's other tabs. A later draft of another device stays. Returns the draft
 * that is stored afterwards. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export function saveDraft(outer: Scope, ticketId: number, { body, at: typedAt }: DraftInput): Promise<Draft> {
  if (body === '') return deleteDraft(outer, ticketId, typedAt)
  return outer.transaction(async (scope) => {
    await getTicket(scope, ticketId)
    const at = capAtNow(typedAt)
    const stored = await findDraft(scope, ticketId)
    if (stored && (stored.at > at || stored.body === body)) return stored
    const { userId } = scope.viewer
    await scope.db.run(upsertDraft, { userId, ticketId, body, at })
    const draft = { ticketId, body, at }
    scope.publish('draft', { action: 'update', userId, draft })
    return draft
  })
}

/**
 * Deletes the acting person's draft, if there is one, as emptied at the given time or now; a later draft stays. The
 * event has that time, so that it does not empty a field in which the person went on typing. Returns the draft that is
 * stored afterwards. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export function deleteDraft(outer: Scope, ticketId: number, emptiedAt?: string): Promise<Draft> {
  return outer.transaction(async (scope) => {
    await getTicket(scope, ticketId)
    const { userId } = scope.viewer
    const draft = { ticketId, body: '', at: capAtNow(emptiedAt) }
    const stored = await findDraft(scope, ticketId)
    if (!stored) return draft
    if (stored.at > draft.at) return stored
    await scope.db.run(deleteRow, { userId, ticketId })
    scope.publish('draft', { action: 'update', userId, draft })
    return draft
  })
}

const findDraft = (scope: Scope, ticketId: number): Promise<Draft | undefined> =>
  scope.db.first(draftOf, { userId: scope.viewer.userId, ticketId })

/** The given time, but never later than now: a browser's fast clock must not win over later drafts. */
function capAtNow(typedAt: string | undefined): string {
  const now = Date.now()
  return new Date(Math.min(now, typedAt ? Date.parse(typedAt) : now)).toISOString()
}
