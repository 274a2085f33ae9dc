import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
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
  return { views: rows.map(({ name, filter }) => ({ name, ...(JSON.parse(filter) as Omit<TicketView, 'name'>) })) }
}

/** Replaces the acting user's views, which also renames, deletes and orders them. Returns the stored ones. */
export function replaceTicketViews(outer: Scope, { views }: TicketViews): Promise<TicketViews> {
  return outer.transaction(async (scope) => {
    const { userId } = scope.viewer
    await scope.db.run(deleteViews, { userId })
    for (const [position, { name, ...filter }] of views.entries())
      await scope.db.run(insertView, { userId, position, name: name.trim(), filter: JSON.stringify(filter) })
    return listTicketViews(scope)
  })
}
