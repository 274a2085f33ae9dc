import type { ParseKeys } from 'i18next'

export type Text = ParseKeys
/** Type of a field's value, which decides its formatting; `words` translates each value. */
export type ValueKind =
  | 'text'
  | 'flag'
  | 'day'
  | 'moment'
  | 'money'
  | 'names'
  | 'queue'
  | 'queues'
  | 'connection'
  | 'integration'
  | 'language'
  | 'week'
  | 'holidays'
  | { words: Record<string, Text> }
export interface FieldText {
  text: Text
  kind: ValueKind
}

/** Fields by entity. */
export type EntityFields = Record<string, Record<string, FieldText>>

export const field = (text: Text, kind: ValueKind = 'text'): FieldText => ({ text, kind })

export const hours = { schedules: field('hours.week', 'week'), holidays: field('hours.holidays', 'holidays') }
export const programs = { promptId: field('prompts.field'), integrationId: field('integrations.field', 'integration') }
