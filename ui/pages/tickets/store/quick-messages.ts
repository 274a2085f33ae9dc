import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { QuickMessage } from '../../../../src/features/quick-messages/model'
import { fold } from '../../../../src/shared/text'
import { afterReconnect, listen } from '../../../lib/realtime'
import { listQuickMessages } from './requests'

/** What `/` offers: one's own and the company's. Null until somebody asks for it. */
const offered = signal<QuickMessage[] | null>(null)
/** Half of what the addresses of its files are good for at least (core/storage/media-store.ts), ms. */
const goodFor = 30 * 60 * 1000
let askedAt = Number.NEGATIVE_INFINITY
const forget = () => {
  askedAt = Number.NEGATIVE_INFINITY
}
// Whether or not a composer stands there: what it offers next has to be what is stored then.
listen({ quickMessage: forget })
afterReconnect(forget)

/** Asks when something may have changed since the last answer, or its files may be out of reach. Never throws. */
export async function loadOffered() {
  if (Date.now() - askedAt < goodFor) return
  askedAt = Date.now()
  try {
    offered.value = (await listQuickMessages()).records
  } catch {
    // Asked again the next time.
    forget()
  }
}

/** Loads them when first wanted, and again after somebody changed one. */
export function useQuickMessages(wanted: boolean) {
  useEffect(() => {
    if (wanted) void loadOffered()
  }, [wanted])
  return offered
}

/** Those whose shortcode begins with what was typed, then those that have it anywhere. */
export function matching(records: readonly QuickMessage[], query: string): QuickMessage[] {
  const wanted = fold(query)
  const active = records.filter(({ status }) => status !== false)
  const first = active.filter(({ shortcode }) => fold(shortcode).startsWith(wanted))
  const rest = active.filter(
    (record) => !first.includes(record) && fold(`${record.shortcode} ${record.message}`).includes(wanted),
  )
  return [...first, ...rest].slice(0, 50)
}
