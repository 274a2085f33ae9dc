import { type Static, t } from 'elysia'
import { languages } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { strongPattern } from '../../../shared/passwords'

const email = t.String({ format: 'email', maxLength: limits.email.max })
const token = t.String({ minLength: 1, maxLength: limits.resetCode.max })
/** At least eight characters with a digit, a lower-case and a capital letter. */
const password = t.String({
  minLength: limits.resetPassword.min,
  maxLength: limits.resetPassword.max,
  pattern: strongPattern,
})

/** POST /forgetpassword: `language` is used for the mail when the user has set none. */
export const ResetCodeInput = t.Object({ email, language: t.Optional(t.UnionEnum(languages)) })
export type ResetCodeInput = Static<typeof ResetCodeInput>

/** POST /resetpasswords: `token` is the code of the mail. */
export const PasswordResetInput = t.Object({ email, token, password })
export type PasswordResetInput = Static<typeof PasswordResetInput>

export const ResetCodeSent = t.Object({ minutes: t.Number() })
