import { comingDays, type RepeatUnit, repeatUnits, weekdayOf } from '../../../../src/shared/repetition'
import { DateField } from '../../../components/date-field'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { classes } from '../../../lib/classes'
import { isoDayOf } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { showDay, weekday } from './days'
import { type KeptDay, repetitionOf, type ScheduleForm } from './schedule-form'

/** Days shown in advance. */
const shownDays = 4
/** A Sunday; the days after it give the names of the week. */
const sunday = '2026-11-29'

/** Repetition of a scheduled message, its end, and the next days on which it is sent. */
export function RepeatFields({
  form,
  kept,
  disabled,
}: {
  form: ScheduleForm
  kept: KeptDay | null
  disabled: boolean
}) {
  const { t } = useTranslation()
  const every = useValue(form.field('every').value)
  const ends = useValue(form.field('ends').value)
  return (
    <div className="flex flex-col gap-4">
      <Select
        field={form.field('every')}
        label={t('schedules.repeat')}
        disabled={disabled}
        choices={[
          { value: '', label: t('schedules.never') },
          ...repeatUnits.map((value: RepeatUnit) => ({ value, label: t(`schedules.every.${value}`) })),
        ]}
      />
      {every === 'week' && <Weekdays form={form} disabled={disabled} />}
      {every === 'month' && <MonthHint form={form} kept={kept} />}
      {every !== '' && (
        <div className="grid grid-cols-2 gap-4">
          <Select
            field={form.field('ends')}
            label={t('schedules.ends')}
            disabled={disabled}
            choices={(['never', 'left', 'until'] as const).map((value) => ({
              value,
              label: t(`schedules.end.${value}`),
            }))}
          />
          {ends === 'left' && (
            <TextField
              field={form.field('left')}
              label={t('schedules.left')}
              inputMode="numeric"
              maxLength={3}
              disabled={disabled}
            />
          )}
          {ends === 'until' && (
            <DateField field={form.field('until')} label={t('schedules.until')} disabled={disabled} />
          )}
        </div>
      )}
      {every !== '' && <ComingDays form={form} kept={kept} />}
    </div>
  )
}

/** Days of the week; until one is chosen, that of the date. */
function Weekdays({ form, disabled }: { form: ScheduleForm; disabled: boolean }) {
  const { t } = useTranslation()
  const field = form.field('weekdays')
  const picked = useValue(field.value)
  const day = isoDayOf(useValue(form.field('date').value))
  const chosen = picked.length === 0 && day ? [weekdayOf(day)] : picked
  const toggle = (day: number) => {
    field.value.value = chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day]
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" disabled={disabled}>
      <legend className="mb-1 font-medium text-sm">{t('schedules.weekdays')}</legend>
      <div className="flex flex-wrap gap-2">
        {[1, 2, 3, 4, 5, 6, 0].map((day) => {
          const name = weekday(dayOfWeek(day))
          return (
            <button
              key={day}
              type="button"
              aria-pressed={chosen.includes(day)}
              onClick={() => toggle(day)}
              className={classes(
                'h-control-sm min-w-control-sm rounded-md border px-2 text-sm',
                chosen.includes(day)
                  ? 'border-accent bg-selected text-accent-ink'
                  : 'border-line text-muted hover:bg-hover',
              )}
            >
              <span aria-hidden>{weekday(dayOfWeek(day), 'short')}</span>
              <span className="sr-only">{name}</span>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

const dayOfWeek = (day: number) => {
  const at = new Date(`${sunday}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + day)
  return at.toISOString().slice(0, 10)
}

function MonthHint({ form, kept }: { form: ScheduleForm; kept: KeptDay | null }) {
  const { t } = useTranslation()
  const date = useValue(form.field('date').value)
  const day = kept?.every === 'month' && kept.date === date ? kept.monthDay : Number(isoDayOf(date)?.slice(8) ?? 0)
  return day > 28 ? <p className="text-muted text-sm">{t('schedules.shortMonths', { day })}</p> : null
}

/** The next days on which the message is sent, at the chosen time. */
function ComingDays({ form, kept }: { form: ScheduleForm; kept: KeptDay | null }) {
  const { t } = useTranslation()
  const values = {
    date: useValue(form.field('date').value),
    time: useValue(form.field('time').value),
    every: useValue(form.field('every').value),
    weekdays: useValue(form.field('weekdays').value),
    ends: useValue(form.field('ends').value),
    left: useValue(form.field('left').value),
    until: useValue(form.field('until').value),
  }
  const first = isoDayOf(values.date)
  const repetition = repetitionOf(values, kept)
  if (!first || !repetition) return null
  const days = comingDays(first, repetition, shownDays + 1)
  const texts = days.slice(0, shownDays).map((day) => `${weekday(day, 'short')} ${showDay(day)}`)
  if (texts.length === 0) return <p className="text-danger-ink text-sm">{t('schedules.noDays')}</p>
  return (
    <p className="text-muted text-sm" aria-live="polite">
      {t('schedules.coming', { time: values.time })} {texts.join(', ')}
      {days.length > shownDays && '…'}
    </p>
  )
}
