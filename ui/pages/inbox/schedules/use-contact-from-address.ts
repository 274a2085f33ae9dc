import { useEffect, useState } from 'react'
import { api, unwrapResponse } from '../../../lib/api'
import { toastError } from '../../../lib/toast'
import type { Receiver } from './receiver-field'

/** Contact with the id from the address, once loaded. */
export function useContactFromAddress(id: number | null): Receiver | undefined {
  const [loadedContact, setFound] = useState<Receiver | null>(null)
  useEffect(() => {
    if (id === null) return setFound(null)
    let isUnmounted = false
    unwrapResponse(api.contacts({ id }).get()).then((contact) => !isUnmounted && setFound(contact), toastError)
    return () => {
      isUnmounted = true
    }
  }, [id])
  return loadedContact?.id === id ? loadedContact : undefined
}
