import type { TenantDb } from '../../core/storage/tenant'
import { hot } from '../../core/storage/tenant'
import {
  addCount,
  addDuration,
  addValue,
  emptyAttendantFigures,
  emptyFigures,
  type Figures,
  msBetween,
} from './figures'
import type { TimeWindow } from './period'

type Span = Pick<TimeWindow, 'from' | 'to'>

const beganQuery = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', p('from'))
    .where('createdAt', '<', p('to')),
)
const startedQuery = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(['queuedAt', 'botEndedAt', 'startedAt'])
    .where('startedAt', '>=', p('from'))
    .where('startedAt', '<', p('to'))
    .where('startedAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const answeredQuery = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(['queuedAt', 'botEndedAt', 'firstResponseAt'])
    .where('firstResponseAt', '>=', p('from'))
    .where('firstResponseAt', '<', p('to'))
    .where('firstResponseAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const robotQuery = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(['queuedAt', 'botEndedAt'])
    .where('botEndedAt', '>=', p('from'))
    .where('botEndedAt', '<', p('to'))
    .where('botEndedAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const finishedQuery = hot<Span>()((db, p) =>
  db
    .select('attendances')
    .select(['userId', 'queueId', 'queuedAt', 'botEndedAt', 'startedAt', 'firstResponseAt', 'finishedAt', 'rate'])
    .where('finishedAt', '>=', p('from'))
    .where('finishedAt', '<', p('to'))
    .where('finishedAt', 'is not', null),
)

/** Figures of a period, computed from its attendances. */
export async function readFigures(db: TenantDb, { from, to }: Span): Promise<Figures> {
  const span = { from, to }
  const figures = emptyFigures()
  figures.began = (await db.first(beganQuery, span))?.count ?? 0
  for (const row of await db.run(startedQuery, span))
    addDuration(figures.wait, msBetween(waitsSince(row), row.startedAt))
  for (const row of await db.run(answeredQuery, span))
    addDuration(figures.response, msBetween(waitsSince(row), row.firstResponseAt))
  for (const row of await db.run(robotQuery, span)) addDuration(figures.robot, msBetween(row.queuedAt, row.botEndedAt))
  for (const row of await db.run(finishedQuery, span)) addFinished(figures, row)
  return figures
}

/** Time from which a customer waits for a person: the end of the robot's part, else the first message. */
const waitsSince = ({ queuedAt, botEndedAt }: { queuedAt: string | null; botEndedAt: string | null }) =>
  queuedAt && (botEndedAt ?? queuedAt)

interface Finished {
  userId: number | null
  queueId: number | null
  queuedAt: string | null
  botEndedAt: string | null
  startedAt: string | null
  firstResponseAt: string | null
  finishedAt: string | null
  rate: number | null
}

function addFinished(figures: Figures, row: Finished) {
  const service = msBetween(row.startedAt, row.finishedAt)
  figures.finished++
  addDuration(figures.service, service)
  addCount(figures.queues, row.queueId ?? 0, 1)
  figures.people[row.userId ?? 0] ??= emptyAttendantFigures()
  const work = figures.people[row.userId ?? 0]!
  work.tickets++
  addValue(work.service, service)
  addValue(work.wait, msBetween(waitsSince(row), row.startedAt))
  addValue(work.response, msBetween(waitsSince(row), row.firstResponseAt))
  addValue(work.rating, row.rate)
}

/** Numbers of attendances begun and finished in a period; for the hours of a day. */
export async function readCounts(db: TenantDb, { from, to }: Span) {
  const span = { from, to }
  return { began: (await db.first(beganQuery, span))?.count ?? 0, finished: (await db.run(finishedQuery, span)).length }
}
