import type { Parts } from './assemble'
import { bodyMemory } from './core/http/body-memory'
import type { CostBudgets } from './core/http/budgets'
import { openUploads } from './core/http/open-uploads'
import { rateLimited } from './core/http/rate-limited'
import { requestCounts } from './core/http/request-counts'
import { countDue, countStalled, maxCounted, oldestDueSeconds } from './core/jobs/figures'
import { jobCounts } from './core/jobs/job-counts'
import type { EventLoopWatch } from './core/process/event-loop-watch'
import type { Platform } from './core/scope'
import { freeBytes } from './core/storage/free-bytes'
import { backupFigures } from './features/provider/backups/figures'
import {
  countFailing,
  countNumbersByStatus,
  countNumbersInTrouble,
  countParked,
} from './features/provider/morning/counts'
import { readLogState } from './features/provider/security-log/state'
import { countOutbox, maxNumbers, readNumbersUp } from './features/provider/watching/numbers'
import { countCampaigns, countWaitingDeliveries } from './features/provider/watching/work'
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
  registerOverview(gauges, parts.services.auth.platform)
  registerNumbers(gauges, parts.services.auth.platform)
  registerBackups(gauges, parts)
  registerSecurityLog(gauges, parts.services.auth.platform)
  gauges.balcao_wal_bytes = { help: 'Write-ahead log', read: threads.walBytes }
  gauges.balcao_disk_free_bytes = { help: 'Free space beside the data', read: () => freeBytes(dataDir) }
  gauges.process_resident_memory_bytes = { help: 'Memory', read: () => process.memoryUsage.rss() }
  gauges.process_uptime_seconds = { help: 'Seconds since the start', read: () => process.uptime() }
  gauges.balcao_event_loop_stalls = { help: 'Stalls of a second or more since the start', read: () => watch.stalls }
  distributions.balcao_event_loop_delay_seconds = {
    help: 'Delay of a timer of the event loop, measured every 50 ms',
    histogram: watch.delays,
  }
  distributions.balcao_request_duration_seconds = {
    help: 'Time until a response is made, without its transfer',
    histogram: requestCounts.seconds,
  }
}

/** Figure of the security log, while it has a receiver. */
function registerSecurityLog(gauges: Health['gauges'], platform: Platform) {
  if (!platform.ports.securityLog) return
  gauges.balcao_security_log_failures = {
    help: 'Runs since the last one that reached the receiver of the security log',
    read: async () => (await readLogState(platform))?.failures ?? 0,
  }
}

/** Adds figures of single numbers, by the id of their connection, and of what waits for receivers outside. */
export function registerNumbers(gauges: Health['gauges'], platform: Platform) {
  gauges.balcao_number_up = {
    help: `1 for a number that is connected, of the first ${maxNumbers}`,
    label: 'connection',
    read: () => readNumbersUp(platform),
  }
  gauges.balcao_outbox_messages = {
    help: `Messages that wait to be sent, of up to ${maxNumbers} numbers`,
    label: 'connection',
    read: () => countOutbox(platform),
  }
  gauges.balcao_deliveries_waiting = {
    help: 'Requests to webhooks and integrations that wait',
    label: 'source',
    read: () => countWaitingDeliveries(platform),
  }
  gauges.balcao_campaigns = { help: 'Campaigns', label: 'state', read: () => countCampaigns(platform) }
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

/** Figures of the backups, while this process makes them. */
function registerBackups(gauges: Health['gauges'], { services, store }: Parts) {
  if (!services.ports.backups.thread) return
  gauges.balcao_backup_age_seconds = {
    help: 'Time since the moment that the newest backup holds; missing before the first',
    read: () => backupFigures.ageSeconds(store.read),
  }
  gauges.balcao_backup_bytes = { help: 'Size of the newest backup', read: () => backupFigures.sizeBytes(store.read) }
  gauges.balcao_backup_failures = {
    help: 'Failed attempts since the last backup',
    read: () => backupFigures.failures(store.read),
  }
}

/** Adds figures of the provider's overview, of the whole installation. */
export function registerOverview(gauges: Health['gauges'], platform: Platform) {
  gauges.balcao_numbers = {
    help: 'Connections of active companies by status',
    label: 'status',
    read: () => countNumbersByStatus(platform),
  }
  gauges.balcao_numbers_in_trouble = {
    help: 'Numbers that are down for two minutes or more, or restricted by WhatsApp',
    label: 'kind',
    read: () => countNumbersInTrouble(platform),
  }
  gauges.balcao_jobs_parked = {
    help: 'Jobs given up in the last 7 days, the newest 1000',
    read: () => countParked(platform),
  }
  gauges.balcao_receivers_failing = {
    help: 'Webhooks and integrations with three or more failed requests in a row',
    label: 'source',
    read: () => countFailing(platform),
  }
}

function registerWork(gauges: Health['gauges'], { hub, jobs, services, store }: Parts) {
  const { parsers, budgets } = services.ports
  gauges.balcao_parsers_waiting = { help: 'Files that wait to be parsed', read: () => parsers.waiting }
  gauges.balcao_parsers_ended = { help: 'Parsers ended at a limit', read: () => parsers.ended }
  registerRefusals(gauges, budgets)
  gauges.balcao_requests_total = {
    help: 'Responses by first word of the route and kind of status',
    label: 'class status',
    isCounter: true,
    read: requestCounts.read,
  }
  gauges.balcao_job_runs_total = {
    help: 'Runs of jobs by name and end',
    label: 'job end',
    isCounter: true,
    read: jobCounts.read,
  }
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
