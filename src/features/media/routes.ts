import { Elysia, t } from 'elysia'
import type { LoginIds } from '../../core/http/access-tokens'
import { clientAddress } from '../../core/http/client-info'
import { type Auth, assertLicensed, bearerOf, type Caller } from '../../core/http/guard'
import type { Scope } from '../../core/scope'
import type { MediaLink } from '../../core/storage/media-links'
import type { MediaStore } from '../../core/storage/media-store'
import { AppError } from '../../shared/errors'
import { readCompanyState } from '../company/state'
import { mayOpenFile } from './may-open'
import { serveFile } from './serve'
import { recordVisitDownload } from './visit-download'

const params = t.Object({ id: t.String({ maxLength: 64 }) })
const query = t.Object({
  c: t.Optional(t.Numeric()),
  exp: t.Optional(t.Numeric()),
  sig: t.Optional(t.String({ maxLength: 100 })),
  for: t.Optional(t.String({ maxLength: 20 })),
  s: t.Optional(t.String({ maxLength: 200 })),
})

/**
 * `GET /media/:id`, at the root: with a signed link, because `<img>` cannot send a token, or with an access token, which
 * also opens the links of events. An invalid link, and one whose login has ended, answer like a missing file; a token is
 * checked as on all routes.
 */
export const mediaRoutes = (auth: Auth, media: MediaStore) =>
  new Elysia({ name: 'media' }).get(
    '/media/:id',
    async ({ params: { id }, query, request, server }) => {
      const { headers } = request
      const link = media.links.read(id, query)
      const token = bearerOf(headers)
      const scope = (link && (await scopeOfLink(auth, link))) ?? (token ? await scopeOfToken(auth, token) : null)
      const from = scope?.from(() => clientAddress(request, server))
      const db = from && (await opensFile(from, id)) ? from.db : null
      return serveFile(media, db, id, headers.get('range') ?? undefined)
    },
    { params, query },
  )

/** True if the scope may open the file, which is recorded in a support visit. */
async function opensFile(scope: Scope, id: string): Promise<boolean> {
  if ('system' in scope.actor) return true
  if (!(await mayOpenFile(scope, id))) return false
  await recordVisitDownload(scope, id)
  return true
}

/** Scope in which the link is used; null when it needs a login and has none that is valid. */
async function scopeOfLink(auth: Auth, { companyId, readers, login }: MediaLink): Promise<Scope | null> {
  if (readers === 'person') return login?.companyId === companyId ? scopeOfLogin(auth, login) : null
  const scope = auth.platform.scope(companyId, { system: 'media' })
  return readers === 'everyone' || (await readCompanyState(scope)).mayAct ? scope : null
}

async function scopeOfLogin(auth: Auth, login: LoginIds): Promise<Scope | null> {
  try {
    return licensed(await auth.callerOfClaims({ ...login, expiresAt: 0 }))
  } catch (error) {
    if (error instanceof AppError) return null // the login or the company's right has ended
    throw error
  }
}

const scopeOfToken = async (auth: Auth, token: string) => licensed(await auth.authenticate(token))

function licensed(caller: Caller): Scope {
  assertLicensed(caller)
  return caller.scope
}
