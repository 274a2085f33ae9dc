import { useEffect, useState } from 'react'
import { isoDayOf } from '../../../lib/form'
import { dueDay } from '../../../lib/time'

/** Text of a date field that is saved as soon as it is a whole date, or empty. */
export function useDayText(day: string | null, save: (day: string | null) => Promise<unknown>) {
  const stored = day ? dueDay(day) : ''
  const [text, setTyped] = useState(stored)
  useEffect(() => setTyped(stored), [stored])
  const isWhole = text.length === 10
  const setText = (typed: string) => {
    setTyped(typed)
    const next = typed === '' ? null : isoDayOf(typed)
    if (typed === '' || (next !== null && typed.length === 10)) if (next !== day) void save(next)
  }
  return { text, setText, isWrong: isWhole && isoDayOf(text) === null }
}
