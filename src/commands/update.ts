import { existsSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { version } from '../../package.json'
import { builtWith } from '../built-with'
import { type Config, readConfig } from '../config'
import { copiesDirectory } from '../core/storage/data-directory'
import { makeDurableDirectoryBlocking } from '../core/storage/durable-directory'
import { lockDirectory, lockFile } from '../core/storage/lock'
import { canRead } from '../core/storage/migrate'
import { UserError } from '../core/user-error'
import { printLine, type Run } from './command'
import { ownSchema, type SchemaFacts } from './schema'
import { backUpBefore } from './update/back-up-before'
import { askVersion, bringCandidate, readSchema } from './update/candidate'
import { linkOrCopy, ownPlace, removeRests } from './update/executable-place'
import { replaceUntilReady } from './update/replace-until-ready'
import { serviceProgram, systemdService } from './update/service'
import { UsageError } from './usage-error'

/**
 * `balcao update [FILE|ADDRESS]`: replaces this executable by a newer, signed one and restarts the service; the old one
 * comes back by itself when the new one does not take work (docs/adr/0174). `--back` returns to the one before.
 */
export const run: Run = async ({ env, args: [given], options, values = new Map() }) => {
  const config = readConfig(env)
  const place = ownPlace()
  const unlock = lockUpdates(config)
  const program = values.get('--service')
  const change = {
    config,
    place,
    service: program ? serviceProgram(resolve(program)) : systemdService(),
    waitMs: readWait(values.get('--wait')),
  }
  try {
    if (options.has('--back') && given !== undefined)
      throw new UserError(`--back takes no "${given}": it returns to ${place.old}`)
    if (options.has('--back')) return await returnToOld(change, options.has('--one-way'))
    const key = config.releaseKey ?? builtWith.releaseKey
    if (key === null)
      throw new UserError('this executable knows no release key; set BALCAO_RELEASE_KEY to the public one')
    const { folder, file } = whereIs(given ?? config.releases)
    const candidate = await bringCandidate({ place, folder, file, key })
    const canReturn = isReadableBy(ownSchema(), candidate.schema)
    if (!canReturn && !options.has('--one-way')) throw new UserError(withoutReturn(candidate.version))
    printLine(`${candidate.version} is signed, whole, and newer than ${version}.`)
    if (config.databaseUrl === null) printLine(`Backup: ${await backUpBefore(config, candidate.version)}`)
    else if (!options.has('--without-backup')) throw new UserError(ofServer)
    const hasSteps = candidate.schema.newest !== ownSchema().newest
    return await replaceUntilReady({ ...change, canReturn, hasSteps, from: version, to: candidate.version })
  } finally {
    removeRests(place)
    unlock()
  }
}

type Change = Pick<Parameters<typeof replaceUntilReady>[0], 'config' | 'place' | 'service' | 'waitMs'>

/** Returns to the executable before the last update; the present one becomes the one to return to. */
async function returnToOld(change: Change, isOneWay: boolean): Promise<number> {
  const { place, config } = change
  if (!existsSync(place.old)) throw new UserError(`there is no ${place.old}: nothing was updated here`)
  if (statSync(place.old).ino === statSync(place.path).ino)
    throw new UserError(`${place.old} is the present executable; there is no other one to return to`)
  if (!isReadableBy(await readSchema(place.old), ownSchema()) && !isOneWay)
    throw new UserError(
      `${place.old} cannot serve the schema of ${version}; restore a backup from ${copiesDirectory(config.dataDir)} with it`,
    )
  linkOrCopy(place.old, place.fresh)
  const to = await askVersion(place.old)
  return replaceUntilReady({ ...change, canReturn: true, hasSteps: false, from: version, to })
}

/** True when a version with the schema `own` can serve the one that `other` makes. */
const isReadableBy = (own: SchemaFacts, other: SchemaFacts) =>
  own.newest === other.newest || canRead(own.newest, other.readableSince)

const withoutReturn = (next: string) =>
  `${next} changes the database in a way that ${version} cannot serve, so nothing could bring ${version} back; update to a version in between first, or add --one-way`

const ofServer =
  'the database is on a server: back it up by pg_dump (docs/several-machines.md), then add --without-backup; nothing was done'

/** Folder or address of a release, and the file that was named. */
function whereIs(given: string | null): { folder: string; file: string | null } {
  if (given === null)
    throw new UsageError('update needs FILE or ADDRESS, or BALCAO_RELEASES with the address of the releases')
  if (/^https?:\/\//.test(given)) return { folder: given, file: null }
  const path = resolve(given)
  if (!existsSync(path)) throw new UserError(`there is no file ${path}`)
  if (statSync(path).isDirectory()) return { folder: path, file: null }
  return { folder: dirname(path), file: basename(path) }
}

/** One update at a time. @throws UserError without an installation, and while another update runs */
function lockUpdates({ dataDir }: Config): () => void {
  if (!existsSync(lockFile(dataDir)))
    throw new UserError(`${dataDir} holds no installation yet; start balcao serve once, or set BALCAO_DATA_DIR`)
  const directory = copiesDirectory(dataDir)
  makeDurableDirectoryBlocking(directory)
  try {
    return lockDirectory(directory)
  } catch (error) {
    throw error instanceof UserError ? new UserError('another balcao update runs; wait until it has ended') : error
  }
}

function readWait(value: string | undefined): number | null {
  if (value === undefined) return null
  if (!/^\d{1,5}$/.test(value)) throw new UsageError('--wait needs a number of seconds')
  return Number(value) * 1000
}
