import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Options of the server, as far as the authenticator reads them. */
interface Creation {
  rp: { id: string }
  user: { id: string }
  challenge: string
}
interface Request {
  rpId: string
  challenge: string
  allowCredentials: { id: string }[]
}

/** Deviations of an attacker from what an honest browser and authenticator do. */
export interface Deviations {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Value of the counter; by default one more than at the last signature. */
  counter?: number
  /** False for a signature without fingerprint, face or PIN. */
  verified?: boolean
  userHandle?: string
  crossOrigin?: boolean
  /** Id of the new passkey; random by default. */
  credentialId?: string
  /** Site around the frame, which browsers name beside `crossOrigin`. */
  topOrigin?: string
  attestation?: { fmt: string; statement: CborValue }
}

interface Credential {
  id: string
  rpId: string
  userHandle: string
  key: KeyObject
  counter: number
}

/**
 * Authenticator and browser in software: makes passkeys and signs with ES256 as WebAuthn level 3 describes, and like an
 * attacker where a test asks for it.
 */
export class SoftAuthenticator {
  readonly credentials: Credential[] = []

  constructor(private readonly origin = 'http://localhost:3000') {}

  /** Answer to creation options (`RegistrationResponseJSON`). */
  create({ rp, user, challenge }: Creation, deviations: Deviations = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential = {
      id: deviations.credentialId ?? randomBytes(16).toString('base64url'),
      rpId: rp.id,
      userHandle: user.id,
      key: privateKey,
      counter: 0,
    }
    this.credentials.push(credential)
    const { x, y } = publicKey.export({ format: 'jwk' })
    const coseKey = cborOf(
      new Map<CborKey, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
    const id = Buffer.from(credential.id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
    const authData = Buffer.concat([this.authenticatorData(credential, deviations, 0x40), attested])
    const { fmt, statement } = deviations.attestation ?? { fmt: 'none', statement: new Map() }
    const attestationObject = cborOf(
      new Map<CborKey, CborValue>([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    )
    const response = {
      clientDataJSON: this.clientData('webauthn.create', challenge, deviations).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    }
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key' as const,
      response,
      clientExtensionResults: {},
    }
  }

  /** Answer to request options (`AuthenticationResponseJSON`), with the newest fitting passkey. */
  get({ rpId, challenge, allowCredentials }: Request, deviations: Deviations = {}) {
    const allowed = allowCredentials.map(({ id }) => id)
    const credential = this.credentials.findLast(
      ({ id, ...rest }) => rest.rpId === rpId && (allowed.length === 0 || allowed.includes(id)),
    )
    if (!credential) throw new Error('the authenticator has no such passkey')
    return this.assert(credential, challenge, deviations)
  }

  /** Signature by one passkey, whatever the server asked for. */
  assert(credential: Credential, challenge: string, deviations: Deviations = {}) {
    credential.counter = deviations.counter ?? credential.counter + 1
    const authData = this.authenticatorData(credential, deviations)
    const clientData = this.clientData('webauthn.get', challenge, deviations)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, credential.key).toString('base64url'),
      userHandle: deviations.userHandle ?? credential.userHandle,
    }
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key' as const,
      response,
      clientExtensionResults: {},
    }
  }

  private clientData = (type: string, challenge: string, deviations: Deviations) =>
    Buffer.from(
      JSON.stringify({
        type: deviations.type ?? type,
        challenge: deviations.challenge ?? challenge,
        origin: deviations.origin ?? this.origin,
        crossOrigin: deviations.crossOrigin ?? false,
        ...(deviations.topOrigin !== undefined && { topOrigin: deviations.topOrigin }),
      }),
    )

  /** Hash of the site, flags (present, verified) and counter (WebAuthn level 3, §6.1). */
  private authenticatorData({ rpId, counter }: Credential, deviations: Deviations, moreFlags = 0): Buffer {
    const data = Buffer.alloc(37)
    createHash('sha256')
      .update(deviations.rpId ?? rpId)
      .digest()
      .copy(data)
    data[32] = 0x01 | (deviations.verified === false ? 0 : 0x04) | moreFlags
    data.writeUInt32BE(counter, 33)
    return data
  }
}

type CborKey = number | string
type CborValue = number | string | Uint8Array | CborValue[] | Map<CborKey, CborValue>

/** Encodes numbers, texts, bytes, lists and maps in CBOR (RFC 8949). */
function cborOf(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cborOf)])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cborOf(part as CborValue))])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
