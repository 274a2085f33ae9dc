import { type ComponentType, useEffect, useState } from 'react'
import { loadToasts } from '../lib/toast'

/** Nobody is told anything before the first paint, so toasts come after it; pages work without them, too. */
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
