import { literal, sortsAfter } from '../../../../core/storage/expressions'
import type { TicketRow } from '../read'
import type { TicketOrder, TicketSelect } from './order'
import { sliceReader } from './slices'

const inWaitingOrder = (rows: TicketSelect, since: string, id: number) =>
  rows
    .where(sortsAfter(['tickets.waitingSince', 'tickets.id'], [since, id]))
    .orderBy('tickets.waitingSince')
    .orderBy('tickets.id')

/** The literal makes the partial indexes of live tickets usable. */
const readSlice = sliceReader(inWaitingOrder, (rows) => rows.where('tickets.status', '<>', literal('closed')))

export const compareWaits = (a: TicketRow, b: TicketRow) =>
  a.waitingSince === b.waitingSince ? a.id - b.id : a.waitingSince < b.waitingSince ? -1 : 1

/** The longest wait first; for live tickets. */
export const waitingOrder: TicketOrder = {
  start: { times: [''], id: 0 },
  timesOf: ({ waitingSince }) => [waitingSince],
  compare: compareWaits,
  hasOffset: true,
  readRange: (db, range, query, { times: [at = ''], id }, part) => readSlice(db, range, query, { at, id, ...part }),
  sort: (rows, { times: [since = ''], id }) => inWaitingOrder(rows, since, id),
}
