import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { afterSend, coldWait, dayMs, hourMs, type LaneFacts } from '../../../shared/campaign/pace'
import type { CampaignSettings } from '../../../shared/campaign/settings'
import { dailyCapOf } from '../../../shared/campaign/warm-up'
import { readCompanyState } from '../../platform/company/state'
import { timeZoneOf } from '../../platform/company/time-zone'
import { mayStartChats } from '../health/may-start-chats'
import { readCampaignSettings } from './campaign-settings'
import { readLane, storeLane } from './rows'

/** Campaign messages of a number in the last days are rows of `cold_sends`; its state is its cold lane (docs/glossary.md). */
const nthNewestSend = hot<{ whatsappId: number; before: number }>()((db, p) =>
  db
    .select('cold_sends')
    .select('at')
    .where('whatsappId', '=', p('whatsappId'))
    .orderBy('at', 'desc')
    .limit(1)
    .offset(p('before')),
)
const unsentReplies = hot<{ group: string }>()((db, p) =>
  db
    .select('jobs')
    .select('id')
    .where('name', '=', 'message.deliver')
    .where('groupKey', '=', p('group'))
    .where('state', 'in', ['ready', 'running'])
    .limit(1),
)

/** Facts by which a number may send a campaign message at a time; undefined for a connection that is gone. */
export async function readLaneFacts(
  scope: Scope,
  whatsappId: number,
  now = Date.now(),
): Promise<LaneFacts | undefined> {
  const lane = await readLane(scope, whatsappId)
  if (!lane) return undefined
  const chosen = await readCampaignSettings(scope)
  const verdict = await mayStartChats(scope, whatsappId, now)
  const settings = verdict.grade === 'careful' ? slower(chosen) : chosen
  const { cap } = dailyCapOf(settings, lane.lane.since, now)
  return {
    ...{ now, settings, lane: lane.lane, zone: await timeZoneOf(scope) },
    hourEdge: await edgeOf(scope, whatsappId, settings.hourlyCap),
    dayEdge: await edgeOf(scope, whatsappId, cap),
    isOpen: scope.ports.whatsapp.isOpen({ companyId: scope.companyId, whatsappId }),
    mayAct: (await readCompanyState(scope, new Date(now))).mayAct,
    health: verdict.allowed ? null : { until: verdict.until },
    repliesWait: (await scope.db.first(unsentReplies, { group: `wa:${whatsappId}` })) !== undefined,
  }
}

/** Pace of a number whose health asks for care: half as fast. */
const slower = (settings: CampaignSettings): CampaignSettings => ({
  ...settings,
  messageInterval: Math.max(settings.messageInterval, 1) * 2,
  hourlyCap: Math.ceil(settings.hourlyCap / 2),
})

const edgeOf = async (scope: Scope, whatsappId: number, cap: number) =>
  cap === 0 ? null : ((await scope.db.first(nthNewestSend, { whatsappId, before: cap - 1 }))?.at ?? null)

/** Returns why a number sends no campaign message now. */
export async function readColdWait(scope: Scope, whatsappId: number) {
  const facts = await readLaneFacts(scope, whatsappId)
  return facts ? coldWait(facts) : null
}

const sendsSince = hot<{ whatsappId: number; since: string }>()((db, p) =>
  db
    .select('cold_sends')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('whatsappId', '=', p('whatsappId'))
    .where('at', '>', p('since')),
)

/** Number of campaign messages of the last hour and day. */
export async function countSends(scope: Scope, whatsappId: number, now = Date.now()) {
  const since = async (ms: number) =>
    (await scope.db.first(sendsSince, { whatsappId, since: new Date(now - ms).toISOString() }))?.count ?? 0
  return { sentLastHour: await since(hourMs), sentLastDay: await since(dayMs) }
}

const insertSend = hot<{ whatsappId: number; at: string }>()((db, p) =>
  db.insert('cold_sends', { whatsappId: p('whatsappId'), at: p('at') }),
)

/** Counts a message that is about to leave. Call within a transaction. */
export const recordColdSend = (scope: Scope, whatsappId: number, now: number) =>
  scope.db.run(insertSend, { whatsappId, at: new Date(now).toISOString() })

/**
 * Takes the number's next place for a message to a person without a live conversation that another feature sends, such
 * as a scheduled one: counts it, so that campaign messages of the number leave one interval later, and returns null.
 * Returns the time until which it waits when the interval or the pause after errors is not over; window, caps and pauses
 * of campaigns do not hold a message whose time a user chose. Call within a transaction.
 */
export async function takeColdPlace(scope: Scope, whatsappId: number): Promise<string | null> {
  const lane = await readLane(scope, whatsappId)
  if (!lane) return null
  const now = Date.now()
  const times = [lane.lane.nextSendAt, lane.lane.backOffUntil].filter((at) => typeof at === 'string')
  const latest = times.toSorted().at(-1)
  if (latest !== undefined && Date.parse(latest) > now) return latest
  await recordColdSend(scope, whatsappId, now)
  await storeLane(scope, whatsappId, afterSend(lane.lane, await readCampaignSettings(scope), now, Math.random()))
  return null
}
