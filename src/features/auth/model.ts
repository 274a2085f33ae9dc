import { type Static, t } from 'elysia'
import { languages } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { PlanFlags } from '../plans/model'
import { User } from '../users/model'

/** The signed-in person and company. */
export const Me = t.Composite([
  User,
  t.Object({
    /** True for a super user without a second factor, who is refused everything but setting one up. */
    mustEnrol: t.Boolean(),
    company: t.Object({
      id: t.Number(),
      name: t.String(),
      dueDate: t.String(),
      timeZone: t.String(),
      language: t.UnionEnum(languages),
      settings: t.Array(t.Object({ key: t.String(), value: t.String() })),
      plan: PlanFlags,
    }),
  }),
])
export type Me = Static<typeof Me>

export const LoginAnswer = t.Object({ token: t.String(), user: Me })
export type LoginAnswer = Static<typeof LoginAnswer>

export const emailField = t.String({ format: 'email', maxLength: limits.email.max })
export const newPassword = t.String({ minLength: limits.password.min, maxLength: limits.password.max })
export const nameField = t.String({ minLength: limits.name.min, maxLength: limits.name.max })

/** The password has no minimum length: a short one is answered like any wrong one, without revealing the rules. */
export const Credentials = t.Object({
  email: t.String({ maxLength: limits.email.max }),
  password: t.String({ maxLength: 200 }),
})
export type Credentials = Static<typeof Credentials>

/** The challenge that a correct password got, and a code of the app or a recovery code. */
export const SecondStep = t.Object({ challenge: t.String({ maxLength: 1000 }), code: t.String({ maxLength: 20 }) })
export type SecondStep = Static<typeof SecondStep>

export const FirstCode = t.Object({ code: t.String({ maxLength: 20 }) })
export const PasswordProof = t.Object({ password: t.String({ maxLength: 200 }) })
export const PasswordAndCode = t.Object({ password: t.String({ maxLength: 200 }), code: t.String({ maxLength: 20 }) })

/** One login of the acting person; `endedAt` is null while it is active. */
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

/**
 * POST /auth/setup: the first super user. `token` comes from the one-time link that the server prints when it starts.
 */
export const Setup = t.Object({
  token: t.String({ maxLength: 200 }),
  name: nameField,
  email: emailField,
  password: newPassword,
})
export type Setup = Static<typeof Setup>
