import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { QuickMessage } from '../../../../src/features/quick-messages/model'
import { fold } from '../../../../src/shared/text'
import { afterReconnect, listen } from '../../../lib/realtime'
import { listQuickMessages } from './requests'

/** Quick messages offered by the composer; null until loaded. */
const offered = signal<QuickMessage[] | null>(null)
/** Half of the minimum validity of media addresses (core/storage/media-store.ts), in ms. */
const goodFor = 30 * 60 * 1000
let askedAt = Number.NEGATIVE_INFINITY
const forget = () => {
  askedAt = Number.NEGATIVE_INFINITY
}
// Registered here, so that changes are noticed while no composer is mounted.
listen({ quickMessage: forget })
afterReconnect(forget)

/** Loads the quick messages if they may have changed or their addresses may expire. Never throws. */
export async function loadOffered() {
  if (Date.now() - askedAt < goodFor) return
  askedAt = Date.now()
  try {
    offered.value = (await listQuickMessages()).records
  } catch {
    // Retried the next time.
    forget()
  }
}

/** Loads the quick messages when first needed and after a change. */
export function useQuickMessages(wanted: boolean) {
  useEffect(() => {
    if (wanted) void loadOffered()
  }, [wanted])
  return offered
}

/** Active quick messages whose shortcode starts with the text, then those that contain it. */
export function matching(records: readonly QuickMessage[], query: string): QuickMessage[] {
  const wanted = fold(query)
  const active = records.filter(({ status }) => status !== false)
  const first = active.filter(({ shortcode }) => fold(shortcode).startsWith(wanted))
  const rest = active.filter(
    (record) => !first.includes(record) && fold(`${record.shortcode} ${record.message}`).includes(wanted),
  )
  return [...first, ...rest].slice(0, 50)
}
