import { type Static, t } from 'elysia'
import { atLeastOneField, neverBlank, oneLine, pageNumber } from '../../../core/http/schemas'
import { languages, profiles } from '../../../shared/enums'
import { limits, undoChoices } from '../../../shared/limits'

export const User = t.Object({
  id: t.Number(),
  name: t.String(),
  email: t.String(),
  profile: t.UnionEnum(profiles),
  super: t.Boolean(),
  /** `enabled` or `desabled`. */
  allTicket: t.String(),
  language: t.Nullable(t.UnionEnum(languages)),
  whatsappId: t.Nullable(t.Number()),
  /** Seconds during which sending a message can be undone; 0 sends at once. */
  undoSeconds: t.Number(),
  /** True while a browser of the user is connected. */
  online: t.Boolean(),
  lastSeenAt: t.Nullable(t.String()),
  /** True while the user receives no new tickets by distribution. */
  away: t.Boolean(),
  /** True when the login requires a code as well. */
  secondFactor: t.Boolean(),
  companyId: t.Number(),
  queues: t.Array(t.Object({ id: t.Number(), name: t.String(), color: t.String() })),
})
export type User = Static<typeof User>

/** A user in the selects of transfer and filter. */
export const ListedUser = t.Object({
  id: t.Number(),
  name: t.String(),
  profile: t.UnionEnum(profiles),
  queueIds: t.Array(t.Number()),
  /** True while a browser of the user is connected. */
  online: t.Boolean(),
  /** True if the user takes no new tickets for now. */
  away: t.Boolean(),
  /** Number of open tickets that the user holds. */
  openTickets: t.Number(),
})
export type ListedUser = Static<typeof ListedUser>

/** `cursor` is the opaque `next` of the previous page; `pageNumber` is for scripts. */
export const UserQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type UserQuery = Static<typeof UserQuery>

const id = t.Number({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })

/** Fields that only admins may set. */
const rights = {
  profile: t.UnionEnum(profiles, { default: undefined }),
  /** Both spellings are accepted. */
  allTicket: t.UnionEnum(['enabled', 'desabled', 'disabled'], { default: undefined }),
  queueIds: t.Array(id, { maxItems: 500 }),
  whatsappId: t.Nullable(id),
}

/**
 * Fields users may change of themselves, and admins of all users. Changing one's own e-mail or password requires
 * `currentPassword`. The `rights` are dropped from requests of users who are not admins. Without `default: undefined`
 * Elysia fills in the first language when the field is absent.
 */
export const UserPatch = t.Partial(
  t.Object({
    name: t.String({ minLength: limits.name.min, maxLength: limits.name.max, pattern: oneLine }),
    email: t.String({ format: 'email', maxLength: limits.email.max }),
    password: t.String({ minLength: limits.password.min, maxLength: limits.password.max }),
    currentPassword: t.String({ maxLength: 200 }),
    language: t.Nullable(t.UnionEnum(languages, { default: undefined })),
    undoSeconds: t.UnionEnum(undoChoices, { default: undefined }),
    away: t.Boolean(),
    ...rights,
  }),
  { ...atLeastOneField, ...neverBlank(['name', 'email', 'profile']) },
)
export type UserPatch = Static<typeof UserPatch>

/** Grants or removes administration of the installation; `password` is required for granting. */
export const SuperChange = t.Object({
  super: t.Boolean(),
  password: t.Optional(t.String({ minLength: limits.password.superMin, maxLength: limits.password.max })),
})
export type SuperChange = Static<typeof SuperChange>

export const NewUser = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max, pattern: oneLine }),
  email: t.String({ format: 'email', maxLength: limits.email.max }),
  password: t.String({ minLength: limits.password.min, maxLength: limits.password.max }),
  profile: t.UnionEnum(profiles),
  allTicket: t.Optional(rights.allTicket),
  queueIds: t.Optional(rights.queueIds),
  whatsappId: t.Optional(rights.whatsappId),
  language: t.Optional(t.Nullable(t.UnionEnum(languages, { default: undefined }))),
})
export type NewUser = Static<typeof NewUser>

/** One login of a user; `isThis`: the one of the request; `endedAt` is null while it is active. */
export const LoginRow = t.Object({
  id: t.Number(),
  userAgent: t.String(),
  address: t.String(),
  createdAt: t.String(),
  lastUsedAt: t.String(),
  endedAt: t.Nullable(t.String()),
  revokedFor: t.Nullable(t.String()),
  isThis: t.Boolean(),
})
export type LoginRow = Static<typeof LoginRow>
