import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { ConnectionRecord } from '../../emulator/journal'
import { until } from '../until'
import type { Deployment } from './deployment'
import { type ConnectionView, type LinkedNumber, linkNumber } from './linking'

/** Links `count` numbers. The plans' limit is raised in the database first, because the API does not allow it. */
export async function linkMany(deployment: Deployment, count: number): Promise<LinkedNumber[]> {
  await deployment.stop('SIGTERM')
  const sqlite = new Database(join(deployment.dataDir, 'balcao.db'))
  sqlite.run('update plans set connections = 1000')
  sqlite.close()
  deployment.start()
  await deployment.logIn()
  const numbers = Array.from({ length: count }, (_, n) => `55119${String(50_000_000 + n)}`)
  const linked: LinkedNumber[] = []
  for (let n = 0; n < count; n += 5)
    linked.push(...(await Promise.all(numbers.slice(n, n + 5).map((owner) => linkNumber(deployment, owner)))))
  return linked
}

export const countConnected = async (deployment: Deployment) => {
  const { whatsapps } = await deployment.get<{ whatsapps: ConnectionView[] }>('/whatsapp')
  return whatsapps.filter(({ status }) => status === 'CONNECTED').length
}

interface ReconnectFigures {
  /** Maximum number of connections in the handshake at the same time, from TCP connect to online. */
  handshakes: number
  /** Seconds from the server's recovery until all numbers are connected. */
  upSeconds: number
  /** Duration of each API request meanwhile, in ms. */
  answers: number[]
}

/** Starts the executable while WhatsApp refuses every connection; WhatsApp recovers after `refusedMs`. */
export async function runReconnectStorm(
  deployment: Deployment,
  count: number,
  refusedMs: number,
): Promise<ReconnectFigures> {
  await deployment.stop('SIGTERM')
  const seen = (await deployment.control.connections({})).length
  await deployment.control.fault('refuse', 503)
  deployment.start()
  await until('the API', () => deployment.get('/whatsapp').catch(() => null))
  const answers: number[] = []
  let asking = true
  const asked = (async () => {
    while (asking) {
      const started = performance.now()
      await deployment.get('/tickets?status=pending&showAll=true')
      answers.push(performance.now() - started)
      await Bun.sleep(50)
    }
  })()
  await Bun.sleep(refusedMs)
  await deployment.control.fault('refuse', 'off')
  const recovered = performance.now()
  await until(`all ${count} connected`, async () => (await countConnected(deployment)) === count, 180_000)
  const upSeconds = (performance.now() - recovered) / 1000
  asking = false
  await asked
  const records = (await deployment.control.connections({})).slice(seen)
  return { handshakes: maxConcurrentHandshakes(records), upSeconds, answers }
}

/** Maximum number of concurrent handshakes: a handshake lasts from `connected` until `online` or `closed`. */
export function maxConcurrentHandshakes(records: ConnectionRecord[]): number {
  const entered = new Set<string>()
  let [between, most] = [0, 0]
  for (const { number, state } of records) {
    if (state === 'connected') between++
    if (state === 'logged-in') entered.add(number)
    const ends = state === 'online' || state === 'closed'
    if (ends && (number === '' || entered.delete(number))) between--
    most = Math.max(most, between)
  }
  return most
}
