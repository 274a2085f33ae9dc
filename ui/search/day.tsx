import { useId, useState } from 'react'
import { DateInput } from '../components/date-field'
import { isoDayOf } from '../lib/form'
import { dueDay } from '../lib/time'

interface DayProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

/** Field of a day; its text counts once it is a date. */
export function Day({ label, value, min, max, onChange }: DayProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  // Typed text counts once it is a date. A filter cleared elsewhere clears the text too.
  const isCurrent = (isoDayOf(typed) ?? '') === value
  const text = isCurrent ? typed : value && dueDay(value)
  return (
    <div className="flex min-w-0 flex-col gap-1 sm:col-span-2">
      <label htmlFor={id} className="text-muted text-xs">
        {label}
      </label>
      <DateInput
        id={id}
        value={text}
        min={min}
        max={max}
        aria-invalid={(text.length === 10 && !isoDayOf(text)) || undefined}
        onText={(next) => {
          setTyped(next)
          onChange(isoDayOf(next) ?? '')
        }}
      />
    </div>
  )
}
