import type { PlanFlag } from '../../shared/enums'
import type { Permission } from '../../shared/permissions'

/** One route for generated tests; `guard` is `public` for routes without authentication. */
export interface RouteEntry {
  method: string
  path: string
  guard: 'public' | 'auth' | 'renewal' | 'can' | 'plan' | 'super'
  permission: Permission | null
  plan: PlanFlag | null
}

/** Every route of an application with its guard. */
export const routeTable = (app: { routes: { method: string; path: string; hooks: unknown }[] }): RouteEntry[] =>
  app.routes.map(({ method, path, hooks }) => {
    const detail = (hooks as { detail?: Record<string, unknown> }).detail ?? {}
    return {
      method,
      path: path.length > 1 ? path.replace(/\/$/, '') : path,
      guard: (detail['x-guard'] ?? 'public') as RouteEntry['guard'],
      permission: (detail['x-permission'] ?? null) as Permission | null,
      plan: (detail['x-plan'] ?? null) as PlanFlag | null,
    }
  })
