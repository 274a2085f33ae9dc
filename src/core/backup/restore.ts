import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseJson } from '../../shared/json'
import { prepareDirectory } from '../storage/data-directory'
import { renameDurablyBlocking, syncDirectoryBlocking, writeAll } from '../storage/durable-file'
import { giveToOwnerOfDirectory } from '../storage/owner'
import { isFullDisk } from '../storage/sqlite/disk'
import { UserError } from '../user-error'
import { databaseName, keyName, type Manifest } from './backup'
import { manifestName } from './listed-members'
import { applyChanges } from './moving/changed-chunks'
import { baseName, changesName, type MoveFacts } from './moving/move-facts'
import { type StreamedMember, streamMembers } from './tar-stream'

/** Directory where a backup is unpacked and checked, before it is accepted. */
const stagingName = '.restoring'
/** Name of the staging directory once it is accepted: from then on the restore is completed at the next start. */
const readyName = '.restored'

/** Names a backup may contain; others, such as paths with `..`, are refused. */
const allowed = /^(balcao\.db(\.base|\.changes)?|secret\.key|manifest\.json|media\/[\w-]+(\/[\w-][\w.-]*)+)$/

/** Backup to unpack: its bytes, and its name for people. */
export interface BackupBytes {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Unpacks a backup into the staging directory and compares every byte with its manifest. Returns the manifest and the
 * directory. @throws UserError for bytes that are not a complete, unaltered backup
 */
export async function unpackBackup(
  { name, bytes }: BackupBytes,
  directory: string,
): Promise<{ manifest: Manifest; staging: string }> {
  prepareDirectory(directory)
  return unpackInto({ name, bytes }, join(directory, stagingName), () => true)
}

/**
 * Reads a backup as `unpackBackup` does, and keeps only database and key, in `staging`. Returns the manifest.
 * @throws UserError for bytes that are not a complete, unaltered backup
 */
export const unpackDatabase = (backup: BackupBytes, staging: string) =>
  unpackInto(backup, staging, (name) => !name.startsWith('media/'))

async function unpackInto({ name, bytes }: BackupBytes, staging: string, isKept: (name: string) => boolean) {
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  giveToOwnerOfDirectory(staging)
  try {
    const hashes = await extractAll(bytes, staging, isKept)
    return { manifest: await verify(hashes, staging), staging }
  } catch (error) {
    discardStaging(staging)
    throw describeFailure(error, name, dirname(staging))
  }
}

/** A full disk and missing rights are no fault of the backup. */
function describeFailure(error: unknown, file: string, directory: string): unknown {
  if (isFullDisk(error)) return new UserError(`the disk of ${directory} is full; the data is as it was`)
  if (error instanceof UserError || typeof (error as NodeJS.ErrnoException).code === 'string') return error
  return new UserError(`${file} is not a complete backup: ${error instanceof Error ? error.message : error}`)
}

async function extractAll(
  bytes: AsyncIterable<Uint8Array>,
  staging: string,
  isKept: (name: string) => boolean,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for await (const member of streamMembers(bytes)) {
    if (!allowed.test(member.name) || member.name.includes('..')) throw new Error(`unexpected member "${member.name}"`)
    hashes.set(member.name, await extract(member, isKept(member.name) ? join(staging, member.name) : null))
  }
  return hashes
}

/** Writes a member, flushes it, and returns its SHA-256. @param path null: the member is only read */
async function extract({ body }: StreamedMember, path: string | null): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const file = path === null ? null : await createFile(path)
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      if (file) await writeAll(file, chunk)
    }
    await file?.sync()
  } finally {
    await file?.close()
  }
  return hash.digest('hex')
}

function createFile(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return open(path, 'wx', 0o600)
}

async function verify(hashes: Map<string, string>, staging: string): Promise<Manifest> {
  if (!hashes.delete(manifestName)) throw new Error('it has no manifest, so it was never finished')
  const manifest: Manifest = parseJson(await Bun.file(join(staging, manifestName)).text())
  if (manifest.format !== 1) throw new Error(`it has a newer format (${manifest.format})`)
  for (const { name, sha256 } of manifest.files)
    if (hashes.get(name) !== sha256) throw new Error(`${name} does not match its hash in the manifest`)
  if (hashes.size !== manifest.files.length) throw new Error('it contains more than its manifest lists')
  if (manifest.move && hashes.has(baseName) && hashes.has(changesName)) await joinDatabase(staging, manifest.move)
  else if (!hashes.has(databaseName)) throw new Error('it contains no database')
  rmSync(join(staging, manifestName))
  return manifest
}

/** Makes the database of a move from its two parts. @throws Error for another database than the one that was stopped */
async function joinDatabase(staging: string, { database: { size, sha256 } }: MoveFacts) {
  const [base, changes] = [join(staging, baseName), join(staging, changesName)]
  if ((await applyChanges(base, changes, size)) !== sha256) throw new Error('its database does not match its hash')
  rmSync(changes)
  renameDurablyBlocking(base, join(staging, databaseName))
}

/** Deletes what was unpacked. */
export const discardStaging = (staging: string) => rmSync(staging, { recursive: true, force: true })

/** Accepts the restore: the next start completes it, also after a crash or a power cut. */
export function acceptRestore(staging: string) {
  syncDirectories(staging)
  renameDurablyBlocking(staging, join(dirname(staging), readyName))
}

function syncDirectories(directory: string) {
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) syncDirectories(join(directory, entry.name))
  syncDirectoryBlocking(directory)
}

/**
 * Moves an accepted restore into place, and the previous data to `before-restore-{time}`. Returns that directory, or null
 * when there was nothing to finish or to keep. Repeatable after a crash at any point: `.restored` holds what is not moved
 * yet.
 */
export function finishRestore(directory: string): string | null {
  const ready = join(directory, readyName)
  if (!existsSync(ready)) return null
  const aside = join(directory, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  for (const name of ['media', keyName]) if (existsSync(join(ready, name))) replace(directory, aside, name, [name])
  // The database is moved last: once it is in place, everything else is too.
  const logs = [databaseName, `${databaseName}-wal`, `${databaseName}-shm`]
  if (existsSync(join(ready, databaseName))) replace(directory, aside, databaseName, logs)
  rmSync(ready, { recursive: true, force: true })
  return existsSync(aside) ? aside : null
}

function replace(directory: string, aside: string, name: string, old: string[]) {
  for (const each of old.filter((each) => existsSync(join(directory, each)))) {
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    giveToOwnerOfDirectory(aside)
    renameDurablyBlocking(join(directory, each), join(aside, each))
  }
  renameDurablyBlocking(join(directory, readyName, name), join(directory, name))
}
