import { Elysia, t } from 'elysia'
import { Deleted, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { attachMedia, removeMedia } from './media'
import { QuickMessage, QuickMessageInput, QuickMessageQuery } from './model'
import { getQuickMessage, listOffered, listQuickMessages } from './read'
import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from './service'

export const quickMessageRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/quick-messages' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listQuickMessages(scope, query), {
      auth: true,
      query: QuickMessageQuery,
      detail: documentResponse(t.Object({ records: t.Array(QuickMessage), ...pageFields })),
    })
    .get('/list', ({ scope }) => listOffered(scope), {
      auth: true,
      detail: documentResponse(t.Object({ records: t.Array(QuickMessage) })),
    })
    .post('/', ({ scope, body }) => createQuickMessage(scope, body), {
      auth: true,
      body: QuickMessageInput,
      detail: documentResponse(QuickMessage),
    })
    .get('/:id', ({ scope, params }) => getQuickMessage(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(QuickMessage),
    })
    .put('/:id', ({ scope, params, body }) => updateQuickMessage(scope, params.id, body), {
      auth: true,
      params,
      body: changeOf(QuickMessageInput),
      detail: documentResponse(QuickMessage),
    })
    .delete('/:id', ({ scope, params }) => deleteQuickMessage(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Deleted),
    })
    .post('/:id/media-upload', ({ scope, params, body }) => attachMedia(scope, params.id, body.file), {
      auth: true,
      params,
      body: t.Object({ file: t.File() }),
      detail: documentResponse(QuickMessage),
    })
    .delete('/:id/media-upload', ({ scope, params }) => removeMedia(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(QuickMessage),
    })
