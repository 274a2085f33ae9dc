import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { Ticket } from '../tickets/model'

/** `ratings`: the last rating of each of these tickets that has one, 1 to 3. */
export const TicketsOfContact = t.Object({
  tickets: t.Array(Ticket),
  ratings: t.Array(t.Object({ ticketId: t.Number(), rate: t.Number() })),
  ...pageFields,
})
export type TicketsOfContact = Static<typeof TicketsOfContact>

/** Numbers of rows deleted with a contact. */
export const Belongings = t.Object({ tickets: t.Number(), messages: t.Number() })
export type Belongings = Static<typeof Belongings>
