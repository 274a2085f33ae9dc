import { useId } from 'react'
import { campaignDefaults } from '../../../../src/shared/campaign/settings'
import { type Weekday, weekdays } from '../../../../src/shared/hours'
import { TimeField } from '../../../components/date-field'
import { useProblemText } from '../../../components/field'
import type { Field } from '../../../lib/form'
import { useMe } from '../../../lib/session'
import { zoneName } from '../../../lib/time-zones'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Section } from './section'
import { SettingRow } from './setting-row'
import type { SettingsForm } from './settings-form'

/** Days and hours in which campaign messages leave. */
export function WindowSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation()
  const { timeZone } = useMe().company
  const { windowStart: from, windowEnd: to } = campaignDefaults
  return (
    <Section title={t('campaignConfig.window')} hint={t('campaignConfig.windowHint', { zone: zoneName(timeZone) })}>
      <SettingRow form={form} setting="window" safeValue={t('campaignConfig.safeWindow', { from, to })}>
        <div className="flex flex-col gap-3">
          <DaysField field={form.field('windowDays')} />
          <div className="grid grid-cols-2 gap-4">
            <TimeField field={form.field('windowStart')} label={t('campaignConfig.windowStart')} />
            <TimeField field={form.field('windowEnd')} label={t('campaignConfig.windowEnd')} />
          </div>
        </div>
      </SettingRow>
    </Section>
  )
}

/** Weekdays by their number on the wire: 0 is Sunday. */
const numberOf = (weekday: Weekday) => (weekdays.indexOf(weekday) + 1) % 7

function DaysField({ field }: { field: Field<number[]> }) {
  const { t } = useTranslation()
  const id = useId()
  const days = useValue(field.value)
  const problem = useProblemText(useValue(field.problem), { choose: t('campaignConfig.chooseDay') })
  const toggle = (day: number) => {
    field.value.value = days.includes(day) ? days.filter((one) => one !== day) : [...days, day]
  }
  return (
    <fieldset aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="mb-1 font-medium text-sm">{t('campaignConfig.windowDays')}</legend>
      <div className="grid grid-cols-2 gap-x-4">
        {weekdays.map((weekday) => (
          <label
            key={weekday}
            className="flex min-h-control-sm touch:min-h-control cursor-pointer items-center gap-2 text-sm"
          >
            <input
              type="checkbox"
              checked={days.includes(numberOf(weekday))}
              onChange={() => toggle(numberOf(weekday))}
              className="size-4 shrink-0 accent-accent"
            />
            {t(`hours.days.${weekday}`)}
          </label>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="text-danger-ink text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
