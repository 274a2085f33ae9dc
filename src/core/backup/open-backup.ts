import { existsSync } from 'node:fs'
import { UserError } from '../user-error'
import { ageMark, decryptBytes, type OpeningKey } from './age'
import { openPlace } from './places/open-place'
import { type BackupPlace, type BackupTarget, bytesName, noteName, timeOfBackup } from './places/place'
import type { BackupBytes } from './restore'

/** Asks for the secret of a backup that no variable has. `kind`: the one that is needed. */
export type AskSecret = (kind: keyof OpeningKey) => Promise<string>

/** Secrets of the variables, and a question for a missing one. */
export interface Opening extends OpeningKey {
  ask: AskSecret
}

/**
 * Opens a backup: a file, plain or encrypted, or one at the target of scheduled backups by its id or as `newest`.
 * @throws UserError when there is none, or the secret does not open it
 */
export async function openBackup(name: string, target: BackupTarget | null, opening: Opening): Promise<BackupBytes> {
  const stored = /\/|^\./.test(name) || existsSync(name) ? null : await storedName(name, target)
  if (stored) return { name: stored.id, bytes: await decrypted(stored.bytes, opening) }
  if (!existsSync(name)) throw new UserError(`there is no file ${name}`)
  const file = Bun.file(name)
  const isEncrypted = (await file.slice(0, ageMark.length).text()) === ageMark
  return { name, bytes: isEncrypted ? await decrypted(file.stream(), opening) : file.stream() }
}

/** Opens encrypted bytes that arrive from elsewhere. @throws UserError when the secret does not open them */
export const openBytes = async (
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  opening: Opening,
): Promise<BackupBytes> => ({
  name,
  bytes: await decrypted(bytes, opening),
})

/** Encrypted bytes of a backup of the target; null for a name that is none of its ids. */
async function storedName(name: string, target: BackupTarget | null) {
  const asked = name.replace(/\.(json|tar\.age)$/, '')
  if (asked !== 'newest' && timeOfBackup(asked) === null) return null
  if (!target) throw new UserError(`set BALCAO_BACKUP_URL to the place of the backups, or name a file`)
  const place = openPlace(target)
  const id = asked === 'newest' ? await newestId(place) : asked
  const note = await place.readNote(id)
  if (!note) throw new UserError(`there is no complete backup ${id}; balcao backups lists them`)
  return { id: bytesName(id), bytes: place.read(id, note) }
}

async function newestId(place: BackupPlace): Promise<string> {
  const [newest] = await place.list()
  if (newest) return newest.id
  throw new UserError(`there is no complete backup: no file such as ${noteName('balcao-…')} beside its bytes`)
}

async function decrypted(bytes: AsyncIterable<Uint8Array>, opening: Opening): Promise<AsyncIterable<Uint8Array>> {
  const { head, whole } = await peek(bytes, headLength)
  if (!head.startsWith(ageMark)) throw new UserError('the file is not an encrypted backup')
  const kind = /^-> scrypt /m.test(head) ? 'passphrase' : 'identity'
  const secret = opening[kind] ?? (await opening.ask(kind))
  return decryptBytes(whole, { passphrase: null, identity: null, [kind]: secret })
}

/** Length of the first lines, which name the kind of the key. */
const headLength = 80

/** Reads the first characters of a stream, and the stream with them. */
async function peek(bytes: AsyncIterable<Uint8Array>, length: number) {
  const source = bytes[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  for (let read = 0; read < length; ) {
    const next = await source.next()
    if (next.done) break
    chunks.push(next.value)
    read += next.value.length
  }
  async function* whole() {
    yield* chunks
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return { head: Buffer.concat(chunks).toString('latin1').slice(0, 1000), whole: whole() }
}
