import { useCallback, useEffect, useState } from 'react'
import type { Morning } from '../../../../src/features/provider/morning/model'
import type { AppError } from '../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'

/** Interval in ms at which the overview is read again while it is open. */
const interval = 60_000

/** The provider's overview, read again each minute while the page is visible. */
export function useMorning() {
  const [morning, setMorning] = useState<Morning | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const load = useCallback(async () => {
    try {
      setMorning(await unwrapResponse(api.morning.get()))
      setFailure(null)
    } catch (thrown) {
      setFailure(asFailure(thrown))
    }
  }, [])
  useEffect(() => void load(), [load])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), interval)
    return () => clearInterval(timer)
  }, [load])
  return { morning, failure, load }
}
