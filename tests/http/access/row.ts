import type { Ids, Kind } from './actors'

type Body = (ids: Ids) => object

/** Statuses for bob, vera, sara and ana. */
export type Four = readonly [bob: number, vera: number, sara: number, ana: number]

export interface Row {
  /** Statuses for one's own; routes without any id have only these. */
  own: Four
  /** For a colleague's; as `own` unless given. */
  unseen?: Four
  /** Whose id the path takes. */
  path?: Kind
  body?: Body
  /** The body is this text as it is, not JSON. */
  raw?: string
  /** The body is a form with a file. */
  form?: (ids: Ids) => FormData
  /** One body for each id a body may name; the other ids are one's own. */
  pointing?: Record<string, (own: Ids, other: Ids) => object>
  /** The same for queries. */
  asking?: Record<string, (other: Ids) => string>
  /** A query without which it would be refused. */
  query?: string
  /** Asked of a stranger: the status for everybody, whatever token they send. */
  open?: number
  /** Above companies: the super user's status for whatever there is, in any company. */
  above?: number
  /** Also good for a licence that ran out. */
  renewal?: true
  /** For another company's admin about what is their own, where it is not as for `own`. */
  home?: number
  /** Judges tokens by itself: statuses for nobody and for garbage. */
  strangers?: readonly [number, number]
}

export const all: Four = [200, 200, 200, 200]
/** The provider's alone. */
export const none: Four = [403, 403, 403, 403]
export const admins: Four = [403, 403, 403, 200]
export const leaders: Four = [403, 403, 200, 200]
export const mine: Four = [200, 403, 200, 200]
export const hers: Four = [403, 200, 403, 200]
export const seen = { own: mine, unseen: hers }
/** Internal chats: their members, and to all others they are not there. */
export const among = { own: [200, 404, 404, 200], unseen: [404, 200, 404, 404] } as const
/** A person's own things, which admins have no business with, and those they may change. */
export const personal = { own: [200, 403, 403, 403], unseen: [403, 200, 403, 403] } as const
export const authored = { own: [200, 403, 403, 200], unseen: [403, 200, 403, 200] } as const

/** What asks for the password again is given a wrong one. */
export const mistaken: Four = [400, 400, 400, 400]
export const wrongProof = () => ({ password: 'wrong one', code: '000000' })
