import type { Scope } from '../../../core/scope'
import { msBetween } from '../../../core/storage/expressions'
import type { ReportPart } from '../../../shared/report-figures'
import { timeZoneOf } from '../../platform/company/time-zone'
import { averageRating } from './counters'
import { divide, hasColor, seenAttendances } from './divide'
import { averageMinutes } from './figures'
import type { DashboardQuery } from './model'
import type { Part, Parts, PartsQuery } from './part-model'
import { periodOf } from './period'

const pageSize = 50

interface Span {
  from: string
  to: string
}

/**
 * A page of the figures of a period by queue, person, tag, number or campaign, of the queues that the user sees
 * (docs/adr/0150). Equal values are in the order of names. @throws ERR_VALIDATION (422) for an invalid period
 */
export async function listParts(scope: Scope, query: PartsQuery, now = new Date()): Promise<Parts> {
  const { pageNumber = 1 } = query
  const all = await readSortedParts(scope, query, now)
  const skipped = (pageNumber - 1) * pageSize
  return {
    parts: all.slice(skipped, skipped + pageSize),
    count: all.length,
    hasMore: all.length > skipped + pageSize,
  }
}

/** All parts in the order of the query. */
export async function readSortedParts(scope: Scope, query: PartsQuery, now = new Date()): Promise<Part[]> {
  const { by, sort = 'finished', order = sort === 'name' ? 'asc' : 'desc' } = query
  return (await readParts(scope, by, query, now)).sort((a, b) => compareParts(a, b, sort, order === 'desc'))
}

/** All parts with a conversation in the period. */
export async function readParts(
  scope: Scope,
  by: ReportPart,
  query: DashboardQuery,
  now = new Date(),
): Promise<Part[]> {
  const { days } = periodOf(await timeZoneOf(scope), query, now)
  const span = { from: days[0]?.from ?? '', to: days.at(-1)?.to ?? '' }
  const parts = new Map<number, Part>()
  for (const row of await scope.db.executeAside(beganBy(scope, by, span)))
    parts.set(row.id ?? 0, { ...emptyPart, ...namesOf(row), began: row.began })
  for (const row of await scope.db.executeAside(finishedBy(scope, by, span)))
    parts.set(row.id ?? 0, { ...(parts.get(row.id ?? 0) ?? { ...emptyPart, ...namesOf(row) }), ...figuresOf(row) })
  return [...parts.values()]
}

const emptyPart = { began: 0, finished: 0, avgResponseTime: null, late: 0, rating: null, ratings: 0 }

/** The names are not part of the key: sorting the rows by an id costs less. */
const grouped = (scope: Scope, by: ReportPart) =>
  divide(seenAttendances(scope), by)
    .groupBy('part.id')
    .select('part.id')
    .select(({ fn, val }) => [
      fn.max<string | null>('part.name').as('name'),
      (hasColor(by) ? fn.max<string | null>('part.color') : val<string | null>('')).as('color'),
    ])

const beganBy = (scope: Scope, by: ReportPart, { from, to }: Span) =>
  grouped(scope, by)
    .where('attendances.createdAt', '>=', from)
    .where('attendances.createdAt', '<', to)
    .select(({ fn }) => fn.count<number>('attendances.id').as('began'))

const finishedBy = (scope: Scope, by: ReportPart, { from, to }: Span) =>
  grouped(scope, by)
    .where('attendances.finishedAt', 'is not', null)
    .where('attendances.finishedAt', '>=', from)
    .where('attendances.finishedAt', '<', to)
    .select(({ fn, eb }) => {
      const isAnswered = eb.and([eb('queuedAt', 'is not', null), eb('firstResponseAt', 'is not', null)])
      const waitsSince = fn.coalesce('botEndedAt', 'queuedAt')
      const response = eb.case().when(isAnswered).then(msBetween(waitsSince, 'firstResponseAt')).end()
      return [
        fn.count<number>('attendances.id').as('finished'),
        fn.count<number>(eb.case().when('nextAnswersLate', '>', 0).then(1).end()).as('late'),
        fn.count<number>('attendances.rate').as('ratings'),
        fn.sum<number | null>('attendances.rate').as('rates'),
        fn.count<number>(eb.case().when(isAnswered).then(1).end()).as('responses'),
        fn.sum<number | null>(response).as('responseMs'),
      ]
    })

interface Named {
  id: number | null
  name: string | null
  color: string | null
}
const namesOf = ({ id, name, color }: Named) => ({ id: id ?? 0, name: name ?? '', color: color ?? '' })

interface Finished {
  finished: number
  late: number
  ratings: number
  rates: number | null
  responses: number
  responseMs: number | null
}
const figuresOf = ({ finished, late, ratings, rates, responses, responseMs }: Finished) => ({
  ...{ finished, late, ratings },
  rating: averageRating({ count: ratings, total: Number(rates ?? 0) }),
  avgResponseTime: averageMinutes({ count: responses, total: Number(responseMs ?? 0) }),
})

/** Missing values are last in both directions. */
function compareParts(one: Part, other: Part, by: keyof Part, descending: boolean): number {
  const [a, b] = [one[by], other[by]]
  const byName = one.name.localeCompare(other.name) || one.id - other.id
  if (a === null || b === null) return Number(a === null) - Number(b === null) || byName
  const order = typeof a === 'string' ? byName : a - (b as number)
  return (descending ? -order : order) || byName
}
