import { useEffect, useState } from 'react'
import type { Contact } from '../../../../src/features/contacts/model'
import { api, ask } from '../../../lib/api'
import { useLive } from '../../../lib/realtime'

export type FoundContact = { contact: Contact } | { failure: unknown } | null

/** Contact with the id, updated by events; null while loading. */
export function useContact(id: number) {
  const [found, setFound] = useState<{ id: number; found: FoundContact }>({ id, found: null })
  const load = () =>
    ask(api.contacts({ id }).get()).then(
      (contact) => setFound({ id, found: { contact } }),
      (failure) => setFound({ id, found: { failure } }),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again only for another id.
  useEffect(() => {
    void load()
  }, [id])
  const put = (contact: Contact) => setFound({ id: contact.id, found: { contact } })
  useLive(
    {
      contact(heard) {
        if (heard.action === 'reload') void load()
        else if (heard.action === 'update' && heard.contact.id === id) put(heard.contact)
      },
    },
    load,
  )
  return { found: found.id === id ? found.found : null, load, put }
}
