import { type Static, t } from 'elysia'
import { oneLine } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'
import { CompanyFacts } from '../../platform/company/model'
import { PasskeyAnswer } from '../passkeys/model'
import { User } from '../users/model'

/** The signed-in person and company. */
export const Me = t.Composite([
  User,
  t.Object({
    /** True for a login without a required second factor, which is refused everything but setting one up. */
    mustEnrol: t.Boolean(),
    /** True when the installation or the company requires a second factor; it cannot be turned off then. */
    secondFactorRequired: t.Boolean(),
    /** Names the login in addresses of files: added as `&s=` to those of events, which are made for many people. */
    mediaPass: t.String(),
    company: t.Composite([
      CompanyFacts,
      t.Object({
        /** Minimum length of new passwords in force; super users need more. */
        passwordMin: t.Number(),
        settings: t.Array(t.Object({ key: t.String(), value: t.String() })),
      }),
    ]),
  }),
])
export type Me = Static<typeof Me>

export const LoginAnswer = t.Object({ token: t.String(), user: Me })
export type LoginAnswer = Static<typeof LoginAnswer>

/** Names of the cookie with the refresh token: without https, and under https (ADR 93). */
export const plainCookieName = 'jrt'
export const hostCookieName = '__Host-jrt'
/** Accepts any value, so that a foreign cookie is answered 401 by the refresh and not 422 by the schema. */
export const refreshCookieSchema = t.Cookie({
  [plainCookieName]: t.Optional(t.Unknown()),
  [hostCookieName]: t.Optional(t.Unknown()),
})

/** `ended`: number of logins that the logout ended. */
export const LoggedOut = t.Object({ ok: t.Boolean(), ended: t.Number() })

export const emailField = t.String({ format: 'email', maxLength: limits.email.max })
export const newPassword = t.String({ minLength: limits.password.min, maxLength: limits.password.max })
export const nameField = t.String({ minLength: limits.name.min, maxLength: limits.name.max, pattern: oneLine })

/** The password has no minimum length: a short one is answered like any wrong one, without revealing the rules. */
export const Credentials = t.Object({
  email: t.String({ maxLength: limits.email.max }),
  password: t.String({ maxLength: 200 }),
})
export type Credentials = Static<typeof Credentials>

/** The challenge that a correct password got, and a code of the app or a recovery code. */
export const SecondStep = t.Object({ challenge: t.String({ maxLength: 1000 }), code: t.String({ maxLength: 20 }) })
export type SecondStep = Static<typeof SecondStep>

const challenge = t.Optional(t.String({ maxLength: 1000 }))
/**
 * Login with a passkey; `challenge` is that of a correct password, when the passkey is the second step. The start takes
 * null in its place, because Elysia reads a missing or unreadable body as an empty object.
 */
export const PasskeyLoginStart = t.Object({ challenge: t.Nullable(t.String({ maxLength: 1000 })) })
export const PasskeyLogin = t.Composite([PasskeyAnswer, t.Object({ challenge })])

export const FirstCode = t.Object({ code: t.String({ maxLength: 20 }) })
export const PasswordProof = t.Object({ password: t.String({ maxLength: 200 }) })
/** `code` is required of a person with an authenticator app. */
export const PasswordAndCode = t.Object({
  password: t.String({ maxLength: 200 }),
  code: t.Optional(t.String({ maxLength: 20 })),
})

/**
 * POST /auth/setup: the first super user. `token` comes from the one-time link that the server prints when it starts.
 * `companyName` names the company that is made for them.
 */
export const Setup = t.Object({
  token: t.String({ maxLength: 200 }),
  name: nameField,
  email: emailField,
  password: newPassword,
  companyName: t.Optional(
    t.String({ minLength: limits.companyName.min, maxLength: limits.companyName.max, pattern: oneLine }),
  ),
  /** True for an owner who sells Balcão to other companies, which opens the sign-up; missing leaves it as it is. */
  sells: t.Optional(t.Boolean()),
})
export type Setup = Static<typeof Setup>
