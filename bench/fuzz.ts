import { cleanUp, serve } from '../tests/executable/balcao'
import { readApiDocument } from '../tests/security/api-document'
import { openCompany, prepareInstallation, withoutWhatsApp } from '../tests/security/companies'
import { type Finding, fuzz } from '../tests/security/fuzz'
import { openOtherCompany } from '../tests/security/rows'
import { prepareTarget } from '../tests/security/targets'

/**
 * `bun bench/fuzz.ts [requests per route] [seed]`: tests/security/fuzz.test.ts with more requests. Prints a line per
 * route and, at the end, one finding of each kind with the request that repeats it. Exit code 1 if there is one.
 */

const [perRoute = 10_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number)

/** True if there is no finding. */
async function main(): Promise<boolean> {
  const serving = await serve({ ...withoutWhatsApp, BALCAO_LOG_LEVEL: 'warn' })
  const megabytes = async () => {
    const text = await (await serving.get('/metrics')).text()
    return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20
  }

  const findings: Finding[] = []
  let sent = 0
  let warm = 0
  let opened = 0
  const at = await prepareInstallation(serving)
  const { routes, validateResponse } = await readApiDocument(serving.url)
  await openOtherCompany(at)
  /** Creates the rows and the login again now and then: some requests are valid and delete them. */
  const portion = 500
  process.stdout.write(`seed ${seed}, ${perRoute} requests for each of ${routes.length} routes\n`)
  for (const route of routes) {
    const statuses: Record<number, number> = {}
    for (let done = 0; done < perRoute; done += portion) {
      const target = await prepareTarget(await openCompany(at, `Casa ${++opened}`), route)
      const options = {
        seed: seed + done,
        perRoute: Math.min(portion, perRoute - done),
        invalid: false,
        validateResponse,
      }
      const result = await fuzz(serving.port, route, target, options)
      sent += result.sent
      findings.push(...result.findings)
      for (const [status, count] of Object.entries(result.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
    }
    const now = await megabytes()
    warm ||= now
    const counts = Object.entries(statuses).map(([status, count]) => `${status}×${count}`)
    process.stdout.write(`${`${route.method} ${route.path}`.padEnd(36)} ${now.toFixed(0)} MB  ${counts.join(' ')}\n`)
  }
  const kinds = new Map(findings.map((finding) => [`${finding.what} ${finding.route}`, finding]))
  for (const finding of kinds.values()) process.stdout.write(`${JSON.stringify(finding, null, 2)}\n`)
  const errors = serving.log().filter(({ level }) => level >= 50)
  for (const line of errors.slice(0, 10)) process.stdout.write(`${JSON.stringify(line)}\n`)
  const grown = (await megabytes()) - warm
  process.stdout.write(
    `${sent} sent, ${findings.length} findings, ${errors.length} errors in the log, memory ${grown.toFixed(0)} MB more than after the first route\n`,
  )
  return findings.length + errors.length === 0
}

const fine = await main().finally(cleanUp)
process.exit(fine ? 0 : 1)
