import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** Encryption at rest, bound to a place: table, column and row. */
export interface Sealer {
  seal(plain: Uint8Array | string, place: string): Uint8Array
  /** Throws when the bytes were altered, or sealed for another place or by another key. */
  open(sealed: Uint8Array, place: string): Buffer
}

/** AES-256-GCM as nonce ‖ tag ‖ ciphertext, bound to `place`, so that secrets of two rows cannot be swapped. */
export function encrypt(key: Uint8Array, plain: Uint8Array | string, place: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Opens what `encrypt` made. Throws for altered bytes, another key and another place. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, place: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
}
