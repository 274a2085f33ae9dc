import { useEffect, useRef, useState } from 'react'
import type { SearchResult } from '../../src/features/inbox/search/everything/model'
import { api, unwrapResponse } from '../lib/api'
import { type Filters, hasFilters, toSearchQuery } from './filters'

/** Delay after the last letter, in ms. */
const delayMs = 150
/** Pages loaded automatically while fewer than `enoughMessages` were found; the server limits the work per page. */
const maxPages = 4
const enoughMessages = 8

export interface Search {
  /** Result of the previous query while the next one is loading. */
  result: SearchResult | null
  state: 'idle' | 'loading' | 'ready' | 'failed'
  failure: unknown
  more: () => void
}

/** Searches while typing; drops the response to an outdated query. */
export function useSearch(text: string, filters: Filters): Search {
  const [result, setFound] = useState<Omit<Search, 'more'>>({ result: null, state: 'idle', failure: null })
  const q = text.trim()
  const hasQuery = q !== '' || hasFilters(filters)
  const current = useRef({ isCurrent: false })
  useEffect(() => {
    if (!hasQuery) return setFound({ result: null, state: 'idle', failure: null })
    const request = { isCurrent: true }
    current.current = request
    setFound((before) => ({ ...before, state: 'loading' }))
    const timer = setTimeout(() => void runSearch(q, filters, null, request, setFound), delayMs)
    return () => {
      request.isCurrent = false
      clearTimeout(timer)
    }
  }, [q, filters, hasQuery])
  const more = () => {
    if (result.state !== 'ready' || !result.result?.hasMore) return
    setFound({ ...result, state: 'loading' })
    void runSearch(q, filters, result.result, current.current, setFound)
  }
  return { ...result, more }
}

async function runSearch(
  q: string,
  filters: Filters,
  previous: SearchResult | null,
  request: { isCurrent: boolean },
  onResult: (result: Omit<Search, 'more'>) => void,
) {
  try {
    let result = previous
    const target = (previous?.messages.length ?? 0) + enoughMessages
    for (let page = 0; page < maxPages && request.isCurrent; page++) {
      result = appendPage(result, await requestPage(q, filters, result?.next ?? undefined))
      if (!result.hasMore || result.messages.length >= target) break
    }
    if (request.isCurrent) onResult({ result, state: 'ready', failure: null })
  } catch (failure) {
    if (request.isCurrent) onResult({ result: previous, state: 'failed', failure })
  }
}

const requestPage = (q: string, filters: Filters, cursor?: string) =>
  unwrapResponse<SearchResult>(api.search.get({ query: { q: q || undefined, ...toSearchQuery(filters), cursor } }))

/** Appends a page. Contacts and tickets come with the first page only. */
const appendPage = (before: SearchResult | null, next: SearchResult): SearchResult =>
  before ? { ...next, ...firstPageOnly(before), messages: [...before.messages, ...next.messages] } : next
const firstPageOnly = ({ contacts, tickets }: SearchResult) => ({ contacts, tickets })
