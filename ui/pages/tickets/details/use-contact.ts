import { useEffect, useState } from 'react'
import type { Contact } from '../../../../src/features/contacts/model'
import { api, unwrapResponse } from '../../../lib/api'
import { useLive } from '../../../lib/realtime'

type Shown = { id: number; result: ContactResult }
const isShown = ({ id, result }: Shown, wanted: number) => id === wanted && result !== null && 'contact' in result

export type ContactResult = { contact: Contact } | { failure: unknown } | null

/**
 * Contact with the id, updated by events; null while loading. A contact on screen stays when it cannot be loaded again,
 * because its form may be open.
 */
export function useContact(id: number) {
  const [state, setState] = useState<Shown>({ id, result: null })
  const load = () =>
    unwrapResponse(api.contacts({ id }).get()).then(
      (contact) => setState({ id, result: { contact } }),
      (failure) => setState((shown) => (isShown(shown, id) ? shown : { id, result: { failure } })),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again only for another id.
  useEffect(() => {
    void load()
  }, [id])
  const setContact = (contact: Contact) => setState({ id: contact.id, result: { contact } })
  useLive(
    {
      contact(event) {
        if (event.action === 'reload') void load()
        else if (event.action === 'update' && event.contact.id === id) setContact(event.contact)
      },
    },
    load,
  )
  return { result: state.id === id ? state.result : null, load, setContact }
}
