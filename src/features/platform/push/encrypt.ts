import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushAddress } from './model'

const recordSize = 4096
const label = (text: string) => Buffer.from(`${text}\0`)
const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Random values; fixed in the tests of the RFC's example. */
interface RandomValues {
  salt: Uint8Array
  privateKey?: Uint8Array
}

/** Encrypts one message as one record that only the subscribed browser can read (RFC 8291 over RFC 8188, aes128gcm). */
export function encryptPush(text: string, { keys }: PushAddress, chance: RandomValues = { salt: randomBytes(16) }) {
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  if (chance.privateKey) pair.setPrivateKey(chance.privateKey)
  else pair.generateKeys()
  const ours = pair.getPublicKey()
  const info = Buffer.concat([label('WebPush: info'), theirs, ours])
  const secret = derive(pair.computeSecret(theirs), Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(secret, chance.salt, label('Content-Encoding: aes128gcm'), 16)
  const nonce = derive(secret, chance.salt, label('Content-Encoding: nonce'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const lastRecord = Buffer.from([2])
  const sealed = [cipher.update(text), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([header(chance.salt, ours), ...sealed])
}

function header(salt: Uint8Array, publicKey: Uint8Array): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordSize)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([salt, sizes, publicKey])
}
