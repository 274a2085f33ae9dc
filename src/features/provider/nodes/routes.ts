import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { changeNode } from './change'
import { listNodes } from './list'
import { NodeChange, NodeList } from './model'

/** Processes of the installation, for the provider. */
export const nodeRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/nodes' })
    .use(guard(auth))
    .get('/', ({ platform }) => listNodes(platform), { super: true, response: NodeList })
    .put('/:id', ({ scope, platform, params, body }) => changeNode(scope, platform, params.id, body), {
      super: true,
      params: t.Object({ id: t.String({ minLength: 1, maxLength: 64 }) }),
      body: NodeChange,
      response: NodeList,
    })
