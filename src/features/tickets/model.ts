import { type Static, t } from 'elysia'
import { atLeastOneField, pageNumber } from '../../core/http/schemas'
import { ticketEvents, ticketStatuses } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { pageFields } from '../openapi/model'

/** A ticket with the names a list row shows, so that no list needs a second request per row. */
export const Ticket = t.Object({
  id: t.Number(),
  uuid: t.String(),
  status: t.UnionEnum(ticketStatuses),
  contactId: t.Number(),
  whatsappId: t.Nullable(t.Number()),
  userId: t.Nullable(t.Number()),
  queueId: t.Nullable(t.Number()),
  isGroup: t.Boolean(),
  chatbot: t.Boolean(),
  /** A prompt or an integration talks with the customer: the one of `promptId` or `integrationId`. */
  useIntegration: t.Boolean(),
  promptId: t.Nullable(t.Number()),
  integrationId: t.Nullable(t.Number()),
  /** The robot left this waiting ticket, because the customer's answers look automatic. */
  botLoop: t.Boolean(),
  unreadMessages: t.Number(),
  lastMessage: t.String(),
  lastMessageAt: t.String(),
  lastMessageFromMe: t.Boolean(),
  createdAt: t.String(),
  updatedAt: t.String(),
  contact: t.Object({
    id: t.Number(),
    name: t.String(),
    number: t.Nullable(t.String()),
    profilePicUrl: t.String(),
    isGroup: t.Boolean(),
  }),
  user: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  queue: t.Nullable(t.Object({ id: t.Number(), name: t.String(), color: t.String() })),
  whatsapp: t.Nullable(t.Object({ id: t.Number(), name: t.String(), status: t.String() })),
  tags: t.Array(t.Object({ id: t.Number(), name: t.String(), color: t.String() })),
})
export type Ticket = Static<typeof Ticket>

/** Without `default: undefined` Elysia fills in the first status when the field is absent. */
const optionalStatus = t.UnionEnum(ticketStatuses, { default: undefined })

export const TicketPatch = t.Partial(
  t.Object({
    status: optionalStatus,
    userId: t.Nullable(t.Number()),
    queueId: t.Nullable(t.Number()),
    whatsappId: t.Number(),
    /** One of the next four stops the robot; every other change by a user does so as well. */
    chatbot: t.Literal(false),
    useIntegration: t.Literal(false),
    promptId: t.Null(),
    integrationId: t.Null(),
  }),
  atLeastOneField,
)
export type TicketPatch = Static<typeof TicketPatch>

/** A list in a query string: a JSON array, as the specification's client sends it, or comma-separated ids. */
const ids = t.Optional(t.String({ maxLength: 1000 }))
const day = t.Optional(t.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }))

/** `cursor` is the opaque `next` of the previous page (keyset); `pageNumber` is for scripts. */
export const TicketQuery = t.Object({
  status: t.Optional(optionalStatus),
  showAll: t.Optional(t.BooleanString()),
  queueIds: ids,
  /** Tickets that have all of these. */
  tags: ids,
  /** Tickets held by any of these users; for admins. */
  users: ids,
  /** Days of the company's calendar: created on, last updated on. */
  date: day,
  updatedAt: day,
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  withUnreadMessages: t.Optional(t.BooleanString()),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type TicketQuery = Static<typeof TicketQuery>

/** Counts of the open and of the pending list stop at 100. */
export const TicketPage = t.Object({
  tickets: t.Array(Ticket),
  ...pageFields,
  counts: t.Object({ open: t.Number(), pending: t.Number() }),
  /** The acting user's pinned tickets, with the first page of open ones. */
  pinned: t.Array(Ticket),
})
export type TicketPage = Static<typeof TicketPage>

export const NewTicket = t.Object({
  contactId: t.Number(),
  queueId: t.Optional(t.Nullable(t.Number())),
  whatsappId: t.Optional(t.Number()),
})
export type NewTicket = Static<typeof NewTicket>

const NamedRef = t.Nullable(t.Object({ id: t.Number(), name: t.String() }))

/** One event in a ticket's history; `actor` is null for the system. */
export const TicketEventLine = t.Object({
  id: t.Number(),
  at: t.String(),
  kind: t.UnionEnum(ticketEvents),
  actor: NamedRef,
  fromUser: NamedRef,
  toUser: NamedRef,
  fromQueue: NamedRef,
  toQueue: NamedRef,
  /** 1 to 3, of an event `rated`. */
  rate: t.Nullable(t.Number()),
})

export const TicketHistory = t.Object({ events: t.Array(TicketEventLine) })
export type TicketHistory = Static<typeof TicketHistory>
