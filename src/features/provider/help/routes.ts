import { Elysia, t } from 'elysia'
import { Deleted } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { Help, HelpChange, HelpInput } from './model'
import { createHelp, deleteHelp, listHelps, updateHelp } from './service'

const Helps = t.Object({ helps: t.Array(Help), hasMore: t.Boolean() })

export const helpRoutes = (auth: Auth) => {
  const all = async () => ({ helps: await listHelps(auth.platform), hasMore: false })
  return new Elysia({ prefix: '/helps' })
    .use(guard(auth))
    .get('/', all, { auth: true, response: Helps })
    .get('/list', all, { auth: true, response: Helps })
    .post('/', ({ scope, platform, body }) => createHelp(scope, platform, body), {
      super: true,
      body: HelpInput,
      response: Help,
    })
    .put('/:id', ({ scope, platform, params, body }) => updateHelp(scope, platform, params.id, body), {
      super: true,
      params,
      body: HelpChange,
      response: Help,
    })
    .delete('/:id', ({ scope, platform, params }) => deleteHelp(scope, platform, params.id), {
      super: true,
      params,
      response: Deleted,
    })
}
