import type { EventEmitter } from 'node:events'

/**
 * Puts `handle` between an event and the listeners that exist now, so that only Baileys' own one is held up.
 * `handle` decides when to pass the stanza on, if ever; `pass` settles when those listeners are done with it.
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
