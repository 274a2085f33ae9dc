import { useCallback, useEffect, useState } from 'react'
import type { Backups } from '../../../../../src/features/provider/backups/model'
import type { AppError } from '../../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../../lib/api'
import { receiveBackups } from '../../../../lib/backup-alert'
import { asFailure } from '../../../../lib/failure'
import { toastError } from '../../../../lib/toast'

/** Intervals in ms at which the state is read again: usually, and while a backup is made. */
const [interval, shortInterval] = [30_000, 2000]

/** State of the backups, read again while the page is open, and the start of one. */
export function useBackups() {
  const [backups, setBackups] = useState<Backups | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const show = useCallback((fresh: Backups) => {
    setBackups(fresh)
    setFailure(null)
    receiveBackups(fresh)
  }, [])
  const load = useCallback(
    () => unwrapResponse(api.backups.get()).then(show, (thrown) => setFailure(asFailure(thrown))),
    [show],
  )
  const isRunning = backups?.isRunning ?? false
  useEffect(() => void load(), [load])
  useEffect(() => {
    const timer = setInterval(load, isRunning ? shortInterval : interval)
    return () => clearInterval(timer)
  }, [load, isRunning])
  const start = () => unwrapResponse(api.backups.post()).then(show, toastError)
  return { backups, failure, load, start }
}
