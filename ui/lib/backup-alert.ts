import { computed, signal } from '@preact/signals-react'
import i18n from 'i18next'
import { useEffect } from 'react'
import type { Backups } from '../../src/features/provider/backups/model'
import { api, unwrapResponse } from './api'
import { addToHistory } from './notify-history'
import { toSettings } from './paths'
import { useMe } from './session'
import { readStored, writeStored } from './storage'
import { whenIdle } from './when-idle'

/** Failures after which the provider is alerted: shorter outages of the storage mend themselves. */
const alertedAfter = 3
/** Interval in ms at which an open page asks again. */
const interval = 30 * 60_000

const failing = signal(false)
/** True while backups fail, for super users. */
export const hasFailingBackup = computed(() => failing.value)

/** Marks the page of the backups while they fail, and enters a failing night in the history of notifications once. */
export function receiveBackups({ plan, failures, startedAt, success }: Backups) {
  failing.value = plan !== null && failures >= alertedAfter
  const night = success?.at ?? 'never'
  if (!failing.peek() || readStored(storageKey) === night) return
  writeStored(storageKey, night)
  const { t } = i18n
  const [title, text] = [t('backups.failing'), t('backups.failingText')]
  addToHistory({ key: 'backup', kind: 'backup', title, text, to: toSettings('backups'), at: startedAt ?? '' })
}

const storageKey = 'backup-alert'

/** Reads the state for super users; mounted once, in the shell. */
export function useBackupAlert() {
  const { super: isSuper } = useMe()
  useEffect(() => {
    if (!isSuper) {
      failing.value = false
      return
    }
    // Errors are ignored: the page of the backups shows its own.
    const read = () => void unwrapResponse(api.backups.get()).then(receiveBackups, () => {})
    const cancel = whenIdle(read)
    const timer = setInterval(read, interval)
    return () => {
      cancel()
      clearInterval(timer)
    }
  }, [isSuper])
}
