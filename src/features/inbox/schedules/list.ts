import { timeCursor, timeOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText, sortsAfter, sortsBefore } from '../../../core/storage/expressions'
import { knownNumbers } from '../../../core/storage/known-numbers'
import { firstMoment, lastMoment } from '../../../core/time'
import { pageSizes } from '../../../shared/limits'
import { type Agent, can } from '../../../shared/permissions'
import { foldText } from '../../../shared/text'
import { searchesHiddenNumbers } from '../../contacts/contacts/hidden-numbers'
import { startOfDay } from '../../platform/company/time-zone'
import { isSeenSchedule, sightOf } from '../tickets/list/seen-rows'
import type { ScheduleQuery } from './model'
import { scheduleRows, toSchedule } from './read'

/** Page size for a range of days: a calendar requests a month at a time. */
const calendarPage = 100

/** Returns a page of the company's schedules, with the count of all that match. */
export async function listSchedules(scope: Scope, query: ScheduleQuery) {
  const range = await rangeOf(scope, query)
  const size = range ? calendarPage : pageSizes.other
  const matching = filtered(scope, query, range)
  const page = sortedFrom(matching, query.cursor, range !== null)
    .limit(size + 1)
    .offset(query.cursor === undefined ? ((query.pageNumber ?? 1) - 1) * size : 0)
  const rows = await scope.db.executeAside(page)
  const all = matching.clearSelect().select((eb) => eb.fn.countAll<number>().as('count'))
  const count = (await scope.db.executeAside(all))[0]?.count ?? 0
  const hasMore = rows.length > size
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const next = hasMore && last ? timeCursor({ at: range ? last.sendAt : last.createdAt, id: last.id }) : null
  return { schedules: shown.map((row) => toSchedule(scope, row)), hasMore, next, count }
}

type Range = { from: string; until: string } | null

/**
 * Returns the requested days as UTC times, from the start of the first to the end of the last, in the company's time
 * zone.
 */
async function rangeOf(scope: Scope, { dateStart, dateEnd }: ScheduleQuery): Promise<Range> {
  if (!dateStart && !dateEnd) return null
  return {
    from: dateStart ? await startOfDay(scope, 'dateStart', dateStart) : firstMoment,
    until: dateEnd ? await startOfDay(scope, 'dateEnd', dateEnd, 1) : lastMoment,
  }
}

function filtered(scope: Scope, { contactId, userId, searchParam = '' }: ScheduleQuery, range: Range) {
  let rows = seenSchedules(scope.viewer, scheduleRows(scope.db))
  if (range) rows = rows.where('sendAt', '>=', range.from).where('sendAt', '<', range.until)
  if (contactId !== undefined) rows = rows.where('schedules.contactId', '=', contactId)
  if (userId !== undefined) rows = rows.where('schedules.userId', '=', userId)
  const text = foldText(searchParam)
  if (text === '') return rows
  const digits = text.replace(/\D/g, '')
  const isHidden = searchesHiddenNumbers(scope.actor, text)
  return rows.where((eb) =>
    eb.or([
      containsText('schedules.searchText', text),
      ...(isHidden ? [] : [containsText('contacts.searchText', text)]),
      ...(digits.length >= 3 && !isHidden ? [containsText(knownNumbers, digits)] : []),
    ]),
  )
}

/** Limits the rows to those that the agent may see. */
function seenSchedules(agent: Agent, rows: ReturnType<typeof scheduleRows>) {
  if (can(agent, 'schedule:editAll')) return rows
  const sight = sightOf(agent)
  return rows.where(isSeenSchedule((name) => sight[name]))
}

/** Sorts the rows and starts after the cursor. */
function sortedFrom(rows: ReturnType<typeof filtered>, cursor: string | undefined, byTime: boolean) {
  const { at, id } = timeOfCursor(cursor) ?? { at: byTime ? firstMoment : lastMoment, id: 0 }
  if (byTime)
    return rows
      .where(sortsAfter(['schedules.sendAt', 'schedules.id'], [at, id]))
      .orderBy('schedules.sendAt')
      .orderBy('schedules.id')
  return rows
    .where(sortsBefore(['schedules.createdAt', 'schedules.id'], [at, id]))
    .orderBy('schedules.createdAt', 'desc')
    .orderBy('schedules.id', 'desc')
}
