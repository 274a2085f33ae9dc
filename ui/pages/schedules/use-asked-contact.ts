import { useEffect, useState } from 'react'
import { api, ask } from '../../lib/api'
import { toastError } from '../../lib/toast'
import type { Receiver } from './receiver-field'

/** Contact with the id from the address, once loaded. */
export function useAskedContact(id: number | null): Receiver | undefined {
  const [found, setFound] = useState<Receiver | null>(null)
  useEffect(() => {
    if (id === null) return setFound(null)
    let gone = false
    ask(api.contacts({ id }).get()).then((contact) => !gone && setFound(contact), toastError)
    return () => {
      gone = true
    }
  }, [id])
  return found?.id === id ? found : undefined
}
