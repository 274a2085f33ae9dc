import { Elysia, t, ValidationError } from 'elysia'
import type { PlanFlag } from '../../shared/enums'
import { AppError, type ErrorCode, errorStatus } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { can, type Permission } from '../../shared/permissions'
import { log } from '../log'
import type { Platform, Scope, Viewer } from '../scope'
import { readBody } from './body'
import { clientAddress } from './client-info'

/** A proven caller: who, for which company, by which login. (A type, because Elysia's macros refuse interfaces.) */
export type Caller = {
  scope: Scope
  me: Viewer
  tokenId: number
  /** When the access token ends, epoch milliseconds. */
  expiresAt: number
  /** What the company's plan allows. */
  plan: Record<PlanFlag, boolean>
  /** True for the token of an expired company's admin: good for renewal routes only. */
  renewalOnly: boolean
  /** Set when the licence has run out: its due date. */
  expired: string | null
  /** True for a super user without a second factor: good for getting one, and for nothing else. */
  mustEnrol: boolean
}

/** Given by `main.ts`: proves an access token. Throws AppError ERR_SESSION_EXPIRED for one that is not good. */
export interface Auth {
  authenticate(token: string): Promise<Caller>
  /** Told of what the provider's hand in a company asks for, before it is done. */
  auditSupportAccess?(scope: Scope, request: Request): Promise<void>
  platform: Platform
}

/**
 * How unknown fields are dropped. Elysia's usual way copies before it checks: of `{ "length": 1e9 }` where a list belongs
 * it makes one of a milliard places, and the process stands still. TypeBox's looks first.
 * Elysia takes this from the application that listens, not from a plugin.
 */
export const normalize = 'typebox'

type Answer = [status: number, body: { error: ErrorCode; [detail: string]: unknown }]

/** Every failure leaves here: a code and its detail; never a stack, a path, SQL or what was sent (libraries.md B6). */
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
  // What the guard throws before the body is read comes wrapped as if the body were broken.
  const error = code === 'PARSE' && (thrown as Error).cause instanceof AppError ? (thrown as Error).cause : thrown
  if (error instanceof AppError) return [errorStatus[error.code], { error: error.code, ...error.detail }]
  if (error instanceof ValidationError && error.type !== 'response') return notAsAsked(error, request)
  const known = byElysiaCode[code]
  if (known) return known
  if (isTooLarge(error)) return [413, { error: 'ERR_TOO_LARGE' }]
  if (request.signal.aborted) return [400, { error: 'ERR_BODY' }] // its sender hung up half-way and hears nothing of this
  log.error({ err: error }, 'a request failed unexpectedly') // an answer of ours that breaks its schema is one, too
  return [500, { error: 'ERR_INTERNAL_SERVER_ERROR' }]
}

/** A body in a form we do not read is 415; anything else a schema refused is 422 with the fields. */
function notAsAsked(error: ValidationError, request: Request): Answer {
  const form = request.headers.get('content-type') ?? ''
  if (error.type === 'body' && form && !/^(application\/json|multipart\/form-data)\b/i.test(form))
    return [415, { error: 'ERR_MEDIA_TYPE' }]
  const fields = error.type === 'property' ? placesOf(error.value, request) : fieldsAtFault(error)
  return [422, { error: 'ERR_VALIDATION', fields }]
}

/**
 * A number that came as text is refused by a schema of its own, which does not know where it stood: found again in the
 * query, among names as fields have them.
 */
function placesOf(value: unknown, { url }: Request): string[] {
  const numbers = [...new URL(url).searchParams].filter(([name, text]) => /^\w+$/.test(name) && Number(text) === value)
  return [...new Set(numbers.map(([name]) => name))].slice(0, mostFields)
}

/** Bun counts too, and may be the first to find that what comes without a length is more than any route takes. */
const isTooLarge = (error: unknown) => error instanceof Error && error.message.includes('maxRequestBodySize')

const mostFields = 64

/**
 * Names of the fields a schema refused, without their values. Asked of the checker itself: Elysia's own list writes
 * every value into a sentence, and fails at one that says how to become text, such as `{ "toString": 1 }`.
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

/** The compiled schema behind a refusal, as far as it is used here. */
interface Checker {
  Errors(value: unknown): Iterable<{ path: string }>
}

const bearer = (headers: Headers) => {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  if (scheme !== 'Bearer' || !token) throw new AppError('ERR_SESSION_EXPIRED')
  return token
}

type Server = Parameters<typeof clientAddress>[1]
interface Asked {
  request: Request
  server: Server
}

/**
 * The gate of every private route. `auth: true` proves the caller and hands the route `scope` and `me`; `can: '…'`
 * also asks the shared permission table; `plan: '…'` the company's plan; `super: true` hands a `platform` instead.
 * A licence that ran out is refused with 402 on all of them, unless the route says `renewal`, `true` or a permission; a
 * super user without a second factor with 403, unless it says `renewal: true` or `enrolling: true`.
 *
 * The caller is judged before the body is read and checked: a stranger learns nothing of what a route wants, and
 * cannot make us read megabytes.
 */
export const guard = (auth: Auth) => {
  const proven = new WeakMap<Request, Caller>()
  const callerOf = (request: Request) => proven.get(request) as Caller
  const prove = async (request: Request, server: Server) => {
    const caller = await auth.authenticate(bearer(request.headers))
    caller.scope = caller.scope.from(() => clientAddress(request, server))
    proven.set(request, caller)
    if (caller.me.support) await auth.auditSupportAccess?.(caller.scope, request)
    return caller
  }
  /**
   * The hooks of one kind of guard: whoever passes `check` goes on. Each names what it needs, because Elysia reads a
   * hook's source and prepares for every request whatever one that takes all of it might want: cookies, query, route.
   */
  const gate = (check: (caller: Caller) => void) => ({
    parse: async ({ request, server }: Asked, contentType: string) => {
      check(await prove(request, server))
      return readBody(request, contentType)
    },
    transform: async ({ request, server }: Asked) => check(proven.get(request) ?? (await prove(request, server))),
    resolve: ({ request }: { request: Request }) => callerOf(request),
  })
  return new Elysia({ name: 'guard' }).macro({
    auth: { detail: noted({ 'x-guard': 'auth' }), ...gate(licensed) },
    renewal: (permission: Permission | true) => ({
      detail: noted({ 'x-guard': 'renewal', ...(permission === true ? {} : { 'x-permission': permission }) }),
      ...gate((caller) => {
        if (permission === true) return
        enrolled(caller)
        allowed(can(caller.me.profile, permission))
      }),
    }),
    enrolling: { detail: noted({ 'x-guard': 'auth' }), ...gate(paid) },
    can: (permission: Permission) => ({
      detail: noted({ 'x-guard': 'can', 'x-permission': permission }),
      ...gate((caller) => {
        licensed(caller)
        allowed(can(caller.me.profile, permission))
      }),
    }),
    plan: (flag: PlanFlag) => ({
      detail: noted({ 'x-guard': 'plan', 'x-plan': flag }),
      ...gate((caller) => {
        licensed(caller)
        allowed(caller.plan[flag])
      }),
    }),
    super: {
      detail: noted({ 'x-guard': 'super' }),
      ...gate((caller) => {
        licensed(caller)
        allowed(caller.me.super)
      }),
      resolve: ({ request }) => ({ ...callerOf(request), platform: auth.platform }),
    },
  })
}

/** Refuses whoever's licence has run out (402), a login that is good for renewal only, and who must enrol first. */
export function licensed(caller: Caller) {
  paid(caller)
  enrolled(caller)
}

function enrolled({ mustEnrol }: Caller) {
  if (mustEnrol) throw new AppError('ERR_SECOND_FACTOR_REQUIRED')
}

function paid({ expired, renewalOnly }: Caller) {
  if (expired) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate: expired })
  if (renewalOnly) throw new AppError('ERR_SESSION_EXPIRED') // renewed meanwhile: time for a real login
}

function allowed(may: boolean) {
  if (!may) throw new AppError('ERR_NO_PERMISSION')
}

/** How a route without a guard reads its body: `parse: plainly`. Guarded ones do by themselves. */
export const plainly = ({ request }: { request: Request }, contentType: string) => readBody(request, contentType)

/** One route as generated tests walk it; `guard` is `public` for those that ask for nobody. */
export interface RouteEntry {
  method: string
  path: string
  guard: 'public' | 'auth' | 'renewal' | 'can' | 'plan' | 'super'
  permission: Permission | null
  plan: PlanFlag | null
}

/** Every route of an application with what its guard asks. */
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

/** Extension fields of a route's OpenAPI description, which Elysia's type of it does not know. */
const noted = (facts: Record<`x-${string}`, string>): {} => facts

export const idParams = t.Object({ id: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** Of a body whose fields are all optional: at least one of them, or it would be a change of nothing. */
export const something = { minProperties: 1 }

/** Of lists that scripts page through; whole, because it is multiplied into the number of rows to skip. */
export const pageNumber = t.Optional(t.Numeric({ minimum: 1, maximum: limits.pageNumber.max, multipleOf: 1 }))
