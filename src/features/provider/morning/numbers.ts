import type { Platform } from '../../../core/scope'
import { parseJson } from '../../../shared/json'
import { maxCountedLines } from '../../../shared/morning'
import { isQuotaReached, isTimeLocked, quotaNow } from '../../../shared/number-verdict'
import type { AccountLimits } from '../../../whatsapp/contract'
import type { NumberTrouble } from './model'

type Db = Platform['db']

/** Outages that run, of active companies, after the two minutes in which most end by themselves. */
export const runningOutages = (db: Db) =>
  db
    .selectFrom('connection_outages')
    .innerJoin('companies', 'companies.id', 'connection_outages.companyId')
    .where('connection_outages.endedAt', 'is', null)
    .where('connection_outages.announced', '=', 1)
    .where('companies.status', '=', 1)

/** Numbers that are down, oldest first, then those that WhatsApp restricts, at most `maxCountedLines` of each. */
export async function listNumbersInTrouble({ db }: Platform, now: number): Promise<NumberTrouble[]> {
  const [down, restricted] = await Promise.all([listDown(db), listRestricted(db, now)])
  return [...down, ...restricted]
}

async function listDown(db: Db): Promise<NumberTrouble[]> {
  const rows = await runningOutages(db)
    .innerJoin('connections', 'connections.id', 'connection_outages.whatsappId')
    .select(['connection_outages.companyId', 'companies.name as company', 'connection_outages.whatsappId'])
    .select(['connections.name', 'connection_outages.reason', 'connection_outages.startedAt as since'])
    .orderBy('connection_outages.startedAt')
    .orderBy('connection_outages.id')
    .limit(maxCountedLines)
    .execute()
  return rows.map((row) => ({ ...row, kind: 'down', until: null }))
}

const restrictions = ['timeLock', 'quota', 'refused'] as const

/**
 * Restrictions that apply now, one row for a number and kind. An alert tells since when; whether it still applies, and
 * until when, tells the last report of WhatsApp.
 */
async function listRestricted(db: Db, now: number): Promise<NumberTrouble[]> {
  // Two ranges of one index.
  const endless = await alerts(db).where('number_alerts.until', 'is', null).execute()
  const ending = await alerts(db).where('number_alerts.until', '>', new Date(now).toISOString()).execute()
  const newest = [...endless, ...ending].sort((a, b) => b.since.localeCompare(a.since))
  const once = new Map<string, NumberTrouble>()
  for (const { limits, kind, until, ...row } of newest) {
    const key = `${row.whatsappId} ${kind}`
    const end = endOf(kind as (typeof restrictions)[number], until, parseJson(limits ?? '{}'), now)
    if (end !== undefined && !once.has(key))
      once.set(key, { ...row, kind: kind as NumberTrouble['kind'], reason: null, until: end })
  }
  return [...once.values()].reverse()
}

/** End of a restriction, null for one that WhatsApp does not tell; undefined when it does not apply any more. */
function endOf(kind: (typeof restrictions)[number], until: string | null, limits: AccountLimits, now: number) {
  if (kind === 'refused') return until
  if (kind === 'timeLock') return isTimeLocked(limits, now) ? (limits.reachOut?.until ?? null) : undefined
  const quota = quotaNow(limits, now)
  return isQuotaReached(quota) ? (quota?.endsAt ?? null) : undefined
}

const alerts = (db: Db) =>
  db
    .selectFrom('number_alerts')
    .innerJoin('companies', 'companies.id', 'number_alerts.companyId')
    .innerJoin('connections', 'connections.id', 'number_alerts.whatsappId')
    .leftJoin('connection_health', 'connection_health.whatsappId', 'number_alerts.whatsappId')
    .select(['number_alerts.companyId', 'companies.name as company', 'number_alerts.whatsappId'])
    .select(['connections.name', 'number_alerts.kind', 'number_alerts.since', 'number_alerts.until'])
    .select('connection_health.limits')
    .where('number_alerts.kind', 'in', restrictions)
    .where('companies.status', '=', 1)
    .limit(maxCountedLines)
