import type { Parts } from './assemble'
import { log } from './core/log'
import { activities } from './core/process/activities'
import { Work as MarkedWork, numberOf, workMarks } from './core/process/work-marks'
import type { Platform } from './core/scope'
import { isEldestNode } from './core/storage/living-nodes'
import { releaseTurns } from './features/automation/bot/release-turns'
import { enqueueDueTimers } from './features/automation/bot/timers/tick'
import { enqueueSilentRuns } from './features/automation/flows/runs/silent-runs'
import { storeFinishedDays } from './features/inbox/dashboard/days'
import { indexNewMessages } from './features/inbox/search/index-messages'
import { announceOutages } from './features/numbers/connections/health'
import { listConnectionsToStart } from './features/numbers/connections/sessions'
import { sampleLimits } from './features/numbers/health/points'
import { endOverdue } from './features/platform/deliveries/end-overdue'
import { receiverEvents } from './features/platform/deliveries/receiver'
import { releaseRecovered } from './features/platform/deliveries/release'
import { sweepMedia } from './features/platform/media/sweep'
import { runDueBackup } from './features/provider/backups/run'
import { createDueInvoices } from './features/provider/invoices/create-due'
import { countCompanies } from './features/provider/morning/count-companies'
import { storeDiskDay } from './features/provider/morning/disk'
import { reconcileAll, reconcileNew, reconcileOld } from './features/provider/payments/jobs'
import { applyNextPlans } from './features/provider/plan-change/apply'
import { checkReleases } from './features/provider/releases/check'
import { planReminders } from './features/provider/reminders/plan'
import { sendSecurityLog } from './features/provider/security-log/send'
import { deleteExpiredRows } from './housekeeping'
import type { PausedTask } from './last-stall'
import { type PersistentInterval, startPersistent } from './persistent-interval'
import { backlogEvents } from './whatsapp/backlog'
import { opening } from './whatsapp/open-connection'

const second = 1000
const minute = 60 * second

type Work = (parts: Parts, platform: Platform) => Promise<unknown>
type Task = [every: number, name: string, work: Work]

/** Tasks repeated in each process while it serves: interval in ms, name for the log, work. */
const tasksOfEach: Task[] = [
  [5 * second, 'release jobs of ended nodes', ({ jobs }) => jobs.releaseEnded()],
  [5 * second, 'online', ({ services }) => services.online.sweep()],
  [15 * second, 'refusals', ({ services }) => services.auth.refusals.sweep()],
  [minute, 'caches', async ({ store }) => store.releaseCaches()],
]

/** Tasks that the installation needs once: the process that started first among the living ones runs them. */
const tasksOfOne: Task[] = [
  [5 * second, 'release jobs', releaseOpen],
  [
    5 * second,
    'release turns',
    async ({ jobs }, platform) => releaseTurns(platform, await jobs.awaited(backlogEvents)),
  ],
  [second, 'search index', (_, platform) => indexNewMessages(platform)],
  [10 * minute, 'dashboard days', (_, platform) => storeFinishedDays(platform)],
  [5 * second, 'security log', (_, platform) => sendSecurityLog(platform)],
  [minute, 'backups', (_, platform) => runDueBackup(platform)],
  [60 * minute, 'make invoices', (_, platform) => createDueInvoices(platform)],
  [10 * minute, 'chosen plans', (_, platform) => applyNextPlans(platform)],
  [10 * minute, 'reminders', (_, platform) => planReminders(platform)],
  [minute, 'new payments', (_, platform) => reconcileNew(platform)],
  [10 * minute, 'payments', (_, platform) => reconcileAll(platform)],
  [360 * minute, 'older payments', (_, platform) => reconcileOld(platform)],
  [minute, 'ticket timers', (_, platform) => enqueueDueTimers(platform)],
  [minute, 'silent runs of flows', (_, platform) => enqueueSilentRuns(platform)],
  [
    10 * second,
    'release deliveries',
    async ({ jobs }, platform) => releaseRecovered(platform, await jobs.awaited(receiverEvents)),
  ],
  [10 * minute, 'overdue deliveries', (_, platform) => endOverdue(platform)],
  [10 * second, 'outages', (_, platform) => announceOutages(platform)],
  [10 * minute, 'limits of numbers', (_, platform) => sampleLimits(platform)],
  [10 * minute, 'use of plans', (_, platform) => countCompanies(platform)],
  [60 * minute, 'disk of the day', (_, platform) => storeDiskDay(platform)],
]

/** The work of a task, done only by the process that started first among the living ones. */
export const onEldest =
  <P extends Pick<Parts, 'store'> & { cluster: { node: string } | null }>(
    work: (parts: P, platform: Platform) => Promise<unknown>,
  ) =>
  async (parts: P, platform: Platform) => {
    if (await isEldestNode(parts.store.read, parts.cluster?.node ?? null)) await work(parts, platform)
  }
const tasks: Task[] = [...tasksOfEach, ...tasksOfOne.map(([every, name, work]): Task => [every, name, onEldest(work)])]

/** Tasks so rare that the process may not live that long. */
const rareTasks: PersistentInterval[] = [
  { name: 'housekeeping', every: 60 * minute, minStartDelay: minute, work: (platform) => deleteExpiredRows(platform) },
  { name: 'sweep media', every: 24 * 60 * minute, minStartDelay: 5 * minute, work: (platform) => sweepMedia(platform) },
  {
    name: 'newer release',
    every: 12 * 60 * minute,
    minStartDelay: minute,
    work: (platform) => checkReleases(platform),
  },
]

/** Tasks that also run at the start, to catch up after a stop. */
const runAtStart = ['make invoices', 'ticket timers', 'release turns', 'backups', 'use of plans', 'disk of the day']

/**
 * Starts all tasks and returns a function that stops them. A failure is logged. A run is skipped while the previous run
 * of the same task continues, and while the task is paused.
 */
export function startScheduledTasks(parts: Parts, paused: PausedTask[] = []): () => void {
  const { platform } = parts.services.auth
  const pausedUntil = (name: string) => Date.parse(paused.find(({ id }) => id === numberOf(name))?.until ?? '') || 0
  const timers = tasks.map(([every, name, work]) => {
    let running = false
    const notBefore = pausedUntil(name)
    const run = async () => {
      if (running || Date.now() < notBefore) return
      running = true
      const task = activities.during(`task ${name}`, () =>
        workMarks.during(new MarkedWork('task', numberOf(name)), () => work(parts, platform)),
      )
      await task.catch((err) => log.error({ err, task: name }, 'a scheduled task failed'))
      running = false
    }
    if (runAtStart.includes(name)) void run()
    return setInterval(run, every)
  })
  const stops = rareTasks.map((task) => startPersistent(platform, task, pausedUntil(task.name)))
  return () => {
    timers.forEach(clearInterval)
    for (const stop of stops) stop()
  }
}

/**
 * Releases jobs that began to wait for a connection at the moment in which it opened. Checks only open connections,
 * because jobs may wait for every closed one.
 */
async function releaseOpen({ jobs, services }: Parts, platform: Platform) {
  for (const connection of await listConnectionsToStart(platform)) {
    if (!services.ports.whatsapp.isOpen(connection)) continue
    const event = opening(connection.whatsappId)
    if (await jobs.isAwaited(event)) await jobs.release(event)
  }
}
