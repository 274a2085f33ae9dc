import { type AnyElysia, Elysia } from 'elysia'
import type { PlanFlag } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { type KeyScope, keyScopeOf } from '../../shared/key-scopes'
import { can, type Permission } from '../../shared/permissions'
import type { Platform, Scope, Viewer } from '../scope'
import type { Claims } from './access-tokens'
import { maxBytesOf, readBody } from './body'
import { bodyMemory } from './body-memory'
import { clientAddress } from './client-info'
import { noteReader } from './hidden-numbers'
import { recordRoutes } from './lazy-routes'
import { listenForRefusal } from './refusals'
import { requestTurns } from './request-turns'

/** Authenticated caller: person, company, login. A type, because Elysia's macros do not accept interfaces. */
export type Caller = {
  scope: Scope
  me: Viewer
  tokenId: number
  /** End of the access token, epoch milliseconds. */
  expiresAt: number
  /** Flags of the company's plan. */
  plan: Record<PlanFlag, boolean>
  /** True for the token of an expired company's admin, valid for renewal routes only. */
  renewalOnly: boolean
  /** Due date of an expired licence, else null. */
  expired: string | null
  /** True for a person without a required second factor, who may only enrol one. */
  mustEnrol: boolean
  /** Set for a program that acts by an API key. */
  key?: CallerKey
}

/** API key of a request. */
export interface CallerKey {
  id: number
  name: string
  scopes: readonly KeyScope[]
  /** A person approves what is sent by MCP. */
  confirms: boolean
  /** Messages a minute by the messages API. */
  sendLimit: number
  /** Records a change by the key in the audit log, such as `POST /api/tickets/:id/transfer`. */
  noteUse(request: string): void
}

/** Authentication of requests; implemented by `Authenticator` in features/accounts/auth. */
export interface Auth {
  /**
   * The caller of an access token or API key. @throws ERR_SESSION_EXPIRED when the token or its login is not valid,
   * ERR_API_TOKEN when the key is not
   */
  authenticate(token: string, address: () => string): Promise<Caller>
  /** The caller of verified claims. @throws ERR_SESSION_EXPIRED, ERR_COMPANY_DISABLED */
  callerOfClaims(claims: Claims): Promise<Caller>
  /** Records a request of a support visit, before it is executed. */
  auditSupportAccess?(scope: Scope, request: Request): Promise<void>
  /** Counts a request against the budget of an expensive function. @throws ERR_BUDGET */
  spendBudget?(caller: Caller, request: Request): void
  /** Records that a route refused its caller the permission; `route` with its placeholders. */
  noteRefusal?(caller: Caller, route: string): void
  platform: Platform
}

/** The access token of a request; undefined without one. */
export const bearerOf = (headers: Headers): string | undefined => {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  return scheme === 'Bearer' && token ? token : undefined
}

type Server = Parameters<typeof clientAddress>[1]
interface RequestContext {
  request: Request
  server: Server
  /** Path with its placeholders. */
  route: string
}

/**
 * Guard of private routes. `auth: true` authenticates the caller and provides `scope` and `me`; `can: '…'` also checks
 * the permission table; `plan: '…'` the company's plan; `super: true` provides a `platform` instead. `lasting: true` beside
 * them refuses support visits of the provider, for what would outlive the visit. An expired licence
 * answers 402, unless the route has `renewal` (`true` or a permission); a person without a required second factor gets 403,
 * unless the route has `renewal: true` or `enrolling: true`.
 *
 * The caller is checked before the body is read, so that an unauthenticated client neither learns a route's schema nor
 * makes the server read megabytes. An instance with this guard serves through an application that uses it
 * (`recordRoutes`).
 */
export function guard(auth: Auth) {
  const made = guards.get(auth) ?? createGuard(auth)
  guards.set(auth, made)
  const addGuard = (app: AnyElysia) => recordRoutes(app).use(made)
  return addGuard as unknown as typeof made
}

/** One instance serves all routes, because creating it takes as long as registering several routes. */
const guards = new WeakMap<Auth, ReturnType<typeof createGuard>>()

function createGuard(auth: Auth) {
  const callers = new WeakMap<Request, Caller>()
  const callerOf = (request: Request) => callers.get(request) as Caller
  const authenticateRequest = async (request: Request, server: Server, route: string) => {
    const token = bearerOf(request.headers)
    if (!token) throw new AppError('ERR_SESSION_EXPIRED')
    const address = () => clientAddress(request, server)
    const caller = await auth.authenticate(token, address)
    caller.scope = caller.scope.from(address)
    listenForRefusal(request, (route) => auth.noteRefusal?.(caller, `${request.method} ${route}`))
    admitKey(caller, request.method, route)
    auth.spendBudget?.(caller, request)
    callers.set(request, caller)
    noteReader(request, caller.me)
    if (caller.me.support) await auth.auditSupportAccess?.(caller.scope, request)
    return caller
  }
  /**
   * Hooks of one kind of guard, with its check. Each hook destructures the fields it needs, because Elysia reads the
   * source of hooks and prepares cookies, query and route for a hook that takes the whole context.
   */
  const hooksFor = (check: (caller: Caller) => void) => ({
    parse: async ({ request, server, route }: RequestContext, contentType: string) => {
      const caller = await authenticateRequest(request, server, route)
      check(caller)
      bodyMemory.enter(request, caller.scope.companyId, maxBytesOf(request))
      return readBody(request, contentType, caller.scope.companyId)
    },
    transform: async ({ request, server, route }: RequestContext) => {
      const caller = callers.get(request) ?? (await authenticateRequest(request, server, route))
      check(caller)
      await requestTurns.enter(caller.scope.companyId)
    },
    resolve: ({ request }: { request: Request }) => callerOf(request),
  })
  return new Elysia({ name: 'guard' }).macro({
    auth: { detail: extensionFields({ 'x-guard': 'auth' }), ...hooksFor(assertLicensed) },
    renewal: (permission: Permission | true) => ({
      detail: extensionFields({ 'x-guard': 'renewal', ...(permission === true ? {} : { 'x-permission': permission }) }),
      ...hooksFor((caller) => {
        refuseKey(caller)
        if (permission === true) return
        assertEnrolled(caller)
        assertAllowed(can(caller.me, permission))
      }),
    }),
    enrolling: {
      detail: extensionFields({ 'x-guard': 'auth' }),
      ...hooksFor((caller) => {
        refuseKey(caller)
        assertPaid(caller)
      }),
    },
    can: (permission: Permission) => ({
      detail: extensionFields({ 'x-guard': 'can', 'x-permission': permission }),
      ...hooksFor((caller) => {
        assertLicensed(caller)
        assertAllowed(can(caller.me, permission))
      }),
    }),
    plan: (flag: PlanFlag) => ({
      detail: extensionFields({ 'x-guard': 'plan', 'x-plan': flag }),
      ...hooksFor((caller) => {
        assertLicensed(caller)
        assertAllowed(caller.plan[flag])
      }),
    }),
    lasting: {
      detail: extensionFields({ 'x-lasting': 'true' }),
      beforeHandle: ({ request }: { request: Request }) => {
        if (callerOf(request).me.support) throw new AppError('ERR_SUPPORT_VISIT')
      },
    },
    super: {
      detail: extensionFields({ 'x-guard': 'super' }),
      ...hooksFor((caller) => {
        refuseKey(caller)
        assertLicensed(caller)
        assertAllowed(caller.me.super)
      }),
      resolve: ({ request }) => ({ ...callerOf(request), platform: auth.platform }),
    },
  })
}

/** Refuses expired licences (402), renewal-only logins, and people who must enrol a second factor. */
export function assertLicensed(caller: Caller) {
  assertPaid(caller)
  assertEnrolled(caller)
}

/**
 * Refuses a route that the key's scopes do not reach, and records a change by the key. Does nothing for a person.
 * @param route path with its placeholders
 * @throws ERR_KEY_SCOPE
 */
export function admitKey({ key }: Caller, method: string, route: string) {
  if (!key) return
  const scope = keyScopeOf(method, route)
  if (scope === null || !key.scopes.includes(scope)) throw new AppError('ERR_KEY_SCOPE', { scope })
  if (scope !== 'read') key.noteUse(`${method} ${route}`)
}

/** Keys reach no route of the provider, of renewals and of second factors, whatever the table of scopes says. */
function refuseKey({ key }: Caller) {
  if (key) throw new AppError('ERR_KEY_SCOPE', { scope: null })
}

function assertEnrolled({ mustEnrol }: Caller) {
  if (mustEnrol) throw new AppError('ERR_SECOND_FACTOR_REQUIRED')
}

function assertPaid({ expired, renewalOnly }: Caller) {
  if (expired) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate: expired })
  if (renewalOnly) throw new AppError('ERR_SESSION_EXPIRED') // the licence was renewed meanwhile: a new login is needed
}

function assertAllowed(may: boolean) {
  if (!may) throw new AppError('ERR_NO_PERMISSION')
}

/** Body parser of public routes (`parse: parsePublicBody`); guarded routes have it already. */
export const parsePublicBody = ({ request }: { request: Request }, contentType: string) =>
  readBody(request, contentType)

/** Extension fields of a route's OpenAPI description, missing in Elysia's type. */
const extensionFields = (facts: Record<`x-${string}`, string>): {} => facts
