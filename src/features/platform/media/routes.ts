import { Elysia, t } from 'elysia'
import type { LoginIds } from '../../../core/http/access-tokens'
import { clientAddress } from '../../../core/http/client-info'
import { type Auth, admitKey, assertLicensed, bearerOf, type Caller } from '../../../core/http/guard'
import type { Scope } from '../../../core/scope'
import type { MediaLink } from '../../../core/storage/media-links'
import type { MediaStore } from '../../../core/storage/media-store'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { readCompanyState } from '../company/state'
import { serveFile } from './serve'
import { recordCopyDownload, recordVisitDownload } from './visit-download'

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
      const address = () => clientAddress(request, server)
      const link = media.links.read(id, query)
      const token = bearerOf(headers)
      const reader =
        (link && (await readerOfLink(auth, link))) ?? (token ? await readerOfToken(auth, token, address) : null)
      const scope = reader?.scope.from(address)
      const db = scope && (await reader?.mayOpen(scope, id)) ? scope.db : null
      return serveFile(media, db, id, headers.get('range') ?? undefined)
    },
    { params, query },
  )

/** Scope in which a file is opened, and the rule for it. */
interface FileReader {
  scope: Scope
  mayOpen(scope: Scope, id: string): Promise<boolean>
}

/** True if the person may open the file, which is recorded in a support visit. */
async function mayPersonOpen(scope: Scope, id: string): Promise<boolean> {
  if (!(await scope.call('mayOpenFile', id)).includes(true)) return false
  await recordVisitDownload(scope, id)
  return true
}

/** Null when the link needs a login and has none that is valid. */
async function readerOfLink(auth: Auth, { companyId, readers, login }: MediaLink): Promise<FileReader | null> {
  if (readers === 'person') return login && readerOfLogin(auth, companyId, login)
  const scope = auth.platform.scope(companyId, { system: 'media' })
  const isValid = readers === 'everyone' || (await readCompanyState(scope)).mayAct
  return isValid ? { scope, mayOpen: async () => true } : null
}

/** A person opens files of their company; a super user also the copies of other companies. */
async function readerOfLogin(auth: Auth, companyId: CompanyId, login: LoginIds): Promise<FileReader | null> {
  const scope = await scopeOfLogin(auth, login)
  if (!scope || login.companyId === companyId) return scope && { scope, mayOpen: mayPersonOpen }
  const { viewer } = scope
  return viewer.super ? { scope: auth.platform.scope(companyId, viewer), mayOpen: recordCopyDownload } : null
}

async function scopeOfLogin(auth: Auth, login: LoginIds): Promise<Scope | null> {
  try {
    return licensed(await auth.callerOfClaims({ ...login, expiresAt: 0 }))
  } catch (error) {
    if (error instanceof AppError) return null // the login or the company's right has ended
    throw error
  }
}

async function readerOfToken(auth: Auth, token: string, address: () => string): Promise<FileReader> {
  const caller = await auth.authenticate(token, address)
  admitKey(caller, 'GET', '/media/:id')
  return { scope: licensed(caller), mayOpen: mayPersonOpen }
}

function licensed(caller: Caller): Scope {
  assertLicensed(caller)
  return caller.scope
}
