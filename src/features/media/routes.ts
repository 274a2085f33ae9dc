import { Elysia, t } from 'elysia'
import { type Auth, assertLicensed } from '../../core/http/guard'
import type { MediaStore } from '../../core/storage/media-store'
import type { CompanyId } from '../../core/storage/schema'
import { serveFile } from './serve'

const params = t.Object({ id: t.String({ maxLength: 64 }) })
const query = t.Object({
  c: t.Optional(t.Numeric()),
  exp: t.Optional(t.Numeric()),
  sig: t.Optional(t.String({ maxLength: 100 })),
})

/**
 * `GET /media/:id`, at the root: with a signed link, because `<img>` cannot send a token, or with an access token. An
 * invalid link answers like a missing file; a token is checked as on all routes.
 */
export const mediaRoutes = (auth: Auth, media: MediaStore) =>
  new Elysia({ name: 'media' }).get(
    '/media/:id',
    async ({ params: { id }, query: { c, exp, sig }, headers }) => {
      const signed = c !== undefined && exp !== undefined && sig !== undefined && media.acceptsLink(c, id, exp, sig)
      const token = headers.authorization?.replace(/^Bearer /, '')
      const companyId = signed ? (c as CompanyId) : token ? await companyOf(auth, token) : null
      return serveFile(media, companyId === null ? null : auth.platform.tenant(companyId), id, headers.range)
    },
    { params, query },
  )

async function companyOf(auth: Auth, token: string): Promise<CompanyId> {
  const caller = await auth.authenticate(token)
  assertLicensed(caller)
  return caller.scope.companyId
}
