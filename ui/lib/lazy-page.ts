import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

const key = 'reloadedForChunk'
const renderNothing = () => null

type LazyPage<P> = ComponentType<P> & { preload: () => Promise<void> }

/**
 * A page in a chunk of its own, and what stands there until it has come. After an update of the server the old chunk
 * is gone: one reload of the whole page brings the new names; a second failure is told to the error boundary.
 * Not React.lazy: having shown a fallback, React holds every page back until 300 ms are over, however soon it came.
 */
export function lazyPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: () => ReactNode = renderNothing,
): LazyPage<P> {
  let Page: ComponentType<P> | null = null
  /** Fetched before anybody asks; that it cannot be is told to whoever does. */
  const preload = () =>
    load().then(
      (page) => {
        Page = page
      },
      () => undefined,
    )
  function LazyPage(props: P) {
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
  return Object.assign(LazyPage, { preload })
}

async function fetchPage<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch (failure) {
    if (!reloadOnce()) throw failure
    return new Promise<never>(() => {})
  }
}

/** Not twice in a minute: what fails again then was not an old name, though other pages may have come. */
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
