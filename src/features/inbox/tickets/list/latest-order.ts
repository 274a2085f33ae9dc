import { sortsBefore } from '../../../../core/storage/expressions'
import { lastMoment } from '../../../../core/time'
import type { TicketOrder, TicketSelect } from './order'
import { sliceReader } from './slices'

/** Skipped rows from which a page is read in another thread, because its cost grows with their number. */
const farOffset = 1000

const inLatestOrder = (rows: TicketSelect, updatedAt: string, id: number) =>
  rows
    .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [updatedAt, id]))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')

const readSlice = sliceReader(inLatestOrder)

/** The latest change first. */
export const latestOrder: TicketOrder = {
  start: { times: [lastMoment], id: 0 },
  timesOf: ({ updatedAt }) => [updatedAt],
  compare: (a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1),
  hasOffset: true,
  readRange: (db, range, query, { times: [at = lastMoment], id }, part) =>
    readSlice(db, range, query, { at, id, ...part }, { aside: part.offset > farOffset }),
  sort: (rows, { times: [updatedAt = lastMoment], id }) => inLatestOrder(rows, updatedAt, id),
}
