import { useEffect, useState } from 'react'
import type { Contact } from '../../src/features/contacts/model'
import { api, ask } from '../lib/api'
import { asFailure } from '../lib/failure'

/** A search starts at three characters, half a second after the last one (specification §5 and §9). */
export const minSearchLength = 3
const searchDelayMs = 500

/** The contacts a text finds: null while they are on their way, with the reason when they do not come. */
export function useFoundContacts(text: string) {
  const [answer, setAnswer] = useState<{ text: string; contacts: Contact[]; failure: unknown } | null>(null)
  const words = text.trim()
  useEffect(() => {
    if (words.length < minSearchLength) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const asked = ask(api.contacts.get({ query: { searchParam: words } }))
      const contacts = await asked.then(({ contacts }) => contacts, asFailure)
      // An older answer that comes last would take the newer one's place.
      if (!isCurrent) return
      const failed = contacts instanceof Error
      setAnswer({ text: words, contacts: failed ? [] : contacts, failure: failed ? contacts : null })
    }, searchDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [words])
  if (words.length < minSearchLength) return { contacts: [], failure: null }
  return answer?.text === words ? answer : { contacts: null, failure: null }
}
