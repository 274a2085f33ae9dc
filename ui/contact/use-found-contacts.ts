import { useEffect, useState } from 'react'
import type { Contact } from '../../src/features/contacts/contacts/model'
import { api, unwrapResponse } from '../lib/api'
import { asFailure } from '../lib/failure'

/** Minimum length of a search in characters, and delay in ms from the last letter to the request. */
export const minSearchLength = 3
const searchDelayMs = 500

/** Contacts found for a text; `contacts` is null while the request is in flight, `failure` is set if it failed. */
export function useFoundContacts(text: string) {
  const [answer, setAnswer] = useState<{ text: string; contacts: Contact[]; failure: unknown } | null>(null)
  const query = text.trim()
  useEffect(() => {
    if (query.length < minSearchLength) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const request = unwrapResponse(api.contacts.get({ query: { searchParam: query } }))
      const contacts = await request.then(({ contacts }) => contacts, asFailure)
      // Drops a response that is older than the latest text.
      if (!isCurrent) return
      const failed = contacts instanceof Error
      setAnswer({ text: query, contacts: failed ? [] : contacts, failure: failed ? contacts : null })
    }, searchDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query])
  if (query.length < minSearchLength) return { contacts: [], failure: null }
  return answer?.text === query ? answer : { contacts: null, failure: null }
}
