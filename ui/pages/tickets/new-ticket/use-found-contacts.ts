import { useEffect, useState } from 'react'
import type { Contact } from '../../../../src/features/contacts/model'
import { api, ask } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'

/** A search starts at three characters, half a second after the last one (specification §5 and §9). */
export const fewest = 3
const patience = 500

/** The contacts a text finds: null while they are on their way, with the reason when they do not come. */
export function useFoundContacts(text: string) {
  const [answer, setAnswer] = useState<{ text: string; contacts: Contact[]; failure: unknown } | null>(null)
  const wanted = text.trim()
  useEffect(() => {
    if (wanted.length < fewest) return
    const timer = setTimeout(async () => {
      const asked = ask(api.contacts.get({ query: { searchParam: wanted } }))
      const contacts = await asked.then(({ contacts }) => contacts, asFailure)
      const failed = contacts instanceof Error
      setAnswer({ text: wanted, contacts: failed ? [] : contacts, failure: failed ? contacts : null })
    }, patience)
    return () => clearTimeout(timer)
  }, [wanted])
  if (wanted.length < fewest) return { contacts: [], failure: null }
  return answer?.text === wanted ? answer : { contacts: null, failure: null }
}
