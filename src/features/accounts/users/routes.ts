import { Elysia, t } from 'elysia'
import { Deleted, pageFields } from '../../../core/http/documented-response'
import { guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { languages } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import type { Authenticator } from '../auth/authenticator'
import { deleteUser } from './delete'
import { ListedUser, NewUser, SuperChange, User, UserPatch, UserQuery } from './model'
import { listPage, listUsers } from './read'
import { resetSecondFactor } from './second-factor/second-factor'
import * as users from './service'
import { changeSuper } from './super'

const page = t.Object({ users: t.Array(User), ...pageFields, count: t.Number() })

/** @param endSupportOf ends the support sessions of a super user, before that right is taken away */
export const userRoutes = (auth: Authenticator, endSupportOf: (superId: number) => Promise<void>) =>
  new Elysia({ prefix: '/users' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listPage(scope, query), { can: 'user:edit', query: UserQuery, response: page })
    .get('/list', async ({ scope }) => ({ users: await listUsers(scope), hasMore: false }), {
      auth: true,
      response: t.Object({ users: t.Array(ListedUser), hasMore: t.Boolean() }),
    })
    .post('/', ({ scope, body }) => users.createUser(scope, auth.platform, body), {
      can: 'user:edit',
      lasting: true,
      body: NewUser,
      response: User,
    })
    .get('/:id', ({ scope, params }) => users.showUser(scope, params.id), { auth: true, params, response: User })
    .put(
      '/:id',
      async ({ scope, me, params, body, tokenId }) => {
        // Wrong passwords here count against the same limit as at login.
        const tries = body.currentPassword === undefined ? null : auth.limits.secondFactor
        tries?.take(`${me.userId}`)
        const user = await users.updateUser(scope, auth.platform, params.id, body, tokenId)
        tries?.giveBack(`${me.userId}`)
        return user
      },
      { auth: true, lasting: true, params, body: UserPatch, response: User },
    )
    .put(
      '/:id/super',
      async ({ scope, params, body }) => {
        await users.getEditableUser(scope, params.id)
        if (!body.super) await endSupportOf(params.id)
        return changeSuper(scope, auth.platform, params.id, body)
      },
      { super: true, params, body: SuperChange, response: User },
    )
    .delete(
      '/:id',
      async ({ scope, params }) => {
        const { super: above } = await users.getEditableUser(scope, params.id)
        if (above === 1) await endSupportOf(params.id)
        return deleteUser(scope, params.id)
      },
      { can: 'user:edit', lasting: true, params, response: Deleted },
    )
    .delete(
      '/:id/second-factor',
      async ({ scope, me, params }) => {
        await users.getEditableUser(scope, params.id)
        // Users remove their own second factor with password and code: /auth/second-factor/disable.
        if (params.id === me.userId) throw new AppError('ERR_NO_PERMISSION')
        await resetSecondFactor(scope, params.id)
        return { id: params.id }
      },
      { can: 'user:edit', lasting: true, params, response: Deleted },
    )
    .post('/set-language/:lang', ({ scope, params }) => users.setLanguage(scope, params.lang), {
      auth: true,
      params: t.Object({ lang: t.UnionEnum(languages) }),
      response: User,
    })
