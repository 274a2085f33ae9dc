import { useEffect, useState } from 'react'
import type { ContactList } from '../../src/features/contacts/lists/model'
import { api, unwrapResponse } from './api'
import { toastError } from './toast'

type ListChoice = Pick<ContactList, 'id' | 'name' | 'contactsCount'>

/** All contact lists of the company by name; null until they are loaded. */
export function useContactLists(): ListChoice[] | null {
  const [lists, setLists] = useState<ListChoice[] | null>(null)
  useEffect(() => {
    let isMounted = true
    loadContactLists().then((loaded) => isMounted && setLists(loaded), toastError)
    return () => {
      isMounted = false
    }
  }, [])
  return lists
}

async function loadContactLists(): Promise<ListChoice[]> {
  const lists: ListChoice[] = []
  let cursor: string | undefined
  do {
    const page = await unwrapResponse(api['contact-lists'].get({ query: { cursor } }))
    lists.push(...page.records)
    cursor = page.next ?? undefined
  } while (cursor)
  return lists
}
