import type { Ids, Kind } from './actors'

type Body = (ids: Ids) => object

/** Expected statuses for the users of one company. */
type Statuses = readonly [bob: number, vera: number, sara: number, ana: number]

/** Expected statuses and request of one route; `expectedStatus` derives the statuses of the other actors. */
export interface Row {
  /** Statuses for target `own`; the only ones of a route that takes no id. */
  own: Statuses
  /** Statuses for target `unseen`; the same as `own` unless given. */
  unseen?: Statuses
  /** Kind of the id in the path. */
  pathId?: Kind
  body?: Body
  /** Body that is not JSON, sent unchanged. */
  rawBody?: string
  /** Form with a file. */
  form?: (ids: Ids) => FormData
  /** By field of the body that takes an id: a body with the id of another target; its other ids are those of `own`. */
  bodiesWithId?: Record<string, (own: Ids, other: Ids) => object>
  /** By query parameter that takes an id or cursor: a query with the id of another target. */
  queriesWithId?: Record<string, (other: Ids) => string>
  /** Query that the route requires. */
  query?: string
  /** For routes without authentication: the status for every actor. */
  anyone?: number
  /** For routes of the provider: Root's status, for the rows of any company. */
  superUser?: number
  /** True if the route accepts the token of an expired licence. */
  expiredLicence?: true
  /** Rui's status for the rows of his own company, where the one derived from `own` does not apply. */
  foreignAdmin?: number
  /** For routes that check the token themselves: statuses of `anonymous` and `invalidToken`. */
  unauthenticated?: readonly [number, number]
}

export const all: Statuses = [200, 200, 200, 200]
/** Routes for the provider only; `expectedStatus` compares with this very array. */
export const none: Statuses = [403, 403, 403, 403]
export const admins: Statuses = [403, 403, 403, 200]
/** Supervisors and admins; `expectedStatus` compares with this very array. */
export const supervisors: Statuses = [403, 403, 200, 200]
/** Tickets: for their agent, the supervisors of their queue, and admins. */
export const visible = { own: [200, 403, 200, 200], unseen: [403, 200, 403, 200] } as const
/** Internal chats: for their members; they do not exist for other users. */
export const chatMembers = { own: [200, 404, 404, 200], unseen: [404, 200, 404, 404] } as const
/** Rows that only their owner may use, not even admins. */
export const ownerOnly = { own: [200, 403, 403, 403], unseen: [403, 200, 403, 403] } as const
export const ownerAndAdmins = { own: [200, 403, 403, 200], unseen: [403, 200, 403, 200] } as const
/** Routes that ask for the password again and receive a wrong one. */
export const wrongPassword: Statuses = [400, 400, 400, 400]
