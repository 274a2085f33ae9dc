import { useEffect, useState } from 'react'
import type { NumberHealth } from '../../../../src/features/numbers/health/model'
import type { AppError } from '../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure, isAborted } from '../../../lib/failure'
import { reloadHealth } from '../../../lib/health'
import { useLive } from '../../../lib/realtime'

/** Interval in ms at which the page loads again, because counts have no event. */
const refreshMs = 30_000

interface Loaded {
  health: NumberHealth | null
  failure: AppError | null
  reload: () => void
}

/** Health of a number over the last `days` days; loaded again at events, after a reconnect and every 30 s. */
export function useNumberHealth(id: number, days: number): Loaded {
  const [health, setHealth] = useState<NumberHealth | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [round, setRound] = useState(0)
  const [reload] = useState(() => () => setRound((count) => count + 1))
  useLive({ connectionHealth: ({ whatsappId }) => whatsappId === id && reload() }, reload)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round loads again.
  useEffect(() => {
    let isLatest = true
    const show = (health: NumberHealth) => {
      if (isLatest) setHealth(health)
      setFailure(null)
    }
    const fail = (thrown: unknown) => {
      if (isLatest && !isAborted(thrown)) setFailure(asFailure(thrown))
    }
    unwrapResponse(api.whatsapp({ id }).health.get({ query: { days } })).then(show, fail)
    reloadHealth().catch(() => undefined) // the facts of the session; the next round tries again
    const timer = setTimeout(reload, refreshMs)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [id, days, round])
  return { health, failure: health ? null : failure, reload }
}
