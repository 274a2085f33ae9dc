import type { AnyElysia } from 'elysia'

type AddRoute = (
  method: string,
  path: string,
  handler: unknown,
  hook?: object,
  options?: { skipPrefix?: boolean },
) => void
type Hooks = Record<string, unknown[] | undefined>
/** Schemas by the reach of the instance that has them; null without one. */
type Scopes = Record<'global' | 'scoped' | 'local', unknown>
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
  /** Hooks by kind. */
  event: Hooks
  on(...hook: unknown[]): unknown
  validator: Scopes
  standaloneValidator: Scopes
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

/** True for an instance that changes each of its routes. Loops over keys, because it runs for each route at the start. */
function hasOwnRules({ event, validator, standaloneValidator, config }: Internals): boolean {
  for (const name in event) if (event[name]?.length) return true
  return hasAny(validator) || hasAny(standaloneValidator) || config.detail !== undefined
}

const hasAny = ({ global, scoped, local }: Scopes) => global !== null || scoped !== null || local !== null

const fullPath = ({ config }: Internals, path: string, skipPrefix = false) =>
  (skipPrefix ? '' : (config.prefix ?? '')) + (path === '' || path.startsWith('/') ? path : `/${path}`)

/**
 * Makes an application prepare each route (macros, merged hooks) at its first request or when its hooks are read. Only
 * the paths, which are ASCII, are known from the beginning. Preparing 265 routes took a seventh of the start (profile
 * of the executable).
 */
export function prepareLazily<App extends AnyElysia>(app: App): App {
  const internals = app as unknown as Internals
  const { add } = internals
  const hooksOfNow = rememberHooks(internals)
  internals.add = (method, path, handler, hook, options) => {
    const full = fullPath(internals, path, options?.skipPrefix)
    if (method === 'WS' || `${method}_${full}` in internals.routeTree)
      return add.call(app, method, path, handler, hook, options)
    // Hooks that the application gets later do not apply to this route, as with Elysia's own `add`.
    const event = hooksOfNow()
    const prepare = () =>
      withEvent(internals, event, () => add.call(app, method, full, handler, hook, { skipPrefix: true }))
    addUnprepared(internals, { method, path: full, handler }, prepare)
  }
  return app
}

/** Returns a function for the hooks at the time of its call. Copies them only after a change, not for each route. */
function rememberHooks(app: Internals): () => Hooks {
  let from: Hooks | undefined
  let copy: Hooks = {}
  const { on } = app
  app.on = (...hook) => {
    from = undefined // `on` adds to the lists in place
    return on.apply(app, hook)
  }
  return () => {
    if (from !== app.event) copy = copyOf(app.event)
    from = app.event
    return copy
  }
}

const copyOf = (hooks: Hooks): Hooks =>
  Object.fromEntries(Object.entries(hooks).map(([kind, all]) => [kind, all && [...all]]))

function withEvent(app: Internals, event: Hooks, work: () => void) {
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
  const { history, static: staticRoutes, http } = app.router
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
    staticRoutes[path] = { ...staticRoutes[path], [method]: index }
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
