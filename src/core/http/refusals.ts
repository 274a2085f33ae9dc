const listeners = new WeakMap<Request, (route: string) => void>()

/** Calls the listener when this request is refused the permission, by the guard or by a service. */
export const listenForRefusal = (request: Request, listener: (route: string) => void) =>
  listeners.set(request, listener)

/** Tells the listener of a refused request; `route` with its placeholders. */
export const announceRefusal = (request: Request, route: string) => listeners.get(request)?.(route)
