import type { EventEmitter } from 'node:events'

/**
 * Calls `handle` in place of the listeners that exist now, which are Baileys' own; listeners added later are not
 * affected. `handle` calls `pass` when Baileys may have the stanza; `pass` settles when those listeners are done.
 */
export function intercept<N>(
  ws: EventEmitter,
  event: string,
  handle: (node: N, pass: (node: N) => Promise<unknown>) => void,
) {
  const listeners = ws.listeners(event) as ((node: N) => unknown)[]
  ws.removeAllListeners(event)
  const pass = (node: N) => Promise.all(listeners.map((listener) => listener(node)))
  ws.on(event, (node: N) => handle(node, pass))
}
