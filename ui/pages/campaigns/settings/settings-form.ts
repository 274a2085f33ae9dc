import type { CampaignSettingsInput } from '../../../../src/features/campaigns/settings/model'
import { type CompanyCampaignSettings, campaignDefaults } from '../../../../src/shared/campaign/settings'
import { isUsableKey } from '../../../../src/shared/campaign/text'
import type { CampaignBasis } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { createForm, type Form, type Rule, required, time } from '../../../lib/form'
import { newId } from '../../../lib/id'

/** Variable in the form; `id` identifies its row. */
export interface VariableRow {
  id: string
  key: string
  value: string
}

/** Values of the form; numbers are texts, as in their controls. */
export interface SettingsValues {
  /** Empty for none. */
  basis: string
  messageInterval: string
  longerIntervalAfter: string
  greaterInterval: string
  hourlyCap: string
  dailyCap: string
  windowStart: string
  windowEnd: string
  windowDays: number[]
  warmUp: boolean
  variables: VariableRow[]
}
export type SettingsForm = Form<SettingsValues>

const cap: Rule<string> = (value) =>
  /^\d{1,6}$/.test(value) && Number(value) <= limits.campaignCap.max ? null : { code: 'refused' }

/** Fault of a variable's key beside the other variables; null without one. */
export function keyFault(rows: VariableRow[], at: number): 'keyTaken' | 'keyWrong' | null {
  const key = rows[at]?.key.trim() ?? ''
  if (!isUsableKey(key) || key.length > limits.campaignVariable.key) return 'keyWrong'
  return rows.some((row, other) => other < at && row.key.trim() === key) ? 'keyTaken' : null
}

export const makeSettingsForm = (settings: CompanyCampaignSettings): SettingsForm =>
  createForm<SettingsValues>(formValues(settings), {
    hourlyCap: [cap],
    dailyCap: [cap],
    windowStart: [required, time],
    windowEnd: [required, time],
    windowDays: [(days) => (days.length > 0 ? null : { code: 'choose' })],
    variables: [(rows) => (rows.every((_, at) => keyFault(rows, at) === null) ? null : { code: 'refused' })],
  })

/** Form values of stored settings; `rows` are the variables on screen, whose rows keep their identity. */
export const formValues = (settings: CompanyCampaignSettings, rows: VariableRow[] = []): SettingsValues => ({
  ...settings,
  basis: settings.basis ?? '',
  messageInterval: String(settings.messageInterval),
  longerIntervalAfter: String(settings.longerIntervalAfter),
  greaterInterval: String(settings.greaterInterval),
  hourlyCap: String(settings.hourlyCap),
  dailyCap: String(settings.dailyCap),
  variables: settings.variables.map((variable, at) => ({ id: rows[at]?.id ?? newId(), ...variable })),
})

/** Form values in the format of the API. */
export const settingsOf = (values: SettingsValues): CompanyCampaignSettings => ({
  basis: (values.basis || null) as CampaignBasis | null,
  messageInterval: Number(values.messageInterval),
  longerIntervalAfter: Number(values.longerIntervalAfter),
  greaterInterval: Number(values.greaterInterval),
  hourlyCap: Number(values.hourlyCap),
  dailyCap: Number(values.dailyCap),
  windowStart: values.windowStart,
  windowEnd: values.windowEnd,
  windowDays: [...values.windowDays].sort(),
  warmUp: values.warmUp,
  variables: values.variables.map(({ key, value }) => ({ key: key.trim(), value })),
})

/** Settings in the type of the request; the selects offer only its values. */
export const settingsInput = (values: SettingsValues) => settingsOf(values) as CampaignSettingsInput['settings']

/** Sets every setting that can endanger a number to its safe value. */
export function restoreSafeValues(form: SettingsForm) {
  const { variables: _, basis: __, ...safe } = formValues(campaignDefaults)
  for (const [name, value] of Object.entries(safe))
    form.field(name as keyof SettingsValues).value.value = value as never
}
