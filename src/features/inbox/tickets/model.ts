import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { atLeastOneField, day, pageNumber } from '../../../core/http/schemas'
import { adLimits } from '../../../shared/ads'
import { origins, targetKinds, ticketEvents, ticketStatuses } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { ticketListNames } from '../../../shared/ticket-lists'
import { Ad } from './ad-model'

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
  /** Author of the last message: an agent, a member of a group, or the robot or program by its name. */
  lastMessageBy: t.Nullable(
    t.Object({ origin: t.UnionEnum(origins), userId: t.Nullable(t.Number()), name: t.String() }),
  ),
  /** Time of the first customer's message without an answer of a person, or since which the ticket is pending. */
  waitingSince: t.Nullable(t.String()),
  /** Time until which the ticket is snoozed. */
  snoozedUntil: t.Nullable(t.String()),
  /** The queue's next target that is not met yet, with its due time. */
  target: t.Nullable(t.Object({ kind: t.UnionEnum(targetKinds), dueAt: t.String() })),
  /** First ad or post through which the customer came. */
  ad: t.Nullable(Ad),
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
    /**
     * The next four stop the robot when they are false or null, as every other change by a user does. Other values are
     * accepted as they were read, and change nothing.
     */
    chatbot: t.Boolean(),
    useIntegration: t.Boolean(),
    promptId: t.Nullable(t.Number()),
    integrationId: t.Nullable(t.Number()),
    /** With `closed`: one of the company's outcomes, and whether the customer gets the farewell. */
    outcome: t.String({ minLength: 1, maxLength: limits.outcome.max }),
    farewell: t.Boolean(),
  }),
  atLeastOneField,
)
export type TicketPatch = Static<typeof TicketPatch>

/** A list in a query string: a JSON array or comma-separated ids. */
const ids = t.Optional(t.String({ maxLength: 1000 }))

const snoozed = t.Optional(t.UnionEnum(['none', 'only'], { default: undefined }))

/** `cursor` is the opaque `next` of the previous page (keyset); `pageNumber` is for scripts. */
export const TicketQuery = t.Object({
  /** A list of the inbox by its name; takes the place of `status` and `showAll`. */
  list: t.Optional(t.UnionEnum(ticketListNames, { default: undefined })),
  status: t.Optional(optionalStatus),
  showAll: t.Optional(t.BooleanString()),
  queueIds: ids,
  /** Tickets that have all of these. */
  tags: ids,
  /** Tickets held by any of these users; for admins. */
  users: ids,
  /** Days of the company's calendar: created on, last updated on. */
  date: t.Optional(day),
  updatedAt: t.Optional(day),
  /** First and last day on which the ticket was updated last. */
  from: t.Optional(day),
  to: t.Optional(day),
  contactId: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  /** `contacts` searches names and numbers only; the default searches messages too. */
  searchIn: t.Optional(t.UnionEnum(['contacts'], { default: undefined })),
  withUnreadMessages: t.Optional(t.BooleanString()),
  /** Tickets whose customer waits for an answer of a person. */
  unanswered: t.Optional(t.BooleanString()),
  /** Tickets held by the acting user. */
  mine: t.Optional(t.BooleanString()),
  /** `none` leaves out snoozed tickets, `only` lists nothing else; the default is all. */
  snoozed,
  /** Tickets on any of these connections. */
  whatsappIds: ids,
  /** Tickets whose first ad has this name: its title, else its campaign, id or link. */
  ad: t.Optional(t.String({ maxLength: adLimits.title })),
  /**
   * `waiting` lists open or pending tickets by the longest wait first, `due` open ones by the nearest due time first; the
   * default is the latest change first.
   */
  sort: t.Optional(t.UnionEnum(['latest', 'waiting', 'due'], { default: undefined })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type TicketQuery = Static<typeof TicketQuery>

/** The list whose filters are counted. */
export const FilterCountsQuery = t.Object({
  list: t.UnionEnum(ticketListNames),
  snoozed,
})
export type FilterCountsQuery = Static<typeof FilterCountsQuery>

const CountOf = t.Array(t.Object({ id: t.Number(), count: t.Number() }))
/** Tickets of a list that each filter would leave, among its newest 2,000; `isPartial` when it has more. */
export const FilterCounts = t.Object({
  unanswered: t.Number(),
  unread: t.Number(),
  mine: t.Number(),
  snoozed: t.Number(),
  tags: CountOf,
  users: CountOf,
  queues: CountOf,
  connections: CountOf,
  /** The ads that brought most of these tickets; at most 20. */
  ads: t.Array(t.Object({ ad: t.String(), count: t.Number() })),
  isPartial: t.Boolean(),
})
export type FilterCounts = Static<typeof FilterCounts>

/** The filter of the waiting list, among whose tickets the next is chosen; absent for all that the user sees. */
export const AcceptNextQuery = t.Pick(TicketQuery, [
  'queueIds',
  'tags',
  'whatsappIds',
  'unanswered',
  'withUnreadMessages',
])
export type AcceptNextQuery = Static<typeof AcceptNextQuery>
/** The accepted ticket; null if none waits. */
export const NextTicket = t.Object({ ticket: t.Nullable(Ticket) })

/** Extract of a message's text or file name; `ranges` are the positions of the words in it. */
export const Snippet = t.Object({ text: t.String(), ranges: t.Array(t.Tuple([t.Number(), t.Number()])) })
/** Newest message of a ticket that contains the words of a search. */
export const TicketMatch = t.Object({ ticketId: t.Number(), messageId: t.Number(), snippet: Snippet })
export type TicketMatch = Static<typeof TicketMatch>

/**
 * Tickets in the acting user's lists without any filter, and of the requested list with its filter; null without a
 * filter. Each stops at 100, which is shown as 99+.
 */
export const TicketCounts = t.Object({
  mine: t.Number(),
  waiting: t.Number(),
  robot: t.Number(),
  all: t.Number(),
  filtered: t.Nullable(t.Number()),
})
export type TicketCounts = Static<typeof TicketCounts>

export const TicketPage = t.Object({
  tickets: t.Array(Ticket),
  ...pageFields,
  counts: TicketCounts,
  /** The acting user's pinned tickets, with the first page of open ones. */
  pinned: t.Array(Ticket),
  /** With a text: the messages found in tickets of the page whose contact does not match it. */
  matches: t.Array(TicketMatch),
})
export type TicketPage = Static<typeof TicketPage>

/** End of the snooze as local time of the company, without a zone. */
export const Snooze = t.Object({
  until: t.String({ maxLength: 40, pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$' }),
})

export const NewTicket = t.Object({
  contactId: t.Number(),
  queueId: t.Optional(t.Nullable(t.Number())),
  whatsappId: t.Optional(t.Number()),
  /** Holder of an open ticket; the acting user if absent. A pending ticket has none. */
  userId: t.Optional(t.Nullable(t.Number())),
  status: t.Optional(t.UnionEnum(['open', 'pending'], { default: undefined })),
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
  /** Name of the flow, of the events `flowStarted` and `flowEnded`. */
  flowName: t.Nullable(t.String()),
  /** Outcome, of an event `closed`. */
  outcome: t.Nullable(t.String()),
})

export const TicketHistory = t.Object({ events: t.Array(TicketEventLine) })
export type TicketHistory = Static<typeof TicketHistory>
