import type { Scope } from '../../../../core/scope'
import { assertRowsExist } from '../../../../core/storage/assert-rows-exist'
import { hot } from '../../../../core/storage/tenant'
import { parseJson } from '../../../../shared/json'
import type { TicketView, TicketViews } from './model'

const viewsOf = hot<{ userId: number }>()((db, p) =>
  db.select('ticket_views').select(['name', 'filter']).where('userId', '=', p('userId')).orderBy('position'),
)
const deleteViews = hot<{ userId: number }>()((db, p) => db.delete('ticket_views').where('userId', '=', p('userId')))
const insertView = hot<{ userId: number; position: number; name: string; filter: string }>()((db, p) =>
  db.insert('ticket_views', {
    userId: p('userId'),
    position: p('position'),
    name: p('name'),
    filter: p('filter'),
  }),
)

/** Returns the acting user's views in their order. */
export async function listTicketViews(scope: Scope): Promise<TicketViews> {
  const rows = await scope.db.run(viewsOf, { userId: scope.viewer.userId })
  return { views: rows.map(({ name, filter }) => ({ name, ...(parseJson(filter) as Omit<TicketView, 'name'>) })) }
}

/**
 * Replaces the acting user's views, which also renames, deletes and orders them. Returns the stored ones.
 * @throws ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND
 */
export function replaceTicketViews(outer: Scope, { views }: TicketViews): Promise<TicketViews> {
  return outer.transaction(async (scope) => {
    const { userId } = scope.viewer
    await assertFiltersExist(scope, (await listTicketViews(scope)).views, views)
    await scope.db.run(deleteViews, { userId })
    for (const [position, { name, ...filter }] of views.entries())
      await scope.db.run(insertView, { userId, position, name: name.trim(), filter: JSON.stringify(filter) })
    return listTicketViews(scope)
  })
}

/**
 * Checks that the ids of new filters belong to the company. Ids that the user's views have already may have been deleted
 * since: all views are stored together, and one of them must not prevent the others from changing.
 */
async function assertFiltersExist(scope: Scope, stored: TicketView[], newViews: TicketView[]) {
  for (const table of ['tags', 'users', 'connections', 'queues'] as const) {
    const before = new Set(stored.flatMap((view) => view[table]))
    const added = newViews.flatMap((view) => view[table]).filter((id) => !before.has(id))
    await assertRowsExist(scope.db, table, added)
  }
}
