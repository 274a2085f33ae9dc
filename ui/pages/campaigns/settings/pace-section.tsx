import { campaignDefaults, campaignSettingChoices as choices } from '../../../../src/shared/campaign/settings'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { digits } from '../../../lib/form'
import { locale } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'
import { Section } from './section'
import { SettingRow } from './setting-row'
import type { SettingsForm } from './settings-form'

/** Pace between the messages of a number, and its limits per hour and day. */
export function PaceSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation()
  const texts = {
    messageInterval: (count: number) =>
      count === 0 ? t('campaignConfig.shortest') : t('campaignConfig.seconds', { count }),
    longerIntervalAfter: (count: number) =>
      count === 0 ? t('campaignConfig.never') : t('campaignConfig.messages', { count }),
    greaterInterval: (count: number) =>
      count === 0 ? t('campaignConfig.noPause') : t('campaignConfig.seconds', { count }),
  }
  const names = Object.keys(texts) as (keyof typeof texts)[]
  const labelOf = (name: keyof typeof texts, value: number) =>
    value === campaignDefaults[name]
      ? t('campaignConfig.safeChoice', { value: texts[name](value) })
      : texts[name](value)
  return (
    <Section title={t('campaignConfig.pace')}>
      {names.map((name) => (
        <SettingRow key={name} form={form} setting={name} safeValue={texts[name](campaignDefaults[name])}>
          <Select
            field={form.field(name)}
            label={t(`campaignConfig.${name}`)}
            choices={choices[name].map((value) => ({ value: String(value), label: labelOf(name, value) }))}
          />
        </SettingRow>
      ))}
      {(['hourlyCap', 'dailyCap'] as const).map((name) => (
        <SettingRow key={name} form={form} setting={name} safeValue={countText(campaignDefaults[name])}>
          <TextField
            field={form.field(name)}
            label={t(`campaignConfig.${name}`)}
            hint={t('campaignConfig.capHint')}
            inputMode="numeric"
            autoComplete="off"
            mask={(text) => digits(text).slice(0, 6)}
          />
        </SettingRow>
      ))}
      <SettingRow form={form} setting="warmUp" safeValue={t('campaignConfig.warmUp')}>
        <SwitchField
          field={form.field('warmUp')}
          label={t('campaignConfig.warmUp')}
          hint={t('campaignConfig.warmUpHint')}
        />
      </SettingRow>
    </Section>
  )
}

const countText = (count: number) => count.toLocaleString(locale())
