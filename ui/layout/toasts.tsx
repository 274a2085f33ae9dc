import { type ComponentType, useEffect, useState } from 'react'
import { loadToasts } from '../lib/toast'

/** Loads the toast container after the first render; pages work without it. */
export function Toasts() {
  const [Host, setHost] = useState<ComponentType | null>(null)
  useEffect(() => {
    loadToasts().then(
      ({ ToastHost }) => setHost(() => ToastHost),
      () => undefined,
    )
  }, [])
  return Host && <Host />
}
