import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

const key = 'reloadedForChunk'
const renderNothing = () => null

/**
 * Component in a chunk of its own, with a placeholder while it loads. After an update of the server the old chunk no
 * longer exists: the window is reloaded once for the new names, and a second failure goes to the error boundary. Not
 * React.lazy, because React keeps a fallback it has shown for at least 300 ms.
 */
export function lazyPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: () => ReactNode = renderNothing,
): ComponentType<P> {
  let Page: ComponentType<P> | null = null
  return function LazyPage(props: P) {
    const [, setArrived] = useState(Page !== null)
    useEffect(() => {
      if (Page) return setArrived(true)
      fetchPage(load).then(
        (page) => {
          Page = page
          setArrived(true)
        },
        (failure) =>
          setArrived(() => {
            throw failure
          }),
      )
    }, [])
    return Page ? createElement(Page, props) : createElement(Meanwhile)
  }
}

async function fetchPage<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch (failure) {
    if (!reloadOnce()) throw failure
    return new Promise<never>(() => {})
  }
}

/** Reloads the window at most once a minute: a chunk that fails again has another cause. */
function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}
