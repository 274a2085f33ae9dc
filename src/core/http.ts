import { Elysia, t } from 'elysia'
import type { PlanFlag } from '../shared/enums'
import { AppError, type ErrorCode, errorStatus } from '../shared/errors'
import { limits } from '../shared/limits'
import { can, type Permission } from '../shared/permissions'
import { log } from './log'
import type { Platform, Scope, Viewer } from './scope'

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
}

/** Given by `main.ts`: proves an access token. Throws AppError ERR_SESSION_EXPIRED for one that is not good. */
export interface Auth {
  prove(token: string): Promise<Caller>
  platform: Platform
}

/** Every failure leaves here: a code and its detail; never a stack, a path, SQL or what was sent (libraries.md B6). */
export const errors = new Elysia({ name: 'errors' }).onError({ as: 'global' }, ({ error, code, set }) => {
  const [status, body] = answer(error, code)
  set.status = status
  if (status === 429 && 'retryAfter' in body) set.headers['retry-after'] = String(body.retryAfter)
  return body
})

function answer(error: unknown, code: string | number): [number, { error: ErrorCode; [detail: string]: unknown }] {
  if (error instanceof AppError) return [errorStatus[error.code], { error: error.code, ...error.detail }]
  if (code === 'VALIDATION') return [422, { error: 'ERR_VALIDATION', fields: fieldsAtFault(error) }]
  if (code === 'NOT_FOUND') return [404, { error: 'ERR_NOT_FOUND' }]
  if (code === 'PARSE') return [400, { error: 'ERR_BODY' }]
  if (code === 'INVALID_COOKIE_SIGNATURE') return [400, { error: 'ERR_BODY' }]
  if (code === 'INVALID_FILE_TYPE') return [415, { error: 'ERR_MEDIA_TYPE' }]
  log.error({ err: error }, 'a request failed unexpectedly')
  return [500, { error: 'ERR_INTERNAL_SERVER_ERROR' }]
}

/** Names of the fields a schema refused, without their values. */
function fieldsAtFault(error: unknown): string[] {
  const all = (error as { all?: { path?: string }[] }).all ?? []
  return [...new Set(all.map(({ path }) => (path ?? '').replace(/^\//, '').replaceAll('/', '.')).filter(Boolean))]
}

const bearer = (headers: Record<string, string | undefined>) => {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  if (scheme !== 'Bearer' || !token) throw new AppError('ERR_SESSION_EXPIRED')
  return token
}

/**
 * The gate of every private route. `auth: true` proves the caller and hands the route `scope` and `me`; `can: '…'`
 * also asks the shared permission table; `plan: '…'` the company's plan; `super: true` hands a `platform` instead.
 * A licence that ran out is refused with 402 on all of them, unless the route says `renewal: true`.
 */
export const guard = (auth: Auth) => {
  const prove = async (headers: Record<string, string | undefined>) => {
    const caller = await auth.prove(bearer(headers))
    if (caller.expired) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate: caller.expired })
    if (caller.renewalOnly) throw new AppError('ERR_SESSION_EXPIRED') // renewed meanwhile: time for a real login
    return caller
  }
  return new Elysia({ name: 'guard' }).macro({
    auth: { resolve: ({ headers }) => prove(headers) },
    renewal: { resolve: ({ headers }) => auth.prove(bearer(headers)) },
    can: (permission: Permission) => ({
      async resolve({ headers }) {
        const caller = await prove(headers)
        if (!can(caller.me.profile, permission)) throw new AppError('ERR_NO_PERMISSION')
        return caller
      },
    }),
    plan: (flag: PlanFlag) => ({
      async resolve({ headers }) {
        const caller = await prove(headers)
        if (!caller.plan[flag]) throw new AppError('ERR_NO_PERMISSION')
        return caller
      },
    }),
    super: {
      async resolve({ headers }) {
        const caller = await prove(headers)
        if (!caller.me.super) throw new AppError('ERR_NO_PERMISSION')
        return { ...caller, platform: auth.platform }
      },
    },
  })
}

export const idParams = t.Object({ id: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

export const pageQuery = t.Object({
  pageNumber: t.Optional(t.Numeric({ minimum: 1, maximum: limits.pageNumber.max })),
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
})
