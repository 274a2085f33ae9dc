import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const key = 'reloadedForChunk'

/**
 * A page in a chunk of its own. After an update of the server the old chunk is gone: one reload of the whole page
 * brings the new names; a second failure is told to the error boundary.
 */
export function lazyPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      const page = await load()
      forget()
      return { default: page }
    } catch (failure) {
      if (!reloadOnce()) throw failure
      return new Promise<never>(() => {})
    }
  })
}

function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
  } catch {
    return false
  }
  location.reload()
  return true
}

function forget() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
