import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseJson } from '../../shared/json'
import { prepareDirectory } from '../storage/data-directory'
import { renameDurablyBlocking, syncDirectoryBlocking } from '../storage/durable-file'
import { giveToOwnerOfDirectory } from '../storage/owner'
import { isFullDisk } from '../storage/sqlite/disk'
import { UserError } from '../user-error'
import { databaseName, keyName, type Manifest, manifestName } from './backup'
import { type Member, readMembers } from './tar'

/** Directory where a backup is unpacked and checked, before it is accepted. */
const stagingName = '.restoring'
/** Name of the staging directory once it is accepted: from then on the restore is completed at the next start. */
const readyName = '.restored'

/** Names a backup may contain; others, such as paths with `..`, are refused. */
const allowed = /^(balcao\.db|secret\.key|manifest\.json|media\/[\w-]+(\/[\w-][\w.-]*)+)$/

/**
 * Unpacks a backup into the staging directory and compares every byte with its manifest. Returns the manifest and the
 * directory. @throws UserError for a file that is not a complete, unaltered backup
 */
export async function unpackBackup(file: string, directory: string): Promise<{ manifest: Manifest; staging: string }> {
  if (!existsSync(file)) throw new UserError(`there is no file ${file}`)
  prepareDirectory(directory)
  const staging = join(directory, stagingName)
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  giveToOwnerOfDirectory(staging)
  try {
    const hashes = await extractAll(Bun.file(file), staging)
    return { manifest: await verify(hashes, staging), staging }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw describeFailure(error, file, directory)
  }
}

/** A full disk and missing rights are no fault of the backup. */
function describeFailure(error: unknown, file: string, directory: string): unknown {
  if (isFullDisk(error)) return new UserError(`the disk of ${directory} is full; the data is as it was`)
  if (error instanceof UserError || typeof (error as NodeJS.ErrnoException).code === 'string') return error
  return new UserError(`${file} is not a complete backup: ${error instanceof Error ? error.message : error}`)
}

async function extractAll(archive: Blob, staging: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for await (const member of readMembers(archive)) {
    if (!allowed.test(member.name) || member.name.includes('..')) throw new Error(`unexpected member "${member.name}"`)
    hashes.set(member.name, await extract(member, join(staging, member.name)))
  }
  return hashes
}

/** Writes a member, flushes it, and returns its SHA-256. */
async function extract({ body }: Member, path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const hash = new Bun.CryptoHasher('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body.stream()) {
      hash.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

async function verify(hashes: Map<string, string>, staging: string): Promise<Manifest> {
  if (!hashes.delete(manifestName)) throw new Error('it has no manifest, so it was never finished')
  const manifest: Manifest = parseJson(await Bun.file(join(staging, manifestName)).text())
  if (manifest.format !== 1) throw new Error(`it has a newer format (${manifest.format})`)
  for (const { name, sha256 } of manifest.files)
    if (hashes.get(name) !== sha256) throw new Error(`${name} does not match its hash in the manifest`)
  if (hashes.size !== manifest.files.length) throw new Error('it contains more than its manifest lists')
  if (!hashes.has(databaseName)) throw new Error('it contains no database')
  rmSync(join(staging, manifestName))
  return manifest
}

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
