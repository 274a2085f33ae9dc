import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { ConnectionRecord } from '../../emulator/journal'
import { until } from '../until'
import { type ConnectionView, type Linked, linkNumber } from './linking'
import type { Plant } from './plant'

/** So many linked numbers; a plan's limit is lifted first, which is nothing the API does. */
export async function linkMany(plant: Plant, count: number): Promise<Linked[]> {
  await plant.end('SIGTERM')
  const sqlite = new Database(join(plant.dataDir, 'balcao.db'))
  sqlite.run('update plans set connections = 1000')
  sqlite.close()
  plant.start()
  await plant.signIn()
  const numbers = Array.from({ length: count }, (_, n) => `55119${String(50_000_000 + n)}`)
  const linked: Linked[] = []
  for (let n = 0; n < count; n += 5)
    linked.push(...(await Promise.all(numbers.slice(n, n + 5).map((owner) => linkNumber(plant, owner)))))
  return linked
}

export const connected = async (plant: Plant) => {
  const { whatsapps } = await plant.get<{ whatsapps: ConnectionView[] }>('/whatsapp')
  return whatsapps.filter(({ status }) => status === 'CONNECTED').length
}

export interface Storm {
  /** Most lines between their opening and being logged in and online, at any moment. */
  handshakes: number
  /** From the server's recovery until all are connected. */
  upSeconds: number
  /** Milliseconds of each request to the API meanwhile. */
  answers: number[]
}

/** The executable starts while WhatsApp refuses everybody; after `refusedMs` it recovers. */
export async function storm(plant: Plant, count: number, refusedMs: number): Promise<Storm> {
  await plant.end('SIGTERM')
  const seen = (await plant.control.connections({})).length
  await plant.control.fault('refuse', 503)
  plant.start()
  await until('the API', () => plant.get('/whatsapp').catch(() => null))
  const answers: number[] = []
  let asking = true
  const asked = (async () => {
    while (asking) {
      const started = performance.now()
      await plant.get('/tickets?status=pending&showAll=true')
      answers.push(performance.now() - started)
      await Bun.sleep(50)
    }
  })()
  await Bun.sleep(refusedMs)
  await plant.control.fault('refuse', 'off')
  const recovered = performance.now()
  await until(`all ${count} connected`, async () => (await connected(plant)) === count, 180_000)
  const upSeconds = (performance.now() - recovered) / 1000
  asking = false
  await asked
  const records = (await plant.control.connections({})).slice(seen)
  return { handshakes: mostAtOnce(records), upSeconds, answers }
}

/** A line of a linked number is between from when the server has accepted it until it is online, or gone before. */
export function mostAtOnce(records: ConnectionRecord[]): number {
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
