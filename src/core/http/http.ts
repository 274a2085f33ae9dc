import { Elysia, t, ValidationError } from 'elysia'
import type { PlanFlag } from '../../shared/enums'
import { AppError, type ErrorCode, errorStatus } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { can, type Permission } from '../../shared/permissions'
import { log } from '../log'
import type { Platform, Scope, Viewer } from '../scope'
import { readBody } from './body'
import { clientAddress } from './client-info'

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
  /** True for a super user without a second factor, who may only enrol one. */
  mustEnrol: boolean
}

/** Authentication of requests; implemented by `Authenticator` in features/auth. */
export interface Auth {
  /** The caller of an access token. @throws ERR_SESSION_EXPIRED when the token or its login is not valid */
  authenticate(token: string): Promise<Caller>
  /** Records a request of a support visit, before it is executed. */
  auditSupportAccess?(scope: Scope, request: Request): Promise<void>
  platform: Platform
}

/**
 * Method for dropping unknown fields. Elysia's default copies before it validates: `{ "length": 1e9 }` in place of a
 * list allocates an array of 10^9 elements and blocks the event loop. TypeBox validates first. Elysia reads this option
 * from the listening application, not from a plugin.
 */
export const normalize = 'typebox'

type Answer = [status: number, body: { error: ErrorCode; [detail: string]: unknown }]

/** Answers every error: code and detail; never a stack, a path, SQL or the input (libraries.md B6). */
export const errors = new Elysia({ name: 'errors' }).onError({ as: 'global' }, ({ error, code, set, request }) => {
  const [status, body] = answer(error, code, request)
  set.status = status
  if (status === 429 && 'retryAfter' in body) set.headers['retry-after'] = String(body.retryAfter)
  return body
})

const byElysiaCode: Record<string, Answer> = {
  NOT_FOUND: [404, { error: 'ERR_NOT_FOUND' }],
  PARSE: [400, { error: 'ERR_BODY' }],
  INVALID_COOKIE_SIGNATURE: [400, { error: 'ERR_BODY' }],
  INVALID_FILE_TYPE: [415, { error: 'ERR_MEDIA_TYPE' }],
}

function answer(thrown: unknown, code: string | number, request: Request): Answer {
  // Errors that the guard throws in `parse` arrive wrapped as a parse error.
  const error = code === 'PARSE' && (thrown as Error).cause instanceof AppError ? (thrown as Error).cause : thrown
  if (error instanceof AppError) return [errorStatus[error.code], { error: error.code, ...error.detail }]
  if (error instanceof ValidationError && error.type !== 'response') return notAsAsked(error, request)
  const known = byElysiaCode[code]
  if (known) return known
  if (isTooLarge(error)) return [413, { error: 'ERR_TOO_LARGE' }]
  // the client closed the connection; the answer is not received
  if (request.signal.aborted) return [400, { error: 'ERR_BODY' }]
  log.error({ err: error }, 'a request failed unexpectedly') // includes an answer that does not match its own schema
  return [500, { error: 'ERR_INTERNAL_SERVER_ERROR' }]
}

/** An unsupported content type answers 415; other schema violations answer 422 with the fields. */
function notAsAsked(error: ValidationError, request: Request): Answer {
  const form = request.headers.get('content-type') ?? ''
  if (error.type === 'body' && form && !/^(application\/json|multipart\/form-data)\b/i.test(form))
    return [415, { error: 'ERR_MEDIA_TYPE' }]
  const fields = error.type === 'property' ? placesOf(error.value, request) : fieldsAtFault(error)
  return [422, { error: 'ERR_VALIDATION', fields }]
}

/**
 * Finds the field of a refused numeric text: its schema reports no path, so the value is searched in the query among
 * valid field names.
 */
function placesOf(value: unknown, { url }: Request): string[] {
  const numbers = [...new URL(url).searchParams].filter(([name, text]) => /^\w+$/.test(name) && Number(text) === value)
  return [...new Set(numbers.map(([name]) => name))].slice(0, mostFields)
}

/** Bun counts bytes too and may refuse a body without a length before the route does. */
const isTooLarge = (error: unknown) => error instanceof Error && error.message.includes('maxRequestBodySize')

const mostFields = 64

/**
 * Names of the fields that a schema refused, without their values. Read from the checker: Elysia's own list puts every
 * value into a sentence and throws for values such as `{ "toString": 1 }`.
 */
function fieldsAtFault({ validator, value, valueError }: ValidationError): string[] {
  const faults = 'Errors' in validator ? (validator as Checker).Errors(value) : [valueError]
  const fields = new Set<string>()
  for (const fault of faults) {
    if (fault?.path) fields.add(fault.path.replace(/^\//, '').replaceAll('/', '.'))
    if (fields.size === mostFields) break
  }
  return [...fields]
}

/** Compiled schema of a validation error, the part used here. */
interface Checker {
  Errors(value: unknown): Iterable<{ path: string }>
}

const bearer = (headers: Headers) => {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  if (scheme !== 'Bearer' || !token) throw new AppError('ERR_SESSION_EXPIRED')
  return token
}

type Server = Parameters<typeof clientAddress>[1]
interface RequestContext {
  request: Request
  server: Server
}

/**
 * Guard of private routes. `auth: true` authenticates the caller and provides `scope` and `me`; `can: '…'` also checks
 * the permission table; `plan: '…'` the company's plan; `super: true` provides a `platform` instead. An expired licence
 * answers 402, unless the route has `renewal` (`true` or a permission); a super user without a second factor gets 403,
 * unless the route has `renewal: true` or `enrolling: true`.
 *
 * The caller is checked before the body is read, so that an unauthenticated client neither learns a route's schema nor
 * makes the server read megabytes.
 */
export const guard = (auth: Auth) => {
  const callers = new WeakMap<Request, Caller>()
  const callerOf = (request: Request) => callers.get(request) as Caller
  const authenticateRequest = async (request: Request, server: Server) => {
    const caller = await auth.authenticate(bearer(request.headers))
    caller.scope = caller.scope.from(() => clientAddress(request, server))
    callers.set(request, caller)
    if (caller.me.support) await auth.auditSupportAccess?.(caller.scope, request)
    return caller
  }
  /**
   * Hooks of one kind of guard, with its check. Each hook destructures the fields it needs, because Elysia reads the
   * source of hooks and prepares cookies, query and route for a hook that takes the whole context.
   */
  const hooksFor = (check: (caller: Caller) => void) => ({
    parse: async ({ request, server }: RequestContext, contentType: string) => {
      check(await authenticateRequest(request, server))
      return readBody(request, contentType)
    },
    transform: async ({ request, server }: RequestContext) =>
      check(callers.get(request) ?? (await authenticateRequest(request, server))),
    resolve: ({ request }: { request: Request }) => callerOf(request),
  })
  return new Elysia({ name: 'guard' }).macro({
    auth: { detail: extensionFields({ 'x-guard': 'auth' }), ...hooksFor(assertLicensed) },
    renewal: (permission: Permission | true) => ({
      detail: extensionFields({ 'x-guard': 'renewal', ...(permission === true ? {} : { 'x-permission': permission }) }),
      ...hooksFor((caller) => {
        if (permission === true) return
        assertEnrolled(caller)
        assertAllowed(can(caller.me.profile, permission))
      }),
    }),
    enrolling: { detail: extensionFields({ 'x-guard': 'auth' }), ...hooksFor(assertPaid) },
    can: (permission: Permission) => ({
      detail: extensionFields({ 'x-guard': 'can', 'x-permission': permission }),
      ...hooksFor((caller) => {
        assertLicensed(caller)
        assertAllowed(can(caller.me.profile, permission))
      }),
    }),
    plan: (flag: PlanFlag) => ({
      detail: extensionFields({ 'x-guard': 'plan', 'x-plan': flag }),
      ...hooksFor((caller) => {
        assertLicensed(caller)
        assertAllowed(caller.plan[flag])
      }),
    }),
    super: {
      detail: extensionFields({ 'x-guard': 'super' }),
      ...hooksFor((caller) => {
        assertLicensed(caller)
        assertAllowed(caller.me.super)
      }),
      resolve: ({ request }) => ({ ...callerOf(request), platform: auth.platform }),
    },
  })
}

/** Refuses expired licences (402), renewal-only logins, and super users who must enrol a second factor. */
export function assertLicensed(caller: Caller) {
  assertPaid(caller)
  assertEnrolled(caller)
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

/** Extension fields of a route's OpenAPI description, missing in Elysia's type. */
const extensionFields = (facts: Record<`x-${string}`, string>): {} => facts

export const idParams = t.Object({ id: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** Schema option for bodies with only optional fields: at least one must be present. */
export const atLeastOneField = { minProperties: 1 }

/** Page number of lists; an integer, because it is multiplied into the number of rows to skip. */
export const pageNumber = t.Optional(t.Numeric({ minimum: 1, maximum: limits.pageNumber.max, multipleOf: 1 }))
