import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import { limits } from '../../../../src/shared/limits'
import { type ChosenFileValue, uploadChosenFile } from '../../../components/file-field'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, date, isoDayOf, length, type Rule, required, time } from '../../../lib/form'
import * as show from '../../../lib/time'
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

/** Initial date and time: in one hour, or the stored time if it is in the future. */
function startTime({ schedule, day }: InitialSchedule, now = Date.now()) {
  const inOneHour = new Date(now + hour).toISOString()
  const keepsTime = schedule && (schedule.status === 'ENVIADA' || Date.parse(schedule.sendAt) > now)
  const at = keepsTime ? schedule.sendAt : inOneHour
  return { date: !schedule && day ? showDay(day) : show.formatDate(at), time: show.formatTime(at) }
}

const storedPicture = (schedule?: Schedule): ChosenFileValue =>
  schedule?.mediaPath
    ? { kind: 'kept', name: schedule.mediaName ?? '', url: schedule.mediaPath, mime: 'image/png' }
    : null

export const makeForm = (start: InitialSchedule) =>
  createForm(
    {
      contact: start.schedule?.contact ?? start.contact ?? null,
      body: start.schedule?.body ?? start.text ?? '',
      ...startTime(start),
      picture: storedPicture(start.schedule),
    },
    {
      contact: [contactChosen],
      body: [required, length(limits.scheduleBody)],
      date: [required, date],
      time: [required, time],
    },
    { ERR_SCHEDULE_PAST: 'time', ERR_NO_CONTACT_FOUND: 'contact' },
    { contactId: 'contact', sendAt: 'time' },
  )
export type Values = ReturnType<ReturnType<typeof makeForm>['values']>

/** Local time without a zone; the server applies the company's time zone. */
export const localTime = ({ date, time }: Pick<Values, 'date' | 'time'>) => `${isoDayOf(date)}T${time}`

/**
 * Saves the text, then the picture. `onStored` receives each stored version, so that a retry after a failure updates it
 * instead of creating another one.
 */
export async function saveSchedule(
  current: Schedule | null,
  values: Values,
  sendAt: string,
  onStored: (row: Schedule) => void,
) {
  const { contact, body, picture } = values
  const input = { contactId: contact?.id as number, body: body.trim(), sendAt }
  // Removing the picture first raises the allowed text length.
  if (current?.mediaId && picture === null)
    await unwrapResponse(api.schedules({ id: current.id })['media-upload'].delete())
  const saved = await unwrapResponse(current ? api.schedules({ id: current.id }).put(input) : api.schedules.post(input))
  onStored(saved)
  const address = `/api/schedules/${saved.id}/media-upload`
  return (await uploadChosenFile<Schedule>(address, picture, null)) ?? saved
}
