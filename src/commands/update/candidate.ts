import { rmSync } from 'node:fs'
import { version } from '../../../package.json'
import { openSource } from '../../core/release/release-source'
import {
  compareVersions,
  executablesIn,
  type ListedExecutable,
  readSignedSums,
  signatureName,
  sumsName,
} from '../../core/release/signed-sums'
import { UserError } from '../../core/user-error'
import { parseJson } from '../../shared/json'
import type { SchemaFacts } from '../schema'
import type { ExecutablePlace } from './executable-place'

/** A new executable, checked and in its place beside the present one. */
export interface Candidate {
  version: string
  schema: SchemaFacts
}

/**
 * Brings an executable of a newer version to `place.fresh`: signature first, then version and target by its name, then
 * the bytes by their hash. @param file its name; null for the one of this machine @throws UserError, nothing is left then
 */
export async function bringCandidate({
  place,
  folder,
  file,
  key,
}: {
  place: ExecutablePlace
  folder: string
  file: string | null
  key: string
}): Promise<Candidate> {
  const source = openSource(folder)
  const [sums, signature] = [await source.read(sumsName), await source.read(signatureName)]
  const listed = choose(executablesIn(readSignedSums(sums, signature, key)), file, place.target)
  rmSync(place.fresh, { force: true })
  try {
    const sha256 = await source.copy(listed.name, place.fresh)
    if (sha256 !== listed.sha256)
      throw new UserError(`${listed.name} is cut off or was changed: its SHA-256 is not the one in ${sumsName}`)
    return { version: listed.version, schema: await askSchema(place.fresh, listed) }
  } catch (error) {
    rmSync(place.fresh, { force: true })
    throw error
  }
}

function choose(listed: ListedExecutable[], file: string | null, target: string): ListedExecutable {
  const found = listed.find((each) => (file === null ? each.target === target : each.name === file))
  if (!found) throw new UserError(`the release has no ${file ?? `executable for ${target}`}`)
  if (found.target !== target) throw new UserError(`${found.name} is for ${found.target}; this machine needs ${target}`)
  const newer = compareVersions(found.version, version)
  if (newer < 0) throw new UserError(`${found.version} is older than the present version ${version}; nothing was done`)
  if (newer === 0) throw new UserError(`${version} is the present version already; nothing was done`)
  return found
}

/** Asks an executable for its version, which must be the listed one, and its schema. */
async function askSchema(path: string, listed: ListedExecutable): Promise<SchemaFacts> {
  const said = await askVersion(path)
  if (said !== listed.version)
    throw new UserError(`${listed.name} says that its version is "${said.slice(0, 60)}"; nothing was done`)
  return readSchema(path)
}

/** Version that an executable says it has. @throws UserError when it cannot be run */
export const askVersion = async (path: string) => (await ask(path, '--version')).replace(/^balcao /, '')

/** Schema of an executable. @throws UserError when it cannot be run, or is of a version before `balcao update` */
export async function readSchema(path: string): Promise<SchemaFacts> {
  try {
    return parseJson<SchemaFacts>(await ask(path, '--schema'))
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${path} does not say which schema it has; nothing was done`)
  }
}

/** First output of an executable; it reads no configuration. */
async function ask(path: string, option: string): Promise<string> {
  try {
    const child = Bun.spawn([path, option], {
      env: { PATH: '/usr/bin:/bin', BALCAO_ENV_FILE: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 30_000,
    })
    return (await new Response(child.stdout).text()).trim()
  } catch (error) {
    throw new UserError(`${path} cannot be run on this machine (${(error as NodeJS.ErrnoException).code})`)
  }
}
