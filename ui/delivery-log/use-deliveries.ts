import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeliveryPage } from '../../src/features/platform/deliveries/model'
import type { DeliveryState } from '../../src/shared/deliveries'
import type { AppError } from '../../src/shared/errors'
import { asFailure } from '../lib/failure'
import { type DeliveryReceiver, loadDeliveries } from './requests'

/** Intervals in ms at which the newest page is read again while the log is open; the shorter one until a first attempt. */
const [interval, shortInterval] = [3000, 1000]

/** The requests to a receiver, newest first; the first page is read again until older pages are loaded. */
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
  const isNew = page?.deliveries.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ?? false
  useEffect(() => {
    const timer = isFirstPage ? setInterval(reload, isNew ? shortInterval : interval) : undefined
    return () => clearInterval(timer)
  }, [isFirstPage, isNew, reload])
  return { page, failure, reload, more: () => void load(page) }
}
