import { useEffect, useMemo } from 'react'
import type { Contact } from '../../../../../src/features/contacts/contacts/model'
import { api, unwrapResponse } from '../../../../lib/api'
import { createLiveValue } from '../../../../lib/live-value'
import { useLive } from '../../../../lib/realtime'
import { useValue } from '../../../../lib/use-value'

type ContactResult = { contact: Contact } | { failure: unknown } | null

/**
 * Contact with the id, updated by events; null while loading. A contact on screen stays when it cannot be loaded again,
 * because its form may be open.
 */
export function useContact(id: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id has another value.
  const live = useMemo(() => createLiveValue<ContactResult>(null), [id])
  const load = () =>
    live
      .load(async () => ({ contact: await unwrapResponse(api.contacts({ id }).get()) }))
      .catch((failure) => live.change((shown) => (shown && 'contact' in shown ? shown : { failure })))
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again only for another id.
  useEffect(() => {
    void load()
  }, [id])
  const setContact = (contact: Contact) => live.change(() => ({ contact }))
  useLive(
    {
      contact(event) {
        if (event.action === 'reload') void load()
        else if (event.action === 'update' && event.contact.id === id) setContact(event.contact)
      },
    },
    load,
  )
  return { result: useValue(live.value), load, setContact }
}
