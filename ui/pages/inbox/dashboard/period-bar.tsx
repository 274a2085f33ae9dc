import type { FormEvent } from 'react'
import { useEffect, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { DateField } from '../../../components/date-field'
import { FieldShell } from '../../../components/field'
import { BareSelect } from '../../../components/select'
import { createForm, date, isoDayOf, required, useForm } from '../../../lib/form'
import { toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { periodChoices, periodOfValue, valueOfPeriod } from './period-choices'
import { choosePeriod, period } from './store'

const customDates = 'dates'

/** Period of the report: last n days, or a range of dates. */
export function PeriodBar() {
  const { t } = useTranslation()
  const chosen = useValue(period)
  const [byDates, setByDates] = useState('date_from' in chosen)
  useEffect(() => setByDates('date_from' in chosen), [chosen])
  const change = (value: string) => {
    setByDates(value === customDates)
    if (value !== customDates) choosePeriod(periodOfValue(value))
  }
  const value = byDates || 'date_from' in chosen ? customDates : valueOfPeriod(chosen)
  const choices = [...periodChoices(t, value), { value: customDates, label: t('dashboard.dates') }]
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <FieldShell label={t('dashboard.period')} problem={null} className="w-full sm:w-52">
        {(control) => <BareSelect {...control} value={value} choices={choices} onChange={change} />}
      </FieldShell>
      {byDates && <DateRangeForm />}
    </div>
  )
}

/** Date range; without both dates a message is shown and nothing is loaded. */
function DateRangeForm() {
  const { t } = useTranslation()
  const chosen = period.peek()
  const form = useForm(() =>
    createForm(
      'date_from' in chosen ? { from: dayOf(chosen.date_from), to: dayOf(chosen.date_to) } : { from: '', to: '' },
      { from: [required, date], to: [required, date] },
    ),
  )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const { from, to } = form.values()
    if (!from || !to) toastWarning(t('dashboard.selectFilterError'))
    await form.submit(async () => {
      const [date_from, date_to] = [isoDayOf(from)!, isoDayOf(to)!]
      if (date_to < date_from) return toastWarning(t('dashboard.wrongWayRound'))
      if (days(date_from, date_to) > limits.dashboardDays.max)
        return toastWarning(t('dashboard.tooLong', { count: limits.dashboardDays.max }))
      choosePeriod({ date_from, date_to })
    })
  }
  return (
    <form noValidate onSubmit={send} className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-36 max-w-48 flex-1">
        <DateField field={form.field('from')} label={t('dashboard.firstDay')} />
      </div>
      <div className="min-w-36 max-w-48 flex-1">
        <DateField field={form.field('to')} label={t('dashboard.lastDay')} />
      </div>
      {/* Aligned with the inputs, which have labels above. */}
      <Button type="submit" variant="primary" className="w-full sm:mt-6 sm:w-auto">
        {t('dashboard.filter')}
      </Button>
    </form>
  )
}

const dayOf = (iso: string) => iso.split('-').reverse().join('/')
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
