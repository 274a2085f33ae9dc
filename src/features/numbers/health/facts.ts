import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import type { NumberFacts } from '../../../shared/number-verdict'
import { hourOf } from './points'

const hour = 3_600_000
const day = 24 * hour

const limitsOf = hot<{ id: number }>()((db, p) =>
  db.select('connection_health').select('limits').where('whatsappId', '=', p('id')),
)
const pointsSince = hot<{ id: number; since: string }>()((db, p) =>
  db
    .select('number_points')
    .select(['hour', 'sent', 'failed', 'delivered', 'begun', 'answered', 'refusedAt', 'locked'])
    .select(['ackCount', 'ackSumMs', 'ackMaxMs'])
    .where('whatsappId', '=', p('id'))
    .where('hour', '>=', p('since'))
    .orderBy('hour'),
)

/** Figures of a number, with the delays of WhatsApp's acks in the last 24 hours. */
interface MeasuredFacts extends NumberFacts {
  ack: { averageMs: number; maxMs: number } | null
}

/** Reads what `judgeNumber` needs: the limits and at most 97 points, by primary key. */
export async function readFacts({ db }: Scope, whatsappId: number, now: number): Promise<MeasuredFacts> {
  const row = await db.first(limitsOf, { id: whatsappId })
  const points = await db.run(pointsSince, { id: whatsappId, since: hourOf(now - 4 * day) })
  const dayStart = hourOf(now - day)
  const lastDay = points.filter((point) => point.hour > dayStart)
  const before = points.filter((point) => point.hour <= dayStart && point.hour > hourOf(now - 3 * day))
  const refusals = points.flatMap(({ refusedAt }) => refusedAt ?? []).sort()
  const refusedAt = refusals.at(-1)
  const lockedHour = points.findLast(({ locked }) => locked === 1)?.hour
  return {
    limits: parseJson(row?.limits ?? '{}'),
    refusedAt: refusedAt && Date.parse(refusedAt) > now - day ? refusedAt : null,
    lockedUntil: lockedHour ? new Date(Math.min(now, Date.parse(lockedHour) + hour)).toISOString() : null,
    ack: ackOf(lastDay),
    day: { sent: sum(lastDay, 'sent'), failed: sum(lastDay, 'failed') },
    before: {
      sent: sum(before, 'sent'),
      delivered: sum(before, 'delivered'),
      begun: sum(before, 'begun'),
      answered: sum(before, 'answered'),
    },
  }
}

function ackOf(points: { ackCount: number; ackSumMs: number; ackMaxMs: number }[]): MeasuredFacts['ack'] {
  const count = sum(points, 'ackCount')
  if (count === 0) return null
  const maxMs = Math.max(...points.map((point) => point.ackMaxMs))
  return { averageMs: Math.round(sum(points, 'ackSumMs') / count), maxMs }
}

const sum = <K extends string>(rows: Record<K, number>[], name: K) => rows.reduce((total, row) => total + row[name], 0)
