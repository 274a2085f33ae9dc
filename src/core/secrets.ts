import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { CompanyKeys } from './keys/company-keys'
import { decrypt, encrypt, type Sealer } from './keys/encryption'

export type { Sealer }

/** Purposes of derived keys; each has its own key, so that a leaked one opens nothing else. */
type Purpose = 'access-token' | 'refresh-token' | 'media-link' | 'seal' | 'hash' | 'one-time'

/**
 * Keys derived from the root key (`secret.key` or `BALCAO_SECRET`): signing, the secrets of the installation, and the
 * keys of the companies, which encrypt the secrets of each company.
 */
export class Secrets implements Sealer {
  private readonly sealKey: Buffer
  private hashKey: Buffer
  /** Seals the secrets of companies. */
  readonly companies: CompanyKeys

  /** @param root at least 32 bytes of entropy in any encoding; used only to derive. */
  constructor(private readonly root: Uint8Array | string) {
    this.sealKey = this.key('seal')
    this.hashKey = this.key('hash')
    this.companies = new CompanyKeys(this)
  }

  /** 32 bytes for one purpose (HKDF-SHA256). */
  key(purpose: Purpose): Buffer {
    return Buffer.from(hkdfSync('sha256', this.root, 'balcao', purpose, 32))
  }

  seal(plain: Uint8Array | string, place: string): Uint8Array {
    return encrypt(this.sealKey, plain, place)
  }

  open(sealed: Uint8Array, place: string): Buffer {
    return decrypt(this.sealKey, sealed, place)
  }

  /** Text that tells whether a database belongs to this root key. */
  rootCheck(): string {
    return createHmac('sha256', this.key('hash')).update('installation/keyCheck').digest('base64url')
  }

  /** Key of `hash`, which outlives a rotation of the root key: stored hashes cannot be computed again. */
  get hashingKey(): Uint8Array {
    return this.hashKey
  }

  /** Uses the hash key that an earlier root key derived. */
  replaceHashingKey(key: Uint8Array) {
    this.hashKey = Buffer.from(key)
  }

  /**
   * One-time secret of a row, base64url: a mail job that runs again makes the same one, while the database stores only a
   * hash. Rotating the root key changes the one-time secrets made afterwards; the earlier key cannot compute them.
   */
  oneTime(row: string): string {
    return createHmac('sha256', this.key('one-time')).update(row).digest('base64url')
  }

  /** Keyed SHA-256 of a token, base64url: stored in place of the token, to recognise it. */
  hash(token: string): string {
    return createHmac('sha256', this.hashKey).update(token).digest('base64url')
  }
}

/** Constant-time comparison of texts of any length. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Random token of `bytes` bytes, base64url. */
export const randomToken = (bytes = 32) => randomBytes(bytes).toString('base64url')
