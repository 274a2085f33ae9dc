import { join } from 'node:path'
import { installDebianPackage } from '../scripts/debian-package'
import { scratch } from './product'

interface Load {
  perSecond: number
  /** Actual duration. */
  seconds: number
  p50: number
  p99: number
  errors: number
}

/** @throws Error that says what to install where wrk is missing and may not be installed */
async function findWrk(): Promise<string> {
  if (!Bun.which('wrk')) await installDebianPackage('wrk')
  const found = Bun.which('wrk')
  if (!found)
    throw new Error('wrk is missing: as root, run `apt-get install wrk` (Debian, Ubuntu) or install it otherwise')
  return found
}

/**
 * Runs wrk (Debian's package), which is a process of its own and does not share an event loop with the server. `script`
 * is Lua. @throws Error when a response is not 2xx
 */
export async function wrk(url: string, script: string, seconds: number, connections = 64): Promise<Load> {
  const file = join(scratch, `load-${crypto.randomUUID()}.lua`)
  await Bun.write(file, `${script}\n${report}`)
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', file, url]
  const child = Bun.spawn([await findWrk(), ...args], { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`wrk failed: ${text}`)
  const line = text.split('\n').find((line) => line.startsWith('RESULT '))
  if (!line) throw new Error(`wrk said nothing: ${text}`)
  const load = JSON.parse(line.slice('RESULT '.length)) as Load
  if (load.errors > 0) throw new Error(`${load.errors} answers were errors at ${url}`)
  return load
}

const report = `
function done(summary, latency, requests)
  local e = summary.errors
  print(string.format('RESULT {"perSecond":%f,"seconds":%f,"p50":%f,"p99":%f,"errors":%d}',
    summary.requests / (summary.duration / 1e6), summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    e.connect + e.read + e.write + e.status + e.timeout))
end`
