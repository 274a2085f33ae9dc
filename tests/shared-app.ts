import { AsyncLocalStorage } from 'node:async_hooks'
import { type App, createApp, type Services } from '../src/app'
import { withResponseValidation } from './documented-responses'

/** Services of the installation whose request is handled. */
const current = new AsyncLocalStorage<Services>()

let shared: App | undefined

/**
 * Application of an installation, whose `handle` answers a request with these services. All installations of a process
 * share one Elysia application, because to build it and to compile a route at its first request takes 20 times as long
 * as a request. Only the objects among the services may differ between installations. A test that listens on a port
 * needs an application of its own, `createApp(services)`.
 */
export function appOf(services: Services): App {
  shared ??= withResponseValidation(createApp(forwardingServices(services)))
  const { handle } = shared
  return Object.create(shared, {
    handle: { value: (request: Request) => current.run(services, () => handle(request)) },
    fetch: { value: () => Promise.reject(new Error('a server needs an application of its own')) },
  })
}

/** The given services with each object replaced by one that forwards to the current installation. */
const forwardingServices = (services: Services): Services => ({
  ...services,
  ports: forwardTo(({ ports }) => ports),
  hub: forwardTo(({ hub }) => hub),
  auth: forwardTo(({ auth }) => auth),
  online: forwardTo(({ online }) => online),
})

/**
 * Object whose fields and methods are those of a part of the current installation. A field that is read outside of a
 * request, while the application is built, is such an object, too.
 */
function forwardTo<Part extends object>(partOf: (services: Services) => Part): Part {
  return new Proxy({} as Part, {
    get(_, name) {
      const services = current.getStore()
      if (!services) return forwardTo((services) => Reflect.get(partOf(services), name) as object)
      const part = partOf(services)
      const value = Reflect.get(part, name)
      return typeof value === 'function' ? value.bind(part) : value
    },
  })
}
