import { linkMinutes } from '../../src/shared/media-links'

/** Time between renewals in ms, with five minutes for a page that was loaded just before one. */
const period = (linkMinutes - 5) * 60_000

const reloads = new Set<() => unknown>()

/** Calls `reload` before the addresses of files on a page end. Returns the unsubscribe function. */
export function onLinkRenewal(reload: () => unknown) {
  reloads.add(reload)
  return () => void reloads.delete(reload)
}

/** Loads pages with addresses of files again at intervals, until the returned function is called. */
export function startLinkRenewal() {
  const timer = setInterval(() => {
    for (const reload of [...reloads]) reload()
  }, period)
  return () => clearInterval(timer)
}
