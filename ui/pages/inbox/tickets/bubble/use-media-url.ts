import { useState } from 'react'

/**
 * Address by which a file is shown, with the handler of its `error` event. `isBroken` is true after the newest address
 * failed too.
 */
export function useMediaUrl(newest: string) {
  const [shown, setShown] = useState(newest)
  const [broken, setBroken] = useState('')
  const url = chooseUrl({ shown, broken, newest })
  if (url !== shown) setShown(url)
  return { url, isBroken: url === broken, onError: () => setBroken(url) }
}

/**
 * The address that is shown, while it works and names the same file, else the newest. A renewed address does not replace
 * one that works: the browser would load the file again and start a video from its beginning.
 */
export const chooseUrl = ({ shown, broken, newest }: { shown: string; broken: string; newest: string }): string =>
  shown !== broken && pathOf(shown) === pathOf(newest) ? shown : newest

const pathOf = (url: string) => url.split('?')[0]
