import { workSlices } from '../../../core/process/work-slices'
import { inList, unindexedColumn } from '../../../core/storage/expressions'
import { type Hot, hot, type Tables, type TenantDb } from '../../../core/storage/tenant'
import { everyQueue, type SeenQueues } from '../team/seen-queues'
import {
  addCount,
  addDuration,
  addTargets,
  addValue,
  emptyAttendantFigures,
  emptyFigures,
  type Figures,
  hourFigures,
  msBetween,
  type TargetFigures,
} from './figures'
import { hourOf, type TimeWindow } from './period'

type Times = Pick<TimeWindow, 'from' | 'to'>
type Span = Times & SeenQueues
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** Attendances of the queues the user sees. */
const seenAttendances = (db: Tables, p: Param<Span>) =>
  db
    .select('attendances')
    .where(({ or, and, eb, val }) =>
      or([
        eb(val(p('every')), '=', 1),
        eb(unindexedColumn('attendances.queueId'), 'in', inList(p('queueIds'))),
        and([eb(val(p('queueless')), '=', 1), eb(unindexedColumn('attendances.queueId'), 'is', null)]),
      ]),
    )

const beganQuery = hot<Span>()((db, p) =>
  seenAttendances(db, p).select('createdAt').where('createdAt', '>=', p('from')).where('createdAt', '<', p('to')),
)
const startedQuery = hot<Span>()((db, p) =>
  seenAttendances(db, p)
    .select(['queuedAt', 'botEndedAt', 'startedAt'])
    .where('startedAt', '>=', p('from'))
    .where('startedAt', '<', p('to'))
    .where('startedAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const answeredQuery = hot<Span>()((db, p) =>
  seenAttendances(db, p)
    .select(['queuedAt', 'botEndedAt', 'firstResponseAt'])
    .where('firstResponseAt', '>=', p('from'))
    .where('firstResponseAt', '<', p('to'))
    .where('firstResponseAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const robotQuery = hot<Span>()((db, p) =>
  seenAttendances(db, p)
    .select(['queuedAt', 'botEndedAt'])
    .where('botEndedAt', '>=', p('from'))
    .where('botEndedAt', '<', p('to'))
    .where('botEndedAt', 'is not', null)
    .where('queuedAt', 'is not', null),
)
const endedQuery = hot<Span>()((db, p) =>
  seenAttendances(db, p)
    .select('finishedAt')
    .where('finishedAt', '>=', p('from'))
    .where('finishedAt', '<', p('to'))
    .where('finishedAt', 'is not', null),
)
const finishedQuery = hot<Span>()((db, p) =>
  seenAttendances(db, p)
    .select(['userId', 'queueId', 'queuedAt', 'botEndedAt', 'startedAt', 'firstResponseAt', 'finishedAt', 'rate'])
    .select(['answerDueAt', 'resolutionDueAt', 'nextAnswersInTime', 'nextAnswersLate'])
    .where('finishedAt', '>=', p('from'))
    .where('finishedAt', '<', p('to'))
    .where('finishedAt', 'is not', null),
)

/** Days whose attendances are read at once: few messages to the other thread, and the rows of a month in memory. */
export const daysAtOnce = 31

/**
 * Figures of each of at most `daysAtOnce` consecutive days, computed in slices from their attendances in the given
 * queues.
 */
export async function readFigures(
  db: TenantDb,
  days: TimeWindow[],
  seenQueues: SeenQueues = everyQueue,
): Promise<Figures[]> {
  const figures = days.map(() => emptyFigures())
  const forEach = <R>(
    query: Hot<Span, R>,
    timeOf: (row: R) => string | null,
    add: (day: Figures, row: R, window: TimeWindow) => void,
  ) => forEachRow(db, { query, days, seen: seenQueues, timeOf }, (at, row) => add(figures[at]!, row, days[at]!))
  await forEach(beganQuery, (row) => row.createdAt, countBegan)
  await forEach(startedQuery, (row) => row.startedAt, addWait)
  await forEach(answeredQuery, (row) => row.firstResponseAt, addResponse)
  await forEach(robotQuery, (row) => row.botEndedAt, addRobot)
  await forEach(finishedQuery, (row) => row.finishedAt, addFinished)
  return figures
}

interface RowsOfWindows<R> {
  query: Hot<Span, R>
  /** Consecutive windows, oldest first. */
  days: Times[]
  seen: SeenQueues
  timeOf(row: R): string | null
}

/** Calls `work` for each row with the index of its window, in slices. */
async function forEachRow<R>(
  db: TenantDb,
  { query, days, seen, timeOf }: RowsOfWindows<R>,
  work: (window: number, row: R) => void,
) {
  const span = { from: days[0]?.from ?? '', to: days.at(-1)?.to ?? '', ...seen }
  for (const row of await db.runAside(query, span)) {
    if (db.isReading) await workSlices.pause(db.companyId) // a transaction does not wait: all writers would
    work(windowAt(days, timeOf(row) ?? ''), row)
  }
}

/** Index of the last window that begins at this time or before. */
function windowAt(windows: Times[], time: string): number {
  let [low, high] = [0, windows.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (windows[middle]!.from <= time) low = middle
    else high = middle - 1
  }
  return low
}

function countBegan(figures: Figures, { createdAt }: { createdAt: string }, day: TimeWindow) {
  figures.began++
  hourFigures(figures, hourOf(day, createdAt)).began++
}

function addWait(figures: Figures, row: { startedAt: string | null } & Waiting, day: TimeWindow) {
  const ms = msBetween(waitsSince(row), row.startedAt)
  addDuration(figures.wait, ms)
  addValue(hourFigures(figures, hourOf(day, row.startedAt ?? day.from)).wait, ms)
}

const addResponse = ({ response }: Figures, row: { firstResponseAt: string | null } & Waiting) =>
  addDuration(response, msBetween(waitsSince(row), row.firstResponseAt))
const addRobot = ({ robot }: Figures, { queuedAt, botEndedAt }: Waiting) =>
  addDuration(robot, msBetween(queuedAt, botEndedAt))

interface Waiting {
  queuedAt: string | null
  botEndedAt: string | null
}

/** Time from which a customer waits for a person: the end of the robot's part, else the first message. */
const waitsSince = ({ queuedAt, botEndedAt }: Waiting) => queuedAt && (botEndedAt ?? queuedAt)

interface Finished {
  userId: number | null
  queueId: number | null
  queuedAt: string | null
  botEndedAt: string | null
  startedAt: string | null
  firstResponseAt: string | null
  finishedAt: string | null
  rate: number | null
  answerDueAt: string | null
  resolutionDueAt: string | null
  nextAnswersInTime: number
  nextAnswersLate: number
}

function addFinished(figures: Figures, row: Finished) {
  const service = msBetween(row.startedAt, row.finishedAt)
  figures.finished++
  if (row.nextAnswersLate > 0) figures.late++
  addDuration(figures.service, service)
  addCount(figures.queues, row.queueId ?? 0, 1)
  if (hasTargets(row)) addTargets(figures, row.queueId ?? 0, targetsOf(row))
  figures.people[row.userId ?? 0] ??= emptyAttendantFigures()
  const work = figures.people[row.userId ?? 0]!
  work.tickets++
  addValue(work.service, service)
  addValue(work.wait, msBetween(waitsSince(row), row.startedAt))
  addValue(work.response, msBetween(waitsSince(row), row.firstResponseAt))
  addValue(work.rating, row.rate)
}

const hasTargets = (row: Finished) =>
  row.answerDueAt !== null || row.resolutionDueAt !== null || row.nextAnswersInTime + row.nextAnswersLate > 0

/** Targets of a finished attendance. An attendance that ended unanswered before its due time counts for neither. */
function targetsOf({ answerDueAt, resolutionDueAt, firstResponseAt, finishedAt, ...row }: Finished): TargetFigures {
  const end = finishedAt ?? ''
  const hasAnswer = answerDueAt !== null && (firstResponseAt !== null || end > answerDueAt)
  const isAnsweredInTime = hasAnswer && firstResponseAt !== null && firstResponseAt <= answerDueAt
  return {
    answers: Number(hasAnswer),
    answersInTime: Number(isAnsweredInTime),
    closes: Number(resolutionDueAt !== null),
    closesInTime: Number(resolutionDueAt !== null && end <= resolutionDueAt),
    nextAnswers: row.nextAnswersInTime + row.nextAnswersLate,
    nextAnswersInTime: row.nextAnswersInTime,
  }
}

/** Numbers of attendances begun and finished in each of consecutive hours. */
export async function readCounts(db: TenantDb, hours: Times[], seenQueues: SeenQueues = everyQueue) {
  const counts = hours.map(() => ({ began: 0, finished: 0 }))
  const began = { query: beganQuery, timeOf: (row: { createdAt: string }) => row.createdAt }
  const ended = { query: endedQuery, timeOf: (row: { finishedAt: string | null }) => row.finishedAt }
  await forEachRow(db, { ...began, days: hours, seen: seenQueues }, (at) => counts[at]!.began++)
  await forEachRow(db, { ...ended, days: hours, seen: seenQueues }, (at) => counts[at]!.finished++)
  return counts
}
