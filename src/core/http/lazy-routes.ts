import type { AnyElysia } from 'elysia'

type AddRoute = (
  method: string,
  path: string,
  handler: unknown,
  hook?: object,
  options?: { skipPrefix?: boolean },
) => void
interface Route {
  method: string
  path: string
  handler: unknown
  hooks: object
  composed: unknown
  compile?: () => unknown
}
/** The parts of an instance that Elysia's types hide. */
interface Internals {
  add: AddRoute
  event: object
  validator: { getCandidate(): object }
  standaloneValidator: object
  config: { prefix?: string; detail?: object }
  routeTree: Record<string, number>
  router: {
    history: Route[]
    static: Record<string, Record<string, number>>
    http: { add(method: string, path: string, entry: object): void }
  }
}

/**
 * Makes an instance list its routes, for an application that adds them with `use`. Elysia prepares a route in the
 * instance (macros, hooks, router) and then again in the application; the first time is not needed. Routes of an instance
 * with hooks, schemas or details of its own are prepared in it as usual, because the application does not have these.
 */
export function recordRoutes<App extends AnyElysia>(app: App): App {
  const internals = app as unknown as Internals
  const { add } = internals
  internals.add = (method, path, handler, hooks = {}, options) => {
    if (hasOwnRules(internals)) return add.call(app, method, path, handler, hooks, options)
    const full = fullPath(internals, path, options?.skipPrefix)
    internals.router.history.push({ method, path: full, handler, hooks, composed: null })
  }
  return app
}

/** True for an instance that changes each of its routes. */
const hasOwnRules = ({ event, validator, standaloneValidator, config }: Internals) =>
  [event, standaloneValidator, config.detail ?? {}, validator.getCandidate()].some(hasValue)

const hasValue = (object: object) =>
  Object.values(object).some((value) => value != null && !(Array.isArray(value) && value.length === 0))

const fullPath = ({ config }: Internals, path: string, skipPrefix = false) =>
  (skipPrefix ? '' : (config.prefix ?? '')) + (path === '' || path.startsWith('/') ? path : `/${path}`)

/**
 * Makes an application prepare each route (macros, merged hooks) at its first request or when its hooks are read. Only
 * the paths, which are ASCII, are known from the beginning. Preparing 265 routes took a seventh of the start (profile of the executable).
 */
export function prepareLazily<App extends AnyElysia>(app: App): App {
  const internals = app as unknown as Internals
  const { add } = internals
  internals.add = (method, path, handler, hook, options) => {
    const full = fullPath(internals, path, options?.skipPrefix)
    if (method === 'WS' || `${method}_${full}` in internals.routeTree)
      return add.call(app, method, path, handler, hook, options)
    // Hooks that the application gets later do not apply to this route, as with Elysia's own `add`.
    const event = copyEvent(internals.event)
    const prepare = () =>
      withEvent(internals, event, () => add.call(app, method, full, handler, hook, { skipPrefix: true }))
    addUnprepared(internals, { method, path: full, handler }, prepare)
  }
  return app
}

const copyEvent = (event: object) =>
  Object.fromEntries(Object.entries(event).map(([name, hooks]) => [name, Array.isArray(hooks) ? [...hooks] : hooks]))

function withEvent(app: Internals, event: object, work: () => void) {
  const now = app.event
  app.event = event
  try {
    work()
  } finally {
    app.event = now
  }
}

/** Lists the route and adds it to the router; `prepare` replaces its entry in the list by Elysia's. */
function addUnprepared(app: Internals, route: Pick<Route, 'method' | 'path' | 'handler'>, prepare: () => void) {
  const { method, path } = route
  const { history, static: fixed, http } = app.router
  const index = history.length
  let isPrepared = false
  const prepared = () => {
    if (!isPrepared) prepare()
    isPrepared = true
    return history[index] as Route
  }
  const compile = () => prepared().compile?.()
  app.routeTree[`${method}_${path}`] = index // by this Elysia finds the entry to replace
  history.push({
    ...route,
    get hooks() {
      return prepared().hooks
    },
    composed: (context: unknown) => (prepared().composed as (context: unknown) => unknown)(context),
    compile,
  })
  if (!/[:*]/.test(path)) {
    fixed[path] = { ...fixed[path], [method]: index }
    return
  }
  const entry = {
    handler: undefined as unknown,
    compile() {
      this.handler = compile()
      return this.handler
    },
  }
  for (const each of [path, loosePath(path)]) http.add(method, each, entry)
}

/** The path with a slash at its end, or without the one it has. */
const loosePath = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
