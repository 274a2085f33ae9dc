import type { ReleasePlace } from '../../../core/ports'
import { openSource } from '../../../core/release/release-source'
import { executablesIn, readSignedSums, signatureName, sumsName } from '../../../core/release/signed-sums'
import type { Platform } from '../../../core/scope'
import { UserError } from '../../../core/user-error'
import { cutText } from '../../../shared/text'
import { type Found, readFound, storeFound } from './found'

const notesName = 'NOTES.md'
/** Longest notes in characters; those of a version with its history are longer than what people read. */
const notesLength = 20_000

/**
 * Asks the address of releases for the newest version for this machine and stores it with its notes, or why that failed.
 * Downloads only the list, its signature and the notes: 64 KB and 20 s at most for each.
 */
export async function checkReleases(platform: Platform) {
  const { releases } = platform.ports
  if (!releases) return
  const earlier = await readFound(platform)
  const found = await ask(releases).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
    return { version: earlier?.version ?? null, notes: earlier?.notes ?? '', problem: error.message }
  })
  await storeFound(platform, { ...found, checkedAt: new Date().toISOString() })
}

async function ask({ address, key, target }: ReleasePlace): Promise<Omit<Found, 'checkedAt'>> {
  const source = openSource(address)
  const sums = readSignedSums(await source.read(sumsName), await source.read(signatureName), key)
  const found = executablesIn(sums).find((each) => each.target === target)
  if (!found) throw new UserError(`the release has no executable for ${target}`)
  const notes = await source.read(notesName)
  if (new Bun.SHA256().update(notes).digest('hex') !== sums.get(notesName))
    throw new UserError(`${notesName} does not match its sum in ${sumsName}`)
  return { version: found.version, notes: cutText(new TextDecoder().decode(notes), notesLength), problem: null }
}
