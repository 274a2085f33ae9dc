import { locale, texts } from './texts'

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false })
const calendar = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
const dayLength = 86_400_000

export const clockTime = (at: number) => clock.format(at)

/** "Hoje", "Ontem" or the date. */
export function dayText(at: number): string {
  const midnight = new Date().setHours(0, 0, 0, 0)
  if (at >= midnight) return texts.today
  return at >= midnight - dayLength ? texts.yesterday : calendar.format(at)
}

/** Time if today, else the day; for lists. */
export const listTime = (at: number) => (dayText(at) === texts.today ? clockTime(at) : dayText(at))

/** Phone number in Brazilian notation, or with a plus for other countries. */
export function phoneText(number: string): string {
  const [, area, head, tail] = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(number) ?? []
  return area ? `(${area}) ${head}-${tail}` : `+${number}`
}
