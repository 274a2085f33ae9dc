import i18n from 'i18next'
import { locale } from '../../../lib/language'

/** A Monday (UTC), from which the days of the week are counted. */
const monday = Date.UTC(2026, 10, 30)

/** Name of a day of the week, 1 Monday to 7 Sunday. */
export const weekdayName = (weekday: number) =>
  new Date(monday + (weekday - 1) * 86_400_000).toLocaleDateString(locale(), { weekday: 'long', timeZone: 'UTC' })

export const hourName = (hour: number) => i18n.t('dashboard.oclock', { hour: String(hour) })
