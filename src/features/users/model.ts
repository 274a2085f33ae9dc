import { type Static, t } from 'elysia'
import { something } from '../../core/http'
import { languages, profiles } from '../../shared/enums'
import { limits } from '../../shared/limits'

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

/**
 * What people may change of themselves; `currentPassword` is needed for a new e-mail or password. Without `default`
 * Elysia would fill a language in that nobody asked for: the first one.
 */
export const SelfInput = t.Partial(
  t.Object({
    name: t.String({ minLength: limits.name.min, maxLength: limits.name.max }),
    email: t.String({ format: 'email', maxLength: limits.email.max }),
    password: t.String({ minLength: limits.password.min, maxLength: limits.password.max }),
    currentPassword: t.String({ maxLength: 200 }),
    language: t.Nullable(t.UnionEnum(languages, { default: undefined })),
  }),
  something,
)
export type SelfInput = Static<typeof SelfInput>
