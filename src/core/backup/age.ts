import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { UserError } from '../user-error'

/** Key of encrypted backups (format age, https://age-encryption.org/v1): public ones of the owner, or a passphrase. */
export type BackupKey = { passphrase: string } | { recipients: string[] } | { identity: string }

/** Secret that opens a backup: the passphrase, or the secret key of one of its recipients. */
export interface OpeningKey {
  passphrase: string | null
  identity: string | null
}

/** First bytes of every encrypted file. */
export const ageMark = 'age-encryption.org/v1\n'

/**
 * Base-2 logarithm of the cost of a passphrase. 2^16 needs 64 MB of memory; the default of age, 2^18, needs 256 MB, which
 * a small machine does not have beside the server.
 */
const passphraseCost = 16

/** Encrypts a stream of bytes. */
export async function encryptBytes(
  bytes: AsyncIterable<Uint8Array>,
  key: BackupKey,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = await encrypterFor(key)
  return chunksOf(await encrypter.encrypt(streamOf(bytes)))
}

async function encrypterFor(key: BackupKey): Promise<Encrypter> {
  const encrypter = new Encrypter()
  if ('passphrase' in key) {
    encrypter.setScryptWorkFactor(passphraseCost)
    encrypter.setPassphrase(key.passphrase)
  } else {
    const recipients = 'identity' in key ? [await identityToRecipient(key.identity)] : key.recipients
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  }
  return encrypter
}

/** Checks that the key can encrypt. @throws Error for a mistyped one */
export const assertUsableKey = async (key: BackupKey) => void (await encrypterFor(key))

/** New key pair: `identity` is secret and opens backups, `recipient` is public and makes them. */
export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

const wrongKey = 'no identity matched'

/**
 * Decrypts a stream of bytes. A file that was cut off or changed fails at the latest at its end.
 * @throws UserError for another key, Error for a damaged file
 */
export async function decryptBytes(
  bytes: AsyncIterable<Uint8Array>,
  { passphrase, identity }: OpeningKey,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  if (passphrase !== null) decrypter.addPassphrase(passphrase)
  if (identity !== null) decrypter.addIdentity(identity)
  try {
    return chunksOf(await decrypter.decrypt(streamOf(bytes)))
  } catch (error) {
    if (!String(error).includes(wrongKey)) throw error
    throw new UserError('the passphrase or key does not open this backup; nothing was changed')
  }
}

/** Stream that asks for the next chunk when its reader does. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await source.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value as Uint8Array<ArrayBuffer>)
    },
    async cancel() {
      await source.return?.()
    },
  })
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
