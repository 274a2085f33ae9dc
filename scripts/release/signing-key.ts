import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Ed25519 key that signs releases, from the environment; a sentence when there is none. */
export function readSigningKey(env: Record<string, string | undefined>): KeyObject | string {
  const file = env.BALCAO_SIGNING_KEY_FILE
  try {
    const pem = env.BALCAO_SIGNING_KEY || (file && readFileSync(file, 'utf8'))
    if (!pem)
      return 'BALCAO_SIGNING_KEY_FILE must name the private key of releases; openssl genpkey -algorithm ed25519 makes one'
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : 'the private key of releases must be of the kind ed25519'
  } catch (error) {
    return `the private key of releases cannot be read: ${(error as Error).message}`
  }
}

/** Public half, 32 bytes in base64, as BALCAO_RELEASE_KEY has it. */
export const publicKeyOf = (key: KeyObject): string =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
