import type { Scope } from '../../../core/scope'
import { dayIn, momentIn } from '../../../core/time'
import { coldWait } from '../../../shared/campaign/pace'
import { dailyCapOf } from '../../../shared/campaign/warm-up'
import { AppError } from '../../../shared/errors'
import { isDate } from '../../../shared/hours'
import { recordAuditEntry } from '../../platform/audit/record'
import { timeZoneOf } from '../../platform/company/time-zone'
import { enqueueLane } from './enqueue'
import type { ColdLane, ColdLaneInput } from './model'
import { readLane, storeLane } from './rows'
import { countSends, readLaneFacts } from './state'

/** Pace of each number of the company, in the order of the connections. */
export async function listLanes(scope: Scope): Promise<ColdLane[]> {
  const rows = await scope.db.select('connections').select('id').orderBy('id').execute()
  return Array.fromAsync(rows, ({ id }) => getLane(scope, id))
}

/** @throws ERR_NO_WAPP_FOUND */
export async function getLane(scope: Scope, whatsappId: number): Promise<ColdLane> {
  const storedLane = await readLane(scope, whatsappId)
  const facts = await readLaneFacts(scope, whatsappId)
  if (!storedLane || !facts) throw new AppError('ERR_NO_WAPP_FOUND')
  const { settings, lane, now } = facts
  const { cap, isLowered } = dailyCapOf(settings, lane.since, now)
  return {
    whatsappId,
    name: storedLane.name,
    wait: coldWait(facts),
    ...(await countSends(scope, whatsappId, now)),
    hourlyCap: settings.hourlyCap,
    dailyCap: cap,
    warmingUp: isLowered,
    numberSince: storedLane.numberSince,
    pausedUntil: lane.pausedUntil !== null && Date.parse(lane.pausedUntil) > now ? lane.pausedUntil : null,
    campaigns: await runningOf(scope, whatsappId),
  }
}

const runningOf = ({ db }: Scope, whatsappId: number) =>
  db
    .select('campaigns')
    .select(['id', 'name'])
    .where('whatsappId', '=', whatsappId)
    .where('status', '=', 'EM_ANDAMENTO')
    .orderBy('id')
    .execute()

/**
 * Declares the age of a number, or pauses its campaigns until a time. @throws ERR_NO_WAPP_FOUND, ERR_VALIDATION for a
 * time that does not exist or a day to come
 */
export function changeLane(outer: Scope, whatsappId: number, input: ColdLaneInput): Promise<ColdLane> {
  return outer.transaction(async (scope) => {
    const before = await getLane(scope, whatsappId)
    const { numberSince, pausedUntil } = input
    const zone = await timeZoneOf(scope)
    if (numberSince && (!isDate(numberSince) || numberSince > dayIn(zone)))
      throw new AppError('ERR_VALIDATION', { fields: ['numberSince'] })
    await storeLane(scope, whatsappId, {
      ...(numberSince !== undefined && { numberSince }),
      ...(pausedUntil !== undefined && { pausedUntil: pausedUntil && momentOf(zone, pausedUntil) }),
    })
    await enqueueLane(scope, whatsappId)
    const after = await getLane(scope, whatsappId)
    const entry = { action: 'update', entity: 'coldLane', entityId: whatsappId, name: after.name } as const
    await recordAuditEntry(scope, { ...entry, before: auditFields(before), after: auditFields(after) })
    scope.publish('coldLane', { action: 'update', coldLane: after })
    return after
  })
}

function momentOf(zone: string, text: string): string {
  try {
    return momentIn(zone, text)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: ['pausedUntil'] })
  }
}

const auditFields = ({ numberSince, pausedUntil }: ColdLane) => ({ numberSince, pausedUntil })
