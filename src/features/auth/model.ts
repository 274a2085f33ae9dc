import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'
import { PlanFlags } from '../plans/model'
import { User } from '../users/model'

/** The signed-in person and company, as the interface needs them. */
export const Me = t.Composite([
  User,
  t.Object({
    company: t.Object({
      id: t.Number(),
      name: t.String(),
      dueDate: t.String(),
      timeZone: t.String(),
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

/** No lower bound on the password: what is too short is simply wrong, and tells nothing about the rules of others. */
export const Credentials = t.Object({
  email: t.String({ maxLength: limits.email.max }),
  password: t.String({ maxLength: 200 }),
})
export type Credentials = Static<typeof Credentials>

/** POST /auth/setup: the first super user, by the one-time link the first run prints. */
export const Setup = t.Object({
  token: t.String({ maxLength: 200 }),
  name: nameField,
  email: emailField,
  password: newPassword,
})
export type Setup = Static<typeof Setup>
