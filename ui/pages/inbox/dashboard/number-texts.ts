import i18n from 'i18next'
import { locale } from '../../../lib/language'

/** Duration, such as 45 min or 2 h 05 min, without a line break; a dash for null. */
export function minutesText(value: number | null): string {
  if (value === null) return '–'
  const [hours, rest] = [Math.floor(value / 60), value % 60]
  const text =
    hours === 0
      ? i18n.t('dashboard.minutes', { minutes: rest })
      : i18n.t('dashboard.hours', { hours: numberText(hours), minutes: String(rest).padStart(2, '0') })
  return text.replaceAll(' ', noBreak) // a number stays on the line of its unit
}

const noBreak = '\u00a0'

export const numberText = (value: number) => value.toLocaleString(locale())

/** Average rating with one decimal; a dash for null. */
export const ratingText = (value: number | null) =>
  value === null ? '–' : value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** dd/MM of a calendar day. */
export const shortDay = (day: string) => day.slice(5).split('-').reverse().join('/')
