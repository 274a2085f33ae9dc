import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { QuickMessage } from '../../../../../src/features/inbox/quick-messages/model'
import { foldText } from '../../../../../src/shared/text'
import { createLiveValue } from '../../../../lib/live-value'
import { afterReconnect, subscribeToEvents } from '../../../../lib/realtime'
import { listQuickMessages } from './requests'

/** Quick messages offered by the composer; null until loaded. */
const quickMessages = createLiveValue<QuickMessage[] | null>(null)
/** Half of the minimum validity of media addresses (core/storage/media-links.ts), in ms. */
const validity = 15 * 60 * 1000
/** True during a request. */
export const isLoadingQuickMessages = signal(false)
let loadedAt = Number.NEGATIVE_INFINITY
const expire = () => {
  loadedAt = Number.NEGATIVE_INFINITY
}
// Registered here, so that changes are noticed while no composer is mounted.
subscribeToEvents({ quickMessage: expire })
afterReconnect(expire)

/** Loads the quick messages if they may have changed or their addresses may expire. Never throws. */
export async function loadQuickMessages() {
  if (Date.now() - loadedAt < validity) return
  loadedAt = Date.now()
  isLoadingQuickMessages.value = true
  try {
    await quickMessages.load(async () => (await listQuickMessages()).records)
  } catch {
    // Retried the next time.
    expire()
  } finally {
    isLoadingQuickMessages.value = false
  }
}

/** Loads the quick messages when first needed and after a change. */
export function useQuickMessages(isNeeded: boolean) {
  useEffect(() => {
    if (isNeeded) void loadQuickMessages()
  }, [isNeeded])
  return quickMessages.value
}

/** Active quick messages whose shortcode starts with the text, then those that contain it. */
export function matchQuickMessages(records: readonly QuickMessage[], query: string): QuickMessage[] {
  const folded = foldText(query)
  const active = records.filter(({ status }) => status !== false)
  const first = active.filter(({ shortcode }) => foldText(shortcode).startsWith(folded))
  const rest = active.filter(
    (record) => !first.includes(record) && foldText(`${record.shortcode} ${record.message}`).includes(folded),
  )
  return [...first, ...rest].slice(0, 50)
}
