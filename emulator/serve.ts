import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSimulator } from './control'

/**
 * Runs the emulator as a process of its own, for tests and benchmarks of the executable:
 * `bun emulator/serve.ts [--port N] [--media-port N] [--state FILE] [--ca-file FILE] [--with-parent] [--log]`.
 * Prints one line of JSON, { url, rootKey, ca, caFile, controlUrl, mediaHost }, when it is ready.
 * `--with-parent` ends it when its standard input closes.
 */

const { values } = parseArgs({
  options: {
    host: { type: 'string' },
    port: { type: 'string', default: '0' },
    'media-port': { type: 'string', default: '0' },
    state: { type: 'string' },
    'ca-file': { type: 'string' },
    'with-parent': { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
  },
})

const simulator = await startSimulator({
  host: values.host,
  port: Number(values.port),
  mediaPort: Number(values['media-port']),
  log: values.log ? (line) => console.error(line) : undefined,
  state: values.state ? fileStore(values.state) : undefined,
})
const { url, rootKey, caPem: ca, mediaHost } = simulator.emulator
const caFile = values['ca-file'] ?? join(mkdtempSync(join(tmpdir(), 'emulator-')), 'ca.pem')
writeFileSync(caFile, ca)
process.stdout.write(`${JSON.stringify({ url, rootKey, ca, caFile, controlUrl: simulator.controlUrl, mediaHost })}\n`)

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await simulator.stop()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
if (values['with-parent']) process.stdin.on('end', stop).resume()

function fileStore(path: string) {
  const load = () => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return undefined // no file at the first start
    }
  }
  return { load, save: (json: string) => writeFileSync(path, json) }
}
