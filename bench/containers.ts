import { log } from '../src/core/log'
import { ParserPool } from '../src/core/parsers/pool'
import { parserLimits } from '../src/parsers'
import { containers, fuzzContainer } from '../tests/security/containers'

/**
 * `bun bench/containers.ts [files per kind] [seed]`: tests/security/containers.test.ts with more files. Prints a line
 * per kind of file, and the first findings with the file in base64. Exit code 1 if there is a finding.
 */

const [perKind = 10_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number)

log.level = 'silent'
const pool = new ParserPool(new URL('../src/parser-worker.ts', import.meta.url), parserLimits)
let found = 0
for (const kind of Object.keys(containers)) {
  const began = performance.now()
  const { outcomes, findings } = await fuzzContainer(pool, kind, perKind, seed)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const megabytes = Math.round(process.memoryUsage.rss() / 1e6)
  print(`${kind}, seed ${seed}: ${JSON.stringify(outcomes)}, ${seconds} s, ${megabytes} MB resident`)
  for (const { wrong, file } of findings.slice(0, 3)) print(`  ${wrong}: ${file}`)
  found += findings.length
}
pool.stop()
process.exit(found > 0 ? 1 : 0)

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
