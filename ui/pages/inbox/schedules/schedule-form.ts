import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import { AppError } from '../../../../src/shared/errors'
import { limits } from '../../../../src/shared/limits'
import { dayAfter, type Repetition, repeatUnits, weekdayOf } from '../../../../src/shared/repetition'
import type { ChosenFileValue } from '../../../components/file-field'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, date, isoDayOf, length, type Rule, required, time } from '../../../lib/form'
import * as show from '../../../lib/time'
import { upload } from '../../../lib/upload'
import { type Day, showDay } from './days'
import type { Receiver } from './receiver-field'

interface InitialSchedule {
  schedule?: Schedule
  contact?: Receiver
  /** Initial text. */
  text?: string
  /** Initial day; by default the day in one hour. */
  day?: Day
}

const contactChosen: Rule<Receiver | null> = (contact) => (contact ? null : { code: 'choose' })
const hour = 3_600_000

/**
 * Initial date and time: the stored ones, for a new or failed message in one hour, for a repetition whose time has
 * passed its next day.
 */
function startTime({ schedule, day }: InitialSchedule, now = Date.now()) {
  const keepsTime = schedule && (schedule.status !== 'ERRO' || Date.parse(schedule.sendAt) > now)
  const at = keepsTime ? schedule.sendAt : new Date(now + hour).toISOString()
  const next = keepsTime && Date.parse(at) <= now ? nextTime(schedule, now) : null
  return next ?? { date: !schedule && day ? showDay(day) : show.formatDate(at), time: show.formatTime(at) }
}

/** The first day of a repetition after `now`, at its own time of day; null without one. */
function nextTime({ sendAt, repeat, status }: Schedule, now: number) {
  if (!repeat || status === 'ENVIADA') return null
  const moment = new Date(now).toISOString()
  const current = `${show.dayOf(moment)}T${show.formatTime(moment)}`
  let day = show.dayOf(sendAt)
  while (`${day}T${repeat.time}` <= current) day = dayAfter(day, repeat)
  return repeat.until !== null && day > repeat.until ? null : { date: showDay(day), time: repeat.time }
}

const storedFile = (schedule?: Schedule): ChosenFileValue =>
  schedule?.mediaPath
    ? { kind: 'kept', name: schedule.mediaName ?? '', url: schedule.mediaPath, mime: schedule.mediaType ?? '' }
    : null

/** Fields of the repetition; `every` is empty for a message that is sent once. */
function startRepeat(schedule?: Schedule) {
  const { every = '', weekdays = [], left = null, until = null } = schedule?.repeat ?? {}
  const ends = left !== null ? 'left' : until !== null ? 'until' : 'never'
  return {
    every: every as string,
    weekdays,
    ends: ends as string,
    left: left === null ? '10' : String(left),
    until: until === null ? '' : showDay(until),
  }
}

export const makeForm = (start: InitialSchedule) =>
  createForm(
    {
      contact: start.schedule?.contact ?? start.contact ?? null,
      body: start.schedule?.body ?? start.text ?? '',
      ...startTime(start),
      picture: storedFile(start.schedule),
      ...startRepeat(start.schedule),
    },
    {
      contact: [contactChosen],
      body: [required, length(limits.scheduleBody)],
      date: [required, date],
      time: [required, time],
      left: [(text) => (text === '' || isCount(text) ? null : { code: 'number' })],
      until: [date],
    },
    { ERR_SCHEDULE_PAST: 'time', ERR_NO_CONTACT_FOUND: 'contact' },
    { contactId: 'contact', sendAt: 'time', repeat: 'until' },
  )
export type ScheduleForm = ReturnType<typeof makeForm>
export type Values = ReturnType<ReturnType<typeof makeForm>['values']>

const isCount = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1

/** Unit and day of the month of a stored repetition, with the date that the form showed first. */
export type KeptDay = Pick<Repetition, 'every' | 'monthDay'> & { date: string }

/** The stored day of the month of a schedule; null for one without a repetition. */
export const keptDay = (schedule: Schedule | undefined): KeptDay | null =>
  schedule?.repeat ? { ...schedule.repeat, date: startTime({ schedule }).date } : null

type RepeatValues = Pick<Values, 'date' | 'every' | 'weekdays' | 'ends' | 'left' | 'until'>

/**
 * The repetition of the fields, or null for none. Without a day of the week it has that of the date. As on the server, a
 * stored repetition keeps its day of the month while unit and day stay: the day shown for a short month is its last.
 */
export function repetitionOf(
  { date, every, weekdays, ends, left, until }: RepeatValues,
  kept: KeptDay | null = null,
): Repetition | null {
  const day = isoDayOf(date)
  const unit = repeatUnits.find((one) => one === every)
  if (!unit || !day) return null
  return {
    every: unit,
    weekdays: unit === 'week' ? (weekdays.length > 0 ? weekdays : [weekdayOf(day)]) : [],
    monthDay: kept?.every === unit && kept.date === date ? kept.monthDay : Number(day.slice(8)),
    left: ends === 'left' && isCount(left) ? Number(left) : null,
    until: ends === 'until' ? isoDayOf(until) : null,
  }
}

/** An end that was chosen needs its number or day: without it the message would repeat for ever. */
function assertEnd({ every, ends, left, until }: Values) {
  if (every === '' || ends === 'never') return
  if (ends === 'left' && !isCount(left)) throw new AppError('ERR_VALIDATION', { fields: ['left'] })
  if (ends === 'until' && !isoDayOf(until)) throw new AppError('ERR_VALIDATION', { fields: ['until'] })
}

/** Local time without a zone; the server applies the company's time zone. */
export const localTime = ({ date, time }: Pick<Values, 'date' | 'time'>) => `${isoDayOf(date)}T${time}`

const repeatNames = ['every', 'weekdays', 'ends', 'left', 'until'] as const
/** Fields to send: the repetition, and the time, only when they were changed, so that the stored ones stay exact. */
function changedTiming({ current, was, values, now }: Saving) {
  const isNew = current === null || current.status === 'ERRO'
  const moves = isNew || now || was.date !== values.date || was.time !== values.time
  const repeats = moves || repeatNames.some((name) => String(was[name]) !== String(values[name]))
  const sendAt = now ? new Date().toISOString() : localTime(values)
  return { ...(moves && { sendAt }), ...(repeats && { repeat: repeatInput(values) }) }
}

function repeatInput(values: Values) {
  const { every, weekdays, left, until } = repetitionOf(values) ?? {}
  return every ? { every, weekdays, left, until } : null
}

interface Saving {
  /** Stored version, or null for a new message. */
  current: Schedule | null
  /** Values of the stored version; those of the new form. */
  was: Values
  values: Values
  /** True: it is sent at once. */
  now?: boolean
  /** True for a message that a person paused. */
  staysPaused: boolean
  /**
   * Receives each stored version, so that a retry after a failure updates it instead of creating another one.
   */
  onStored: (row: Schedule) => void
}

/**
 * Saves the text, then the file. The message is paused until its file is uploaded, so that it never leaves without it;
 * when its time passes meanwhile, it is sent after the upload.
 */
export async function saveSchedule(saving: Saving): Promise<Schedule> {
  const { current, values, staysPaused, onStored } = saving
  const { contact, body, picture } = values
  assertEnd(values)
  const file = picture?.kind === 'picked' ? picture.file : null
  const pauses = !staysPaused && (file !== null || current?.paused)
  const text = { contactId: contact?.id as number, body: body.trim() }
  const input = { ...text, ...changedTiming(saving), ...(pauses && { paused: file !== null }) }
  // Removing the file first raises the allowed text length.
  if (current?.mediaId && picture === null)
    await unwrapResponse(api.schedules({ id: current.id })['media-upload'].delete())
  const saved = await unwrapResponse<Schedule>(
    current
      ? api.schedules({ id: current.id }).put(input)
      : api.schedules.post({ sendAt: localTime(values), ...input }),
  )
  onStored(saved)
  if (!file) return saved
  const address = `/api/schedules/${saved.id}/upload?fileName=${encodeURIComponent(file.name)}`
  const headers = { 'content-type': file.type || 'application/octet-stream' }
  const complete = await upload<Schedule>(address, file, { method: 'PUT', headers })
  return staysPaused ? complete : unwrapResponse<Schedule>(api.schedules({ id: saved.id }).put({ paused: false }))
}
