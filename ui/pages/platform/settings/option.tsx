import i18n from 'i18next'
import { countryCodes } from '../../../../src/shared/phone/countries'
import { FieldShell } from '../../../components/field'
import { BareSelect, type Choice } from '../../../components/select'
import { Switch } from '../../../components/switch'
import { countryLabel } from '../../../lib/phone'
import { useTranslation } from '../../../lib/use-translation'
import { MacrosOption } from './macros-option'
import type { OptionRow } from './option-rows'
import { RoleLimitsOption } from './role-limits-option'
import { type OptionProps, settingRule } from './setting-rule'
import { changeSetting } from './store'
import { LinesOption, NumberOption, TextOption } from './typed-options'

/** Control of one setting; a change is saved at once. */
export function Option({ row, value }: OptionProps) {
  if (row.kind === 'switch') return <SwitchOption row={row} value={value} />
  if (row.kind === 'select' || row.kind === 'country') return <SelectOption row={row} value={value} />
  if (row.kind === 'number') return <NumberOption row={row} value={value} />
  if (row.kind === 'macros') return <MacrosOption value={value} />
  if (row.kind === 'roleLimits') return <RoleLimitsOption value={value} />
  if (row.kind === 'line' || row.kind === 'lines') return <LinesOption row={row} value={value} />
  return <TextOption row={row} value={value} />
}

/** "On" is `enabled` or `true`, depending on the setting. */
function SwitchOption({ row, value }: OptionProps) {
  const { t } = useTranslation()
  const { values: [on = 'enabled', off = 'disabled'] = [] } = settingRule(row)
  return (
    <Switch
      label={t(row.text)}
      hint={row.hint && t(row.hint)}
      checked={value === on}
      onChange={(checked) => void changeSetting(row.key, checked ? on : off)}
    />
  )
}

function listedChoices(row: OptionRow, t: ReturnType<typeof useTranslation>['t']): Choice[] {
  return (settingRule(row).values ?? []).map((choice, at) => {
    const text = row.choices?.[at]
    return { value: choice, label: text ? t(text) : choice }
  })
}

/** All countries by name, in the user's language. */
function countryChoices(): Choice[] {
  const choices = countryCodes.map((value) => ({ value, label: countryLabel(value, i18n.language) }))
  return choices.sort((one, other) => one.label.localeCompare(other.label, i18n.language))
}

function SelectOption({ row, value }: OptionProps) {
  const { t } = useTranslation()
  const choices = row.kind === 'country' ? countryChoices() : listedChoices(row, t)
  return (
    <FieldShell label={t(row.text)} hint={row.hint && t(row.hint)} problem={null} className="max-w-sm">
      {(control) => (
        <BareSelect
          {...control}
          value={value}
          choices={choices}
          disabled={choices.length < 2}
          onChange={(next) => void changeSetting(row.key, next)}
        />
      )}
    </FieldShell>
  )
}
