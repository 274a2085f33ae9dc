import type { AroundNavHandler } from 'wouter'
import { navigate as navigateAtOnce } from 'wouter/use-browser-location'
import { backEntryRemoval } from './back-entry'

/** Ask before an open panel or a changed form of a page is left, and resolve with whether it may be. */
const guards: (() => Promise<boolean>)[] = []

/** Lets navigation within the program wait for `ask`; returns the function that ends it. */
export function guardNavigation(ask: () => Promise<boolean>): () => void {
  guards.push(ask)
  return () => {
    const at = guards.indexOf(ask)
    if (at >= 0) guards.splice(at, 1)
  }
}

/**
 * Navigation of the router: by links, keys and the palette. It happens at once unless a panel is open, a form of the page
 * is changed, or an entry is being removed from the history, which would take the new page back.
 */
export const navigateIfAllowed: AroundNavHandler = (navigate, to, options) => {
  if (guards.length === 0 && !backEntryRemoval()) return navigate(to, options)
  void leaveAllowed().then((isAllowed) => isAllowed && navigate(to, options))
}

async function leaveAllowed(): Promise<boolean> {
  // The panel opened last first; an answer may end the guards that follow.
  for (const ask of guards.toReversed()) if (guards.includes(ask) && !(await ask())) return false
  await backEntryRemoval()
  return true
}

/** Navigation outside of components, such as after a response; asks like a link does. */
export const navigate = (to: string, options?: { replace?: boolean }) => navigateIfAllowed(navigateAtOnce, to, options)
