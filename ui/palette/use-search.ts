import { useEffect, useRef, useState } from 'react'
import type { SearchResult } from '../../src/features/global-search/model'
import { api, ask } from '../lib/api'
import { asQuery, type Filters, isNarrowed } from './filters'

/** After the last letter; the answer takes less than a blink. */
const patience = 150
/** Pages asked for by themselves while few messages were found; an answer reads so much and no more. */
const mostPages = 4
const enough = 8

export interface Search {
  /** Of the question before while the next answer is on its way. */
  result: SearchResult | null
  state: 'idle' | 'loading' | 'ready' | 'failed'
  failure: unknown
  more: () => void
}

/** Asks as one types; a late answer to an older question is dropped. */
export function useSearch(text: string, filters: Filters): Search {
  const [found, setFound] = useState<Omit<Search, 'more'>>({ result: null, state: 'idle', failure: null })
  const q = text.trim()
  const isAsked = q !== '' || isNarrowed(filters)
  const current = useRef({ wanted: false })
  useEffect(() => {
    if (!isAsked) return setFound({ result: null, state: 'idle', failure: null })
    const question = { wanted: true }
    current.current = question
    setFound((before) => ({ ...before, state: 'loading' }))
    const timer = setTimeout(() => void answer(q, filters, null, question, setFound), patience)
    return () => {
      question.wanted = false
      clearTimeout(timer)
    }
  }, [q, filters, isAsked])
  const more = () => {
    if (found.state !== 'ready' || !found.result?.hasMore) return
    setFound({ ...found, state: 'loading' })
    void answer(q, filters, found.result, current.current, setFound)
  }
  return { ...found, more }
}

async function answer(
  q: string,
  filters: Filters,
  known: SearchResult | null,
  question: { wanted: boolean },
  tell: (found: Omit<Search, 'more'>) => void,
) {
  try {
    let result = known
    const wanted = (known?.messages.length ?? 0) + enough
    for (let page = 0; page < mostPages && question.wanted; page++) {
      result = join(result, await request(q, filters, result?.next ?? undefined))
      if (!result.hasMore || result.messages.length >= wanted) break
    }
    if (question.wanted) tell({ result, state: 'ready', failure: null })
  } catch (failure) {
    if (question.wanted) tell({ result: known, state: 'failed', failure })
  }
}

const request = (q: string, filters: Filters, cursor?: string) =>
  ask<SearchResult>(api.search.get({ query: { q: q || undefined, ...asQuery(filters), cursor } }))

/** Contacts and tickets come with the first page, messages go on. */
const join = (before: SearchResult | null, next: SearchResult): SearchResult =>
  before ? { ...next, ...pick(before), messages: [...before.messages, ...next.messages] } : next
const pick = ({ contacts, tickets }: SearchResult) => ({ contacts, tickets })
