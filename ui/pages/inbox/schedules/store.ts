import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import { can } from '../../../../src/shared/permissions'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { roleOf } from '../../../lib/can'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { me } from '../../../lib/session'
import { dayOf } from '../../../lib/time'
import { toastError, toastSuccess } from '../../../lib/toast'
import type { Day } from './days'

/** Range of the calendar (both days included) and filters. */
interface ScheduleRange {
  from: Day
  to: Day
  searchParam: string
  mine: boolean
}
const range = signal<ScheduleRange>({ from: '', to: '', searchParam: '', mine: false })

export const schedules = createList<Schedule>({
  async load(cursor) {
    const { from: dateStart, to: dateEnd, searchParam, mine } = range.peek()
    const userId = mine ? me.peek()?.id : undefined
    const answer = await unwrapResponse(
      api.schedules.get({ query: { dateStart, dateEnd, searchParam, userId, cursor } }),
    )
    return { rows: answer.schedules, hasMore: answer.hasMore, next: answer.next, count: answer.count }
  },
  compare: (a, b) => (a.sendAt === b.sendAt ? a.id - b.id : a.sendAt < b.sendAt ? -1 : 1),
})

/** Changes range or filters and loads all pages, because a calendar is not scrolled to load more. */
export function showRange(next: ScheduleRange) {
  const now = range.peek()
  const isUnchanged = (Object.keys(next) as (keyof ScheduleRange)[]).every((key) => next[key] === now[key])
  if (isUnchanged && schedules.state.peek() !== 'idle') return
  range.value = next
  schedules.clear()
  void loadAllPages()
}

async function loadAllPages() {
  const requested = range.peek()
  do await schedules.more()
  while (range.peek() === requested && schedules.hasMore.peek() && schedules.state.peek() === 'ready')
}

async function reload() {
  await schedules.reload()
  if (schedules.state.peek() === 'ready') await loadAllPages()
}

/** Time in ms in which changes of contacts are collected, so that many of them cause one request. */
const collectMs = 300
const changedContacts = new Set<number>()
let isCollecting = false

/** Loads the calendar again if it shows a contact that was changed, deleted or merged, also while it loaded. */
function noteContact(id: number) {
  changedContacts.add(id)
  if (!isCollecting) setTimeout(reloadIfChanged, collectMs)
  isCollecting = true
}

function reloadIfChanged() {
  isCollecting = schedules.state.peek() === 'loading'
  if (isCollecting) return void setTimeout(reloadIfChanged, collectMs)
  const isShown = schedules.rows.peek().some(({ contactId }) => changedContacts.has(contactId))
  changedContacts.clear()
  if (isShown) void reload()
}

/** Subscribes the calendar to events; a search is loaded again, because the server decides its matches. */
export function useSchedulesLive() {
  useLive(
    {
      schedule(event) {
        if (event.action === 'delete') return schedules.drop(event.scheduleId)
        if (range.peek().searchParam !== '') return void reload()
        upsertSchedule(event.schedule)
      },
      contact(event) {
        if (event.action === 'reload') return void reload()
        noteContact('contact' in event ? event.contact.id : event.contactId)
      },
    },
    reload,
  )
}

export function upsertSchedule(schedule: Schedule) {
  if (isInRange(schedule)) schedules.put(schedule)
  else schedules.drop(schedule.id)
}

function isInRange({ sendAt, userId }: Schedule) {
  const { from, to, mine } = range.peek()
  const day = dayOf(sendAt)
  return day >= from && day <= to && (!mine || userId === me.peek()?.id)
}

/** Same rule as on the server: author and admins, until the message is sent. */
export function mayChange({ userId, status }: Schedule) {
  return status !== 'ENVIADA' && mayRemove({ userId })
}
export function mayRemove({ userId }: Pick<Schedule, 'userId'>) {
  const person = me.peek()
  return person !== null && (userId === person.id || can(roleOf(person), 'schedule:editAll'))
}

/** Deletes after confirmation; returns true if deleted. */
export async function removeSchedule({ id, status, contact: { name } }: Schedule): Promise<boolean> {
  const isConfirmed = await confirm({
    title: i18n.t('schedules.deleteTitle'),
    text: status === 'ENVIADA' ? i18n.t('schedules.deleteSentText') : i18n.t('schedules.deleteText', { name }),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return false
  try {
    await unwrapResponse(api.schedules({ id }).delete())
    schedules.drop(id)
    toastSuccess(i18n.t('schedules.deleted'))
    return true
  } catch (failure) {
    toastError(failure)
    return false
  }
}

/** Skips the next message, pauses or resumes; returns the changed row, or null after a failure, which is shown. */
export async function changeRepetition(
  { id, sendAt }: Pick<Schedule, 'id' | 'sendAt'>,
  verb: 'skip' | 'pause' | 'resume',
): Promise<Schedule | null> {
  try {
    const one = api.schedules({ id })
    // The skipped message is named: a second press on a slow line does not skip the one after it.
    const request = verb === 'skip' ? one.skip.post(undefined, { query: { sendAt } }) : one[verb].post()
    const saved = await unwrapResponse<Schedule>(request)
    upsertSchedule(saved)
    return saved
  } catch (failure) {
    toastError(failure)
    return null
  }
}
