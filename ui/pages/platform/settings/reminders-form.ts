import type { ReminderInput, ReminderSettings } from '../../../../src/features/provider/reminders/model'
import { reminderDays } from '../../../../src/shared/reminders'
import { createForm, type Rule } from '../../../lib/form'

/** Form values: days as lists with commas, those before the due date without a sign. */
export interface ReminderFields {
  mail: boolean
  whatsappId: string
  before: string
  after: string
}

const listed = (days: number[]) => days.join(', ')

const fieldsOf = ({ mail, whatsappId, days }: ReminderSettings): ReminderFields => ({
  mail,
  whatsappId: String(whatsappId ?? ''),
  before: listed(days.filter((day) => day <= 0).map((day) => Math.abs(day))),
  after: listed(days.filter((day) => day > 0)),
})

const daysIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)

const within =
  (min: number, max: number): Rule<string> =>
  (text) =>
    daysIn(text).every((day) => Number.isInteger(day) && day >= min && day <= max) ? null : { code: 'refused' }

export function makeRemindersForm(settings: ReminderSettings) {
  const rules = { before: [within(0, -reminderDays.earliest)], after: [within(1, reminderDays.latest)] }
  // More days than the server takes are shown at the first of the two lists.
  const form = createForm<ReminderFields>(fieldsOf(settings), rules, {}, { days: 'before' })
  return { ...form, receiveSettings: (saved: ReminderSettings) => form.receive(fieldsOf(saved)) }
}

/** Form values for the server. */
export const reminderInput = ({ mail, whatsappId, before, after }: ReminderFields): ReminderInput => ({
  mail,
  whatsappId: Number(whatsappId) || null,
  days: [...new Set([...daysIn(before).map((day) => (day === 0 ? 0 : -day)), ...daysIn(after)])],
})
