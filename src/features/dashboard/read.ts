import type { TenantDb } from '../../core/storage/tenant'
import { hot } from '../../core/storage/tenant'
import { addTo, between, type Figures, measure, noFigures, noWork, raise } from './figures'
import type { Window } from './period'

type Span = Pick<Window, 'from' | 'to'>

const began = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', p('from'))
    .where('createdAt', '<', p('to')),
)
const started = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(['queuedAt', 'startedAt'])
    .where('startedAt', '>=', p('from'))
    .where('startedAt', '<', p('to'))
    .where('startedAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const answered = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(['queuedAt', 'firstResponseAt'])
    .where('firstResponseAt', '>=', p('from'))
    .where('firstResponseAt', '<', p('to'))
    .where('firstResponseAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const finished = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(['userId', 'queueId', 'queuedAt', 'startedAt', 'firstResponseAt', 'finishedAt', 'rate'])
    .where('finishedAt', '>=', p('from'))
    .where('finishedAt', '<', p('to'))
    .where('finishedAt', 'is not', null),
)

/** The figures of a stretch of time, from the attendances themselves. */
export async function readFigures(db: TenantDb, { from, to }: Span): Promise<Figures> {
  const span = { from, to }
  const figures = noFigures()
  figures.began = (await db.first(began, span))?.count ?? 0
  for (const row of await db.run(started, span)) measure(figures.wait, between(row.queuedAt, row.startedAt))
  for (const row of await db.run(answered, span)) measure(figures.response, between(row.queuedAt, row.firstResponseAt))
  for (const row of await db.run(finished, span)) addFinished(figures, row)
  return figures
}

interface Finished {
  userId: number | null
  queueId: number | null
  queuedAt: string | null
  startedAt: string | null
  firstResponseAt: string | null
  finishedAt: string | null
  rate: number | null
}

function addFinished(figures: Figures, row: Finished) {
  const service = between(row.startedAt, row.finishedAt)
  figures.finished++
  measure(figures.service, service)
  raise(figures.queues, row.queueId ?? 0, 1)
  figures.people[row.userId ?? 0] ??= noWork()
  const work = figures.people[row.userId ?? 0]!
  work.tickets++
  addTo(work.service, service)
  addTo(work.wait, between(row.queuedAt, row.startedAt))
  addTo(work.response, between(row.queuedAt, row.firstResponseAt))
  addTo(work.rating, row.rate)
}

/** How many began and were finished: for the hours of a day. */
export async function readCounts(db: TenantDb, { from, to }: Span) {
  const span = { from, to }
  return { began: (await db.first(began, span))?.count ?? 0, finished: (await db.run(finished, span)).length }
}
