import { type Static, t } from 'elysia'
import { oneLine } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** A passkey as its owner sees it. */
export const Passkey = t.Object({
  id: t.Number(),
  name: t.String(),
  /** True for a passkey that its owner's devices share; false for one of a single device or security key. */
  synced: t.Boolean(),
  /** Host name of the address at which it works. */
  rpId: t.String(),
  createdAt: t.String(),
  lastUsedAt: t.Nullable(t.String()),
})
export type Passkey = Static<typeof Passkey>

const text = (maxLength: number) => t.String({ maxLength })
const Credential = t.Object({
  type: t.Literal('public-key'),
  id: t.String(),
  transports: t.Optional(t.Array(t.String())),
})

/** `PublicKeyCredentialCreationOptionsJSON` and `PublicKeyCredentialRequestOptionsJSON` of WebAuthn level 3, §5.1. */
export const CreationOptions = t.Object({
  rp: t.Object({ id: t.String(), name: t.String() }),
  user: t.Object({ id: t.String(), name: t.String(), displayName: t.String() }),
  challenge: t.String(),
  pubKeyCredParams: t.Array(t.Object({ type: t.Literal('public-key'), alg: t.Number() })),
  timeout: t.Number(),
  excludeCredentials: t.Array(Credential),
  authenticatorSelection: t.Object({
    residentKey: t.Literal('required'),
    requireResidentKey: t.Boolean(),
    userVerification: t.Literal('required'),
  }),
  attestation: t.Literal('none'),
})
export type CreationOptions = Static<typeof CreationOptions>

export const RequestOptions = t.Object({
  rpId: t.String(),
  challenge: t.String(),
  timeout: t.Number(),
  userVerification: t.Literal('required'),
  allowCredentials: t.Array(Credential),
})
export type RequestOptions = Static<typeof RequestOptions>

const credentialFields = {
  id: text(1400),
  rawId: text(1400),
  type: t.UnionEnum(['public-key']),
  clientExtensionResults: t.Object({}),
  authenticatorAttachment: t.Optional(t.Nullable(text(50))),
}

/** Answer of an authenticator to `CreationOptions`, in base64url (`RegistrationResponseJSON`). */
export const Registration = t.Object({
  ...credentialFields,
  response: t.Object({
    clientDataJSON: text(4000),
    attestationObject: text(20_000),
    transports: t.Optional(t.Array(text(50), { maxItems: 10 })),
  }),
})
export type Registration = Static<typeof Registration>

/** Answer of an authenticator to `RequestOptions`, in base64url (`AuthenticationResponseJSON`). */
export const Assertion = t.Object({
  ...credentialFields,
  response: t.Object({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(8000),
    userHandle: t.Optional(text(200)),
  }),
})
export type Assertion = Static<typeof Assertion>

const state = text(2000)
const name = t.String({ minLength: limits.passkeyName.min, maxLength: limits.passkeyName.max, pattern: oneLine })

export const PasskeyName = t.Object({ name })
export const NewPasskey = t.Object({ state, name, response: Registration })
export type NewPasskey = Static<typeof NewPasskey>

export const PasskeyAnswer = t.Object({ state, response: Assertion })
export type PasskeyAnswer = Static<typeof PasskeyAnswer>
