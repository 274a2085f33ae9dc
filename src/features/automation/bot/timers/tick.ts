import { log } from '../../../../core/log'
import type { Platform, Scope } from '../../../../core/scope'
import type { BotQueue, BotRules } from '../../../../shared/bot/rules'
import { readBotQueue, readBotRules } from '../read-rules'
import { cutoffOf } from './cutoff'
import { listUnanswered, listUnassigned, listUnwarned } from './due'
import { readTimers, type TimerSettings } from './settings'

type TimerJob = 'ticket.expire' | 'ticket.warn' | 'ticket.autoTransfer'

/**
 * Every minute: enqueues one keyed job for each ticket whose timer is due and that has none. A job checks everything
 * again, so a repeated tick and a restart change nothing. A failure of one connection is logged and retried at the next
 * tick.
 */
export async function enqueueDueTimers(platform: Platform, now = new Date()) {
  const timed = await platform.db
    .selectFrom('connections')
    .select(['id', 'companyId'])
    .where(({ or, eb, lit }) => or([eb('expiresTicket', '>', lit(0)), eb('timeToTransfer', '>', lit(0))]))
    .execute()
  for (const { id, companyId } of timed)
    await enqueueTimersOf(platform.scope(companyId, { system: 'timer' }), id, now).catch((err) =>
      log.error({ err, companyId, whatsappId: id }, 'the timers of a connection were not enqueued'),
    )
}

async function enqueueTimersOf(scope: Scope, whatsappId: number, now: Date) {
  const timers = await readTimers(scope, whatsappId)
  const rules = await readBotRules(scope, whatsappId, now)
  if (!timers || !rules?.mayAct) return
  await enqueueTransfers(scope, rules, { ...timers, whatsappId }, now)
  for (const { queueId, queue } of await placesOf(scope, rules))
    await enqueueExpiries(scope, rules, { ...timers, whatsappId }, { queueId, queue }, now)
}

type Timed = TimerSettings & { whatsappId: number }

/** With the hours of queues, each queue pauses its own tickets; otherwise all tickets of a connection pause together. */
async function placesOf(scope: Scope, { scheduleType }: BotRules) {
  if (scheduleType !== 'queue') return [{ queueId: undefined, queue: undefined }]
  const ids = await scope.db.select('queues').select('id').execute()
  const queues = await Array.fromAsync(ids, async ({ id }) => ({ queueId: id, queue: await readBotQueue(scope, id) }))
  return [{ queueId: null, queue: undefined }, ...queues]
}

interface Place {
  queueId: number | null | undefined
  queue: BotQueue | undefined
}

async function enqueueExpiries(scope: Scope, rules: BotRules, timed: Timed, { queueId, queue }: Place, now: Date) {
  const { expiresTicket, expiresWarning, whatsappId } = timed
  if (expiresTicket === 0) return
  const cutoff = cutoffOf(rules, queue, expiresTicket, now)
  if (cutoff === null) return
  await enqueueEach(scope, 'ticket.expire', await listUnanswered(scope, { whatsappId, queueId }, cutoff))
  const warnsAfter = expiresTicket - expiresWarning
  if (expiresWarning === 0 || warnsAfter <= 0) return
  const warning = cutoffOf(rules, queue, warnsAfter, now)
  if (warning !== null)
    await enqueueEach(scope, 'ticket.warn', await listUnwarned(scope, { whatsappId, queueId }, warning))
}

async function enqueueTransfers(scope: Scope, rules: BotRules, timed: Timed, now: Date) {
  const { timeToTransfer, transferQueueId, whatsappId } = timed
  if (timeToTransfer === 0 || transferQueueId === null) return
  const cutoff = cutoffOf(rules, undefined, timeToTransfer, now)
  if (cutoff !== null) await enqueueEach(scope, 'ticket.autoTransfer', await listUnassigned(scope, whatsappId, cutoff))
}

async function enqueueEach(outer: Scope, name: TimerJob, ids: number[]) {
  if (ids.length === 0) return
  await outer.transaction(async (scope) => {
    for (const ticketId of ids) await scope.enqueue(name, { ticketId }, { key: String(ticketId) })
  })
}
