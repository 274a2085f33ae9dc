import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'
import { emailField, nameField, newPassword } from '../auth/model'

/** POST /companies/cadastro: what a stranger may say of a new company; the rest is the server's to decide. */
export const Signup = t.Object({
  name: nameField,
  email: emailField,
  /** Brazilian, with area code; punctuation is dropped. */
  phone: t.String({ maxLength: 20, pattern: `^(\\D*\\d){10,${limits.phone.max}}\\D*$` }),
  password: newPassword,
  planId: t.Number(),
})
export type Signup = Static<typeof Signup>

export const SignedUp = t.Object({ id: t.Number(), name: t.String(), dueDate: t.String() })
export type SignedUp = Static<typeof SignedUp>
