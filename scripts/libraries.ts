import { join } from 'node:path'
import packages from '../package.json'
import { bun, root } from './setup'

/**
 * Records in docs/libraries.csv which libraries of package.json are behind their newest version, and since when:
 * `bun run libraries`, after each change of a version and at least every three months. Asks the package registry
 * (`bun outdated`). Exit 0: no library is behind for longer than the time limit. Exit 1: it names those that are. Exit 3:
 * the registry did not answer, so that nothing was recorded. tests/libraries.test.ts checks the record without a network.
 */

export const recordFile = join(root, 'docs', 'libraries.csv')
/** Time limit of docs/security.md for a library that is behind, in days. */
export const maxDaysBehind = 92
const heading = 'library,version,newest,behindSince,checkedOn,reason'
const notAsked = 3

/** A library; dates as 2026-11-24. `reason` says why it stays behind; a person writes it into the file. */
export interface Library {
  library: string
  version: string
  newest: string
  behindSince: string
  checkedOn: string
  reason: string
}

/** Libraries of package.json with their exact versions. */
export const pinned: Record<string, string> = { ...packages.dependencies, ...packages.devDependencies }

export function parseRecord(text: string): Library[] {
  const [first, ...lines] = text.trimEnd().split('\n')
  if (first !== heading) throw new Error(`the first line of the record is not ${heading}`)
  return lines.map((line) => {
    const [library = '', version = '', newest = '', behindSince = '', checkedOn = '', ...reason] = line.split(',')
    return { library, version, newest, behindSince, checkedOn, reason: reason.join(',') }
  })
}

const formatRecord = (libraries: Library[]): string =>
  [heading, ...libraries.map((each) => Object.values(each).join(','))].map((line) => `${line}\n`).join('')

/** Newest versions by library in the table of `bun outdated`; null for a text that is no answer of it. */
export function parseOutdated(table: string): Map<string, string> | null {
  if (!table.startsWith('bun outdated')) return null
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const libraries = rows.filter(([, , , , newest = '']) => /^\d/.test(newest))
  return new Map(libraries.map(([, name = '', , , newest = '']) => [name.replace(/ \(\w+\)$/, ''), newest]))
}

/** Record of the libraries on this day. A library that was behind keeps its date and its reason. */
export function checkLibraries(before: Library[], outdated: Map<string, string>, today: string): Library[] {
  return Object.keys(pinned)
    .sort()
    .map((library) => {
      const version = pinned[library] as string
      const newest = outdated.get(library) ?? version
      const known = before.find((row) => row.library === library && row.behindSince !== '')
      const [behindSince, reason] = newest === version ? ['', ''] : [known?.behindSince ?? today, known?.reason ?? '']
      return { library, version, newest, behindSince, checkedOn: today, reason }
    })
}

/** Libraries that were behind for longer than the time limit when they were checked, and have no reason. */
export const overdueLibraries = (libraries: Library[]): Library[] =>
  libraries.filter(
    ({ behindSince, checkedOn, reason }) =>
      behindSince !== '' && reason === '' && daysBetween(behindSince, checkedOn) > maxDaysBehind,
  )

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

async function main(): Promise<number> {
  const child = Bun.spawn([bun, 'outdated'], { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [out, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const outdated = (await child.exited) === 0 ? parseOutdated(out) : null
  if (!outdated) {
    console.error(`not asked: the package registry did not answer, so nothing is recorded (${problem.trim()})`)
    return notAsked
  }
  const file = Bun.file(recordFile)
  const before = (await file.exists()) ? parseRecord(await file.text()) : []
  const checked = checkLibraries(before, outdated, new Date().toISOString().slice(0, 10))
  await Bun.write(recordFile, formatRecord(checked))
  const behind = checked.filter(({ behindSince }) => behindSince !== '')
  for (const { library, version, newest, behindSince, reason } of behind)
    console.error(`${library} ${version}: ${newest} is newer, noticed on ${behindSince}${reason && ` (${reason})`}`)
  const overdue = overdueLibraries(checked)
  console.error(`${behind.length} of ${checked.length} libraries are behind, ${overdue.length} for too long`)
  return overdue.length === 0 ? 0 : 1
}

if (import.meta.main) process.exit(await main())
