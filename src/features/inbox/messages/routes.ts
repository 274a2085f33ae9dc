import { Elysia, t } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { deleteMessage, editMessage, reactToMessage, retryMessage } from './change'
import {
  DeletedMessage,
  Forward,
  Message,
  MessageEdit,
  MessageEdits,
  MessageHits,
  MessagePage,
  MessageQuery,
  MessageSearch,
  MessageTimes,
  NewMessage,
  NewReaction,
  SentMessages,
  UploadedFile,
} from './model'
import { listMessages } from './read/pages'
import { getTimes, listEdits } from './read/read'
import { searchConversation } from './read/search-conversation'
import { answerTicket, uploadFile } from './send/answer'
import { forwardMessage } from './send/forward'

const fileName = t.Object({ fileName: t.Optional(t.String({ maxLength: 1000 })) })
const headers = t.Object({ 'idempotency-key': t.Optional(t.String({ maxLength: limits.idempotencyKey.max })) })

/** Refuses large forms, because a form is held in memory while it is read; the upload route streams to disk. */
function refuseLarge(request: Request) {
  if (Number(request.headers.get('content-length') ?? 0) > limits.body) throw new AppError('ERR_TOO_LARGE')
}

/** `id` is the ticket's for GET, POST, upload and search of a conversation, and the message's for every other route. */
export const messageRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/messages' })
    .use(guard(auth))
    .put(
      '/:id/upload',
      ({ scope, params, query, request }) => uploadFile(scope, params.id, request.body, query.fileName),
      {
        auth: true,
        params,
        query: fileName,
        detail: documentResponse(UploadedFile),
        parse: 'none',
      },
    )
    .onParse(({ request }) => refuseLarge(request)) // applies to the routes below
    .get('/:id', ({ scope, params, query }) => listMessages(scope, params.id, query), {
      auth: true,
      params,
      query: MessageQuery,
      detail: documentResponse(MessagePage),
    })
    .get('/:id/search', ({ scope, params, query }) => searchConversation(scope, params.id, query), {
      auth: true,
      params,
      query: MessageSearch,
      detail: documentResponse(MessageHits),
    })
    .post(
      '/:id',
      ({ scope, params, body, headers }) => answerTicket(scope, params.id, body, headers['idempotency-key']),
      {
        auth: true,
        params,
        body: NewMessage,
        headers,
        detail: documentResponse(SentMessages),
      },
    )
    .delete('/:id', ({ scope, params }) => deleteMessage(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(DeletedMessage),
    })
    .post('/:id/retry', ({ scope, params }) => retryMessage(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Message),
    })
    .post(
      '/:id/forward',
      ({ scope, params, body, headers }) => forwardMessage(scope, params.id, body, headers['idempotency-key']),
      { auth: true, params, body: Forward, headers, detail: documentResponse(SentMessages) },
    )
    .post('/:id/reaction', ({ scope, params, body }) => reactToMessage(scope, params.id, body.emoji), {
      auth: true,
      params,
      body: NewReaction,
      detail: documentResponse(Message),
    })
    .post('/edit/:id', ({ scope, params, body }) => editMessage(scope, params.id, body.body), {
      auth: true,
      params,
      body: MessageEdit,
      detail: documentResponse(Message),
    })
    .get('/info/:id', ({ scope, params }) => getTimes(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(MessageTimes),
    })
    .get('/edits/:id', ({ scope, params }) => listEdits(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(MessageEdits),
    })
