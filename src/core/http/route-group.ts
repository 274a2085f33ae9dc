import type { AnyElysia, Elysia } from 'elysia'

type Api = Elysia<'/api'>

/**
 * Adds a domain's routes below `/api`. Routes are grouped into one plugin per domain because one chain exceeds
 * TypeScript's depth limit. A group sets the prefix of the application itself: Elysia registers every route again for
 * each instance around it, which makes the start longer.
 */
export function routeGroup<Added extends AnyElysia>(addRoutes: (api: Api) => Added) {
  return (app: AnyElysia) => {
    const { config } = app
    app.config = { ...config, prefix: '/api' }
    addRoutes(app as Api)
    app.config = config
    return app as Added
  }
}
