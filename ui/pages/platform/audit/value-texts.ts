import type { TFunction } from 'i18next'
import type { Profile } from '../../../../src/shared/enums'
import type { DayHours, Holiday, Windows } from '../../../../src/shared/hours'
import { parseRoleLimits } from '../../../../src/shared/role-limits'
import { isSettingKey, type SettingRule, settingRules } from '../../../../src/shared/settings'
import { connections } from '../../../lib/connections'
import { integrations } from '../../../lib/integrations'
import { languageNames } from '../../../lib/language-names'
import { formatMoney } from '../../../lib/money'
import { queues } from '../../../lib/queues'
import { dueDay, formatDateTime } from '../../../lib/time'
import { type OptionRow, optionGroups } from '../settings/option-rows'
import { findFieldText } from './field-texts'
import type { Text, ValueKind } from './fields/field'

const options = optionGroups.flatMap(({ rows }) => rows)
export const optionOf = (key: string): OptionRow | undefined => options.find((row) => row.key === key)

/** Text of a field's value; '' for an empty one. */
export function valueText(
  t: TFunction,
  { entity, name }: { entity: string; name: string },
  field: string,
  value: unknown,
) {
  if (value === null || value === undefined || value === '') return ''
  if (value === '•••') return t('audit.hidden')
  if (entity === 'setting') return settingText(t, name, String(value))
  return textByKind(t, findFieldText(entity, field)?.kind ?? 'text', value)
}

function settingText(t: TFunction, key: string, value: string): string {
  const option = optionOf(key)
  if (option?.kind === 'switch') return yesOrNo(t, value === 'enabled' || value === 'true')
  const rule: SettingRule | null = isSettingKey(key) ? settingRules[key] : null
  const choice = option?.choices?.[rule?.values?.indexOf(value) ?? -1]
  if (key === 'roleLimits') return roleLimitsText(t, value)
  return choice ? t(choice) : value
}

/** Roles with the rights they have lost: `Atendente: Exportar, Campanhas`. */
const roleLimitsText = (t: TFunction, value: string) =>
  Object.entries(parseRoleLimits(value) ?? {})
    .map(([profile, rights]) => {
      const names = rights.map((right) => t(`roleLimits.${right}`)).join(', ')
      return `${t(`users.profiles.${profile as Profile}`)}: ${names}`
    })
    .join('; ')

function textByKind(t: TFunction, kind: ValueKind, value: unknown): string {
  if (typeof kind === 'object')
    return Object.hasOwn(kind.words, `${value}`) ? t(kind.words[`${value}`] as Text) : plainValue(t, value)
  return formatters[kind](t, value as never)
}

const yesOrNo = (t: TFunction, on: boolean) => t(on ? 'audit.yes' : 'audit.no')

/** Any value as text, without JSON punctuation. */
const plainValue = (t: TFunction, value: unknown): string => {
  if (typeof value === 'boolean') return yesOrNo(t, value)
  if (Array.isArray(value)) return value.map((each) => plainValue(t, each)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Current name of a row; its id if it was deleted. */
const currentName = (t: TFunction, rows: { id: number; name: string }[], id: number) =>
  rows.find((row) => row.id === id)?.name ?? t('audit.number', { id })

type Formatter = (t: TFunction, value: never) => string
const formatters: Record<Exclude<ValueKind, object>, Formatter> = {
  text: plainValue,
  names: plainValue,
  flag: (t, value: unknown) => yesOrNo(t, value === true || value === 1),
  day: (_, value: string) => dueDay(value),
  moment: (_, value: string) => formatDateTime(value),
  money: (_, value: number) => formatMoney(value),
  language: (_, value: keyof typeof languageNames) => languageNames[value] ?? value,
  queue: (t, id: number) => currentName(t, queues.rows.peek(), id),
  queues: (t, ids: number[]) => ids.map((id) => currentName(t, queues.rows.peek(), id)).join(', '),
  connection: (t, id: number) => currentName(t, connections.rows.peek(), id),
  integration: (t, id: number) => currentName(t, integrations.rows.peek(), id),
  week: (t, days: DayHours[]) =>
    days.map((day) => `${t(`hours.days.${day.weekdayEn}`)}: ${windowsText(t, day)}`).join('\n'),
  holidays: (t, days: Holiday[]) => days.map((day) => holidayText(t, day)).join('\n'),
}

const holidayText = (t: TFunction, day: Holiday) => {
  const date = day.yearly ? dueDay(day.date).slice(0, 5) : dueDay(day.date)
  return `${[date, day.name].filter(Boolean).join(' ')}: ${windowsText(t, day)}`
}

function windowsText(t: TFunction, { startTime, endTime, startTimeB, endTimeB }: Windows): string {
  const spans = [
    [startTime, endTime],
    [startTimeB, endTimeB],
  ].filter(([from, until]) => from && until && from !== until)
  return spans.map(([from, until]) => `${from}–${until}`).join(', ') || t('hours.closed')
}
