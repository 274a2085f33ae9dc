import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams } from '../../core/http'
import { languages } from '../../shared/enums'
import { ListedUser, SelfInput, User } from './model'
import * as users from './service'

export const userRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/users' })
    .use(guard(auth))
    .get('/list', async ({ scope }) => ({ users: await users.listUsers(scope), hasMore: false }), {
      auth: true,
      response: t.Object({ users: t.Array(ListedUser), hasMore: t.Boolean() }),
    })
    .put('/:id', ({ scope, params, body }) => users.updateSelf(scope, auth.platform, params.id, body), {
      auth: true,
      params: idParams,
      body: SelfInput,
      response: User,
    })
    .post('/set-language/:lang', ({ scope, params }) => users.setLanguage(scope, params.lang), {
      auth: true,
      params: t.Object({ lang: t.UnionEnum(languages) }),
      response: User,
    })
