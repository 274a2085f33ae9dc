import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Purposes of derived keys; each has its own key, so that a leaked one opens nothing else. */
export type Purpose = 'access-token' | 'refresh-token' | 'media-link' | 'seal' | 'hash'

const nonceBytes = 12
const tagBytes = 16

/**
 * Keys derived from the root key (decisions.md, `BALCAO_SECRET`): signing and encryption at rest. Sealed values are
 * AES-256-GCM (nonce ‖ tag ‖ ciphertext), bound to `place` (table, column, row), so that secrets of two rows cannot be
 * swapped.
 */
export class Secrets {
  private readonly sealKey: Buffer
  private readonly hashKey: Buffer

  /** @param root at least 32 bytes of entropy in any encoding; used only to derive. */
  constructor(private readonly root: Uint8Array | string) {
    this.sealKey = this.key('seal')
    this.hashKey = this.key('hash')
  }

  /** 32 bytes for one purpose (HKDF-SHA256). */
  key(purpose: Purpose): Buffer {
    return Buffer.from(hkdfSync('sha256', this.root, 'balcao', purpose, 32))
  }

  seal(plain: Uint8Array | string, place: string): Uint8Array {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.sealKey, nonce)
    cipher.setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }

  /** Decrypts sealed bytes. Throws when they were altered or sealed for another place. */
  open(sealed: Uint8Array, place: string): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const decipher = createDecipheriv('aes-256-gcm', this.sealKey, bytes.subarray(0, nonceBytes))
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
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
