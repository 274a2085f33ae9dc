import { bun, root } from './setup'

/**
 * Asks the package registry's source of advisories about every package of `bun.lock`: `bun run audit`. Exit 0: it knows
 * of none. Exit 1: it named some. Exit 3: it could not be asked, so that nothing is known; a scheduled check must not
 * take this for a success. CI does not run this, because its result depends on the network and changes without a commit.
 */

const found = 1
const notAsked = 3
const timeoutMs = 60_000

interface Advisory {
  title: string
  severity: string
  vulnerable_versions: string
  url: string
}

async function main(): Promise<number> {
  const child = Bun.spawn([bun, 'audit', '--json'], { cwd: root, stdout: 'pipe', stderr: 'pipe', timeout: timeoutMs })
  const [out, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  const advisories = readAdvisories(out)
  if (!advisories) {
    const reason = problem.trim() || `no answer within ${timeoutMs / 1000} s`
    console.error(`not asked: no source of advisories answered, so nothing is known of the packages (${reason})`)
    return notAsked
  }
  const lines = Object.entries(advisories).flatMap(([name, list]) => list.map((each) => describe(name, each)))
  console.error(lines.length === 0 ? 'no advisory for any package of bun.lock' : lines.join('\n'))
  return lines.length === 0 ? 0 : found
}

/** Advisories by package; null when the output is not an answer of the source. */
function readAdvisories(out: string): Record<string, Advisory[]> | null {
  try {
    const answer = JSON.parse(out)
    return Object.values(answer).every(Array.isArray) ? answer : null
  } catch {
    return null
  }
}

const describe = (name: string, { severity, vulnerable_versions, title, url }: Advisory) =>
  `${severity.padEnd(8)}  ${name} ${vulnerable_versions}: ${title} (${url})`

process.exit(await main())
