import type { Parts } from './assemble'
import { log } from './core/log'
import type { Platform } from './core/scope'
import { tellOutages } from './features/connections/health'
import { wantedConnections } from './features/connections/sessions'
import { keepUpDays } from './features/dashboard/days'
import { makeInvoices } from './features/invoices/make'
import { sweepMedia } from './features/media/sweep'
import { reconcileAll, reconcileNew } from './features/payments/jobs'
import { keepUp } from './features/search/index-messages'
import { housekeeping } from './housekeeping'
import { type RareRound, startRare } from './rare-round'
import { opening } from './whatsapp/open-connection'

const second = 1000
const minute = 60 * second

/** What is done again and again while the process serves: how often, in ms, and what. */
const rounds: [every: number, name: string, work: (parts: Parts, platform: Platform) => Promise<unknown>][] = [
  [5 * second, 'release jobs', releaseOpen],
  [5 * second, 'online', ({ services }) => services.online.sweep()],
  [second, 'search index', (_, platform) => keepUp(platform)],
  [10 * minute, 'dashboard days', (_, platform) => keepUpDays(platform)],
  [60 * minute, 'make invoices', (_, platform) => makeInvoices(platform)],
  [minute, 'new payments', (_, platform) => reconcileNew(platform)],
  [10 * minute, 'payments', (_, platform) => reconcileAll(platform)],
  [10 * second, 'outages', (_, platform) => tellOutages(platform)],
]

const rare: RareRound[] = [
  { name: 'housekeeping', every: 60 * minute, soon: minute, work: (platform) => housekeeping(platform) },
  { name: 'sweep media', every: 24 * 60 * minute, soon: 5 * minute, work: (platform) => sweepMedia(platform) },
]

/** What a process that was away for long has to catch up with at once. */
const atStart = ['make invoices']

/** Starts the rounds; the answer ends them. A round that fails is logged, and one that is slow is not doubled. */
export function startRounds(parts: Parts): () => void {
  const { platform } = parts.services.auth
  const timers = rounds.map(([every, name, work]) => {
    let running = false
    const run = async () => {
      if (running) return
      running = true
      await work(parts, platform).catch((err) => log.error({ err, round: name }, 'a round failed'))
      running = false
    }
    if (atStart.includes(name)) void run()
    return setInterval(run, every)
  })
  const ends = rare.map((round) => startRare(platform, round))
  return () => {
    timers.forEach(clearInterval)
    for (const end of ends) end()
  }
}

/** Jobs that began to wait for a connection in the very moment in which it opened. */
async function releaseOpen({ jobs, services }: Parts, platform: Platform) {
  const awaited = await jobs.awaited()
  if (awaited.length === 0) return
  for (const connection of await wantedConnections(platform)) {
    const event = opening(connection.whatsappId)
    if (awaited.includes(event) && services.ports.whatsapp.isOpen(connection)) await jobs.release(event)
  }
}
