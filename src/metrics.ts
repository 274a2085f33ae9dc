import type { Parts } from './assemble'
import { bodyMemory } from './core/http/body-memory'
import type { CostBudgets } from './core/http/budgets'
import { openUploads } from './core/http/open-uploads'
import { rateLimited } from './core/http/rate-limited'
import { countDue, countStalled, maxCounted, oldestDueSeconds } from './core/jobs/figures'
import type { EventLoopWatch } from './core/process/event-loop-watch'
import { freeBytes } from './core/storage/free-bytes'
import type { Health } from './health'
import type { StoreThreads } from './store-threads'
import { notShown } from './whatsapp/not-shown'

interface Sources {
  parts: Parts
  threads: StoreThreads
  watch: EventLoopWatch
  dataDir: string
}

/** Fills `/metrics` with the figures of a serving process. */
export function registerMetrics({ gauges, distributions }: Health, { parts, threads, watch, dataDir }: Sources) {
  registerWork(gauges, parts)
  gauges.balcao_wal_bytes = { help: 'Write-ahead log', read: threads.walBytes }
  gauges.balcao_disk_free_bytes = { help: 'Free space beside the data', read: () => freeBytes(dataDir) }
  gauges.process_resident_memory_bytes = { help: 'Memory', read: () => process.memoryUsage.rss() }
  gauges.process_uptime_seconds = { help: 'Seconds since the start', read: () => process.uptime() }
  gauges.balcao_event_loop_stalls = { help: 'Stalls of a second or more since the start', read: () => watch.stalls }
  distributions.balcao_event_loop_delay_seconds = {
    help: 'Delay of a timer of the event loop, measured every 50 ms',
    histogram: watch.delays,
  }
}

/** Refusals since the start of the process: of each budget, of large forms and of uploads in progress. */
export const refusedByBudget = (budgets: CostBudgets): Record<string, number> => ({
  ...budgets.refused,
  forms: bodyMemory.refused,
  uploads: openUploads.refused,
})

/** Adds the counts of requests that were answered with 429. */
export function registerRefusals(gauges: Health['gauges'], budgets: CostBudgets) {
  gauges.balcao_budget_refused = {
    help: 'Requests refused because a budget was used up',
    label: 'budget',
    read: () => refusedByBudget(budgets),
  }
  gauges.balcao_rate_limit_refused = {
    help: 'Requests refused by a rate limit',
    label: 'route',
    read: rateLimited.read,
  }
}

function registerWork(gauges: Health['gauges'], { hub, jobs, services, store }: Parts) {
  const { parsers, budgets } = services.ports
  gauges.balcao_parsers_waiting = { help: 'Files that wait to be parsed', read: () => parsers.waiting }
  gauges.balcao_parsers_ended = { help: 'Parsers ended at a limit', read: () => parsers.ended }
  registerRefusals(gauges, budgets)
  gauges.balcao_body_bytes = { help: 'Large request bodies in memory', read: () => bodyMemory.bytes() }
  gauges.balcao_sockets = { help: 'Open browser sockets', read: () => [...hub.everyone()].length }
  gauges.balcao_messages_not_shown = {
    help: 'Received content shown as a placeholder, or with fields that this version does not know, since the start',
    label: 'kind',
    read: notShown.read,
  }
  gauges.balcao_awaited = { help: 'Connections that jobs wait for', read: async () => (await jobs.awaited('')).length }
  gauges.balcao_jobs_due = {
    help: `Jobs due, each name counted up to ${maxCounted}`,
    read: () => countDue(store.read),
  }
  gauges.balcao_jobs_stalled = {
    help: 'Jobs of the last 30 days that were parked because the process stood still during them and was ended',
    read: () => countStalled(store.read),
  }
  gauges.balcao_jobs_oldest_seconds = { help: 'Age of the oldest due job', read: () => oldestDueSeconds(store.read) }
}
