import { type Static, t } from 'elysia'
import { pageNumber, something } from '../../core/http/http'
import { languages, profiles } from '../../shared/enums'
import { limits, undoChoices } from '../../shared/limits'

export const User = t.Object({
  id: t.Number(),
  name: t.String(),
  email: t.String(),
  profile: t.UnionEnum(profiles),
  super: t.Boolean(),
  /** `enabled` or `desabled` (specification §3). */
  allTicket: t.String(),
  language: t.Nullable(t.UnionEnum(languages)),
  whatsappId: t.Nullable(t.Number()),
  /** Seconds in which a sent message can be taken back; 0 sends at once. */
  undoSeconds: t.Number(),
  /** A browser of theirs is connected. */
  online: t.Boolean(),
  lastSeenAt: t.Nullable(t.String()),
  /** Signs in with a code as well. */
  secondFactor: t.Boolean(),
  companyId: t.Number(),
  queues: t.Array(t.Object({ id: t.Number(), name: t.String(), color: t.String() })),
})
export type User = Static<typeof User>

/** A row of the selects of transfer and filter. */
export const ListedUser = t.Object({
  id: t.Number(),
  name: t.String(),
  profile: t.UnionEnum(profiles),
  queueIds: t.Array(t.Number()),
})
export type ListedUser = Static<typeof ListedUser>

/** `cursor` is the opaque `next` of the page before; `pageNumber` is for scripts. */
export const UserQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type UserQuery = Static<typeof UserQuery>

const id = t.Number({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })

/** What an admin says of a person beyond what people say of themselves. */
const rights = {
  profile: t.UnionEnum(profiles, { default: undefined }),
  /** Both spellings are taken (decisions.md, Wire). */
  allTicket: t.UnionEnum(['enabled', 'desabled', 'disabled'], { default: undefined }),
  queueIds: t.Array(id, { maxItems: 500 }),
  whatsappId: t.Nullable(id),
}

/**
 * What people may change of themselves, and admins of everybody; whoever changes their own e-mail or password says
 * `currentPassword`. The rights below are an admin's to give, and dropped from others. Without `default`
 * Elysia would fill a language in that nobody asked for: the first one.
 */
export const UserPatch = t.Partial(
  t.Object({
    name: t.String({ minLength: limits.name.min, maxLength: limits.name.max }),
    email: t.String({ format: 'email', maxLength: limits.email.max }),
    password: t.String({ minLength: limits.password.min, maxLength: limits.password.max }),
    currentPassword: t.String({ maxLength: 200 }),
    language: t.Nullable(t.UnionEnum(languages, { default: undefined })),
    undoSeconds: t.UnionEnum(undoChoices, { default: undefined }),
    ...rights,
  }),
  something,
)
export type UserPatch = Static<typeof UserPatch>

/** Who runs the installation, beside being of the company; `password` is asked of whoever begins to. */
export const SuperChange = t.Object({
  super: t.Boolean(),
  password: t.Optional(t.String({ minLength: limits.password.superMin, maxLength: limits.password.max })),
})
export type SuperChange = Static<typeof SuperChange>

export const NewUser = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max }),
  email: t.String({ format: 'email', maxLength: limits.email.max }),
  password: t.String({ minLength: limits.password.min, maxLength: limits.password.max }),
  profile: t.UnionEnum(profiles),
  allTicket: t.Optional(rights.allTicket),
  queueIds: t.Optional(rights.queueIds),
  whatsappId: t.Optional(rights.whatsappId),
  language: t.Optional(t.Nullable(t.UnionEnum(languages, { default: undefined }))),
})
export type NewUser = Static<typeof NewUser>
