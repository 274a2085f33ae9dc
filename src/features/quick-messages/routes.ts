import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params, something } from '../../core/http'
import { attachMedia, removeMedia } from './media'
import { QuickMessageInput, QuickMessageQuery } from './model'
import { getQuickMessage, listOffered, listQuickMessages } from './read'
import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from './service'

export const quickMessageRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/quick-messages' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listQuickMessages(scope, query), { auth: true, query: QuickMessageQuery })
    .get('/list', ({ scope }) => listOffered(scope), { auth: true })
    .post('/', ({ scope, body }) => createQuickMessage(scope, body), { auth: true, body: QuickMessageInput })
    .get('/:id', ({ scope, params }) => getQuickMessage(scope, params.id), { auth: true, params })
    .put('/:id', ({ scope, params, body }) => updateQuickMessage(scope, params.id, body), {
      auth: true,
      params,
      body: t.Partial(QuickMessageInput, something),
    })
    .delete('/:id', ({ scope, params }) => deleteQuickMessage(scope, params.id), { auth: true, params })
    .post('/:id/media-upload', ({ scope, params, body }) => attachMedia(scope, params.id, body.file), {
      auth: true,
      params,
      body: t.Object({ file: t.File() }),
    })
    .delete('/:id/media-upload', ({ scope, params }) => removeMedia(scope, params.id), { auth: true, params })
