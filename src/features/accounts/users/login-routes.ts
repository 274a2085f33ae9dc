import { Elysia, t } from 'elysia'
import { Deleted } from '../../../core/http/documented-response'
import { guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import type { Authenticator } from '../auth/authenticator'
import { endLogin, endOthers, getLoginOwner, listLogins } from './logins'
import { LoginRow } from './model'
import { getEditableUser } from './service'

/** Routes by which admins see and end the logins of their company's users. */
export const userLoginRoutes = (auth: Authenticator) =>
  new Elysia({ prefix: '/users' })
    .use(guard(auth))
    .get(
      '/:id/sessions',
      async ({ scope, tokenId, params }) => {
        await getEditableUser(scope, params.id)
        return { sessions: await listLogins(scope, params.id, tokenId) }
      },
      { can: 'user:edit', params, response: t.Object({ sessions: t.Array(LoginRow) }) },
    )
    .delete(
      '/:id/sessions',
      async ({ scope, tokenId, params }) => {
        const user = await getEditableUser(scope, params.id)
        return { ended: await endOthers(scope, user, tokenId) }
      },
      { can: 'user:edit', params, response: t.Object({ ended: t.Number() }) },
    )
    .delete(
      '/sessions/:id',
      async ({ scope, params }) => {
        const user = await getEditableUser(scope, await getLoginOwner(scope, params.id))
        await endLogin(scope, user, params.id)
        return { id: params.id }
      },
      { can: 'user:edit', params, response: Deleted },
    )
