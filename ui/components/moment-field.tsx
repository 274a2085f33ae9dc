import { useId, useState } from 'react'
import { classes } from '../lib/classes'
import { isoDayOf, timeMask } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { DateInput } from './date-field'
import { controlClass } from './field'

interface MomentFieldProps {
  label: string
  /** Called with `yyyy-mm-ddTHH:MM`, or an empty text while day or time are incomplete. */
  onMoment: (clock: string) => void
}

/** Time of a day that is chosen while the time is empty. */
const firstTime = '09:00'

/** Day and time as dd/MM/yyyy and HH:MM in every language; the browser's own field follows the system's language. */
export function MomentField({ label, onMoment }: MomentFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ day: '', time: '' })
  const dayId = useId()
  const change = (day: string, time: string) => {
    setTyped({ day, time })
    const iso = isoDayOf(day)
    onMoment(iso && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? `${iso}T${time}` : '')
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={dayId} className="font-medium text-sm">
        {label}
      </label>
      <div className="flex gap-2">
        <DateInput
          id={dayId}
          value={typed.day}
          onText={(day) => change(day, typed.time || (isoDayOf(day) ? firstTime : ''))}
          className="w-36!"
        />
        <input
          aria-label={`${label}: ${t('schedules.time')}`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('schedules.timeExample')}
          value={typed.time}
          onChange={({ target }) => change(typed.day, timeMask(target.value))}
          className={classes(controlClass, 'h-control w-20! px-3 tabular-nums')}
        />
      </div>
    </div>
  )
}
