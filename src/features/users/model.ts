import { type Static, t } from 'elysia'
import { languages, profiles } from '../../shared/enums'

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
