import { useEffect, useState } from 'react'
import type { Part, PartsQuery } from '../../../../src/features/inbox/dashboard/part-model'
import type { ReportPart } from '../../../../src/shared/report-figures'
import { api, unwrapResponse } from '../../../lib/api'
import { toastError } from '../../../lib/toast'
import { useValue } from '../../../lib/use-value'
import { type Order, period } from './store'

interface Found {
  /** Division of these parts; null before the first. */
  by: ReportPart | null
  parts: Part[]
  /** Number of all parts; null while the first page loads. */
  count: number | null
  hasMore: boolean
  page: number
}
const nothing: Found = { by: null, parts: [], count: null, hasMore: false, page: 1 }

/** Loads the parts of the chosen period in the order of the table, page by page; `more` is null without a next page. */
export function useParts(by: ReportPart, { by: sort, down }: Order) {
  const chosen = useValue(period)
  const [found, setFound] = useState(nothing)
  const load = (page: number) => loadParts({ ...chosen, by, sort, order: down ? 'desc' : 'asc', pageNumber: page })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made of these values.
  useEffect(() => {
    let isLatest = true
    setFound((before) => ({ ...before, hasMore: false }))
    load(1).then((first) => isLatest && setFound({ ...first, by, page: 1 }), toastError)
    return () => {
      isLatest = false
    }
  }, [chosen, by, sort, down])
  const more = () =>
    load(found.page + 1).then(
      (next) => setFound((now) => (now === found ? withPage(found, next) : now)), // not onto another order or period
      toastError,
    )
  const shown = found.by === by ? found : nothing // rows of the former tab have other ids
  return { ...shown, more: shown.hasMore ? more : null }
}

const withPage = (found: Found, next: Pick<Found, 'parts' | 'count' | 'hasMore'>): Found => ({
  ...{ ...next, by: found.by },
  ...{ parts: [...found.parts, ...next.parts], page: found.page + 1 },
})

const loadParts = (query: PartsQuery) => unwrapResponse(api.dashboard.parts.get({ query }))
