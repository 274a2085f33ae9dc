import { expect, test } from 'bun:test'
import {
  type BackupKey,
  createKeyPair,
  decryptBytes,
  encryptBytes,
  type OpeningKey,
} from '../../../src/core/backup/age'

const passphrase = 'correct horse battery staple'
const none: OpeningKey = { passphrase: null, identity: null }

async function* chunksOf(bytes: Uint8Array, size = 50_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const collect = async (bytes: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(bytes))
const encrypt = async (bytes: Uint8Array, key: BackupKey) => collect(await encryptBytes(chunksOf(bytes), key))
const decrypt = async (bytes: Uint8Array, key: Partial<OpeningKey>) =>
  collect(await decryptBytes(chunksOf(bytes), { ...none, ...key }))

const random = (length: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(Math.min(length, 65_536))))
const large = Buffer.concat(Array.from({ length: 5 }, () => random(65_536)))

test.each([0, 1, 65_535, 65_536, 65_537, large.length])(
  '%d bytes come back by passphrase and by key',
  async (length) => {
    const bytes = large.subarray(0, length)
    const { identity, recipient } = await createKeyPair()
    for (const [key, opening] of [
      [{ passphrase }, { passphrase }],
      [{ recipients: [recipient] }, { identity }],
      [{ identity }, { identity }],
    ] satisfies [BackupKey, Partial<OpeningKey>][])
      expect((await decrypt(await encrypt(bytes, key), opening)).equals(bytes)).toBe(true)
  },
)

test('another passphrase or key is refused in one sentence', async () => {
  const [own, other] = [await createKeyPair(), await createKeyPair()]
  const refusal = 'the passphrase or key does not open this backup; nothing was changed'
  await expect(decrypt(await encrypt(large, { passphrase }), { passphrase: `${passphrase}!` })).rejects.toThrow(refusal)
  const encrypted = await encrypt(large, { recipients: [own.recipient] })
  await expect(decrypt(encrypted, { identity: other.identity })).rejects.toThrow(refusal)
})

test('bytes that were cut off or changed anywhere are refused', async () => {
  const { identity, recipient } = await createKeyPair()
  const encrypted = await encrypt(large, { recipients: [recipient] })
  for (const length of [encrypted.length - 1, encrypted.length - 20, 70_000, 65_536 + 300, 150, 10])
    await expect(decrypt(encrypted.subarray(0, length), { identity })).rejects.toThrow()
  for (const at of [30, 150, 250, 70_000, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] as number) ^ 1
    await expect(decrypt(changed, { identity })).rejects.toThrow()
  }
  await expect(decrypt(Buffer.concat([encrypted, Buffer.from('more')]), { identity })).rejects.toThrow()
})
