import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeliveryPage } from '../../src/features/deliveries/model'
import type { DeliveryState } from '../../src/shared/deliveries'
import type { AppError } from '../../src/shared/errors'
import { asFailure } from '../lib/failure'
import { type DeliveryReceiver, loadDeliveries } from './requests'

/** Interval in ms at which the newest page is read again while the log is open. */
const interval = 3000

/** The requests to a receiver, newest first; the first page is read again every 3 s until older pages are loaded. */
export function useDeliveries({ kind, id }: DeliveryReceiver, state: DeliveryState | undefined) {
  const [page, setPage] = useState<DeliveryPage | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const request = useRef(0)
  const load = useCallback(
    async (before: DeliveryPage | null) => {
      const mine = ++request.current
      try {
        const next = await loadDeliveries({ kind, id }, state, before?.next ?? undefined)
        if (mine !== request.current) return
        setFailure(null)
        setPage(before ? { ...next, deliveries: [...before.deliveries, ...next.deliveries] } : next)
      } catch (thrown) {
        if (mine === request.current) setFailure(asFailure(thrown))
      }
    },
    [kind, id, state],
  )
  const reload = useCallback(() => void load(null), [load])
  useEffect(() => {
    setPage(null)
    reload()
  }, [reload])
  const isFirstPage = (page?.deliveries.length ?? 0) <= 20
  useEffect(() => {
    const timer = isFirstPage ? setInterval(reload, interval) : undefined
    return () => clearInterval(timer)
  }, [isFirstPage, reload])
  return { page, failure, reload, more: () => void load(page) }
}
