import { type Static, t } from 'elysia'
import { oneLine } from '../../../core/http/schemas'
import { profiles } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

const id = t.Number({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })
const token = t.String({ minLength: 1, maxLength: 200 })
const name = t.String({ minLength: limits.name.min, maxLength: limits.name.max, pattern: oneLine })
const email = t.String({ format: 'email', maxLength: limits.email.max })

/** An open invitation; `email` is null for a link that any person may use, once. */
export const Invitation = t.Object({
  id: t.Number(),
  name: t.String(),
  email: t.Nullable(t.String()),
  profile: t.UnionEnum(profiles),
  queues: t.Array(t.Object({ id: t.Number(), name: t.String(), color: t.String() })),
  /** Name of the admin who invited. */
  invitedBy: t.String(),
  createdAt: t.String(),
  expiresAt: t.String(),
})
export type Invitation = Static<typeof Invitation>

export const NewInvitation = t.Object({
  name: t.Optional(name),
  email: t.Optional(email),
  profile: t.UnionEnum(profiles, { default: undefined }),
  queueIds: t.Optional(t.Array(id, { maxItems: limits.invitationQueues })),
})
export type NewInvitation = Static<typeof NewInvitation>

/** `link` is in this answer only; `mailed`: whether an e-mail with it is on its way. */
export const CreatedInvitation = t.Object({ invitation: Invitation, link: t.String(), mailed: t.Boolean() })
export type CreatedInvitation = Static<typeof CreatedInvitation>

export const InvitationToken = t.Object({ token })

/** The invitation as the invited person sees it. */
export const InvitationFacts = t.Object({
  company: t.String(),
  invitedBy: t.String(),
  name: t.String(),
  email: t.Nullable(t.String()),
  /** Minimum length of the password. */
  passwordMin: t.Number(),
})
export type InvitationFacts = Static<typeof InvitationFacts>

/** `email` is required, and used, when the invitation has none. */
export const Acceptance = t.Object({
  token,
  name,
  email: t.Optional(email),
  password: t.String({ minLength: limits.password.min, maxLength: limits.password.max }),
})
export type Acceptance = Static<typeof Acceptance>
