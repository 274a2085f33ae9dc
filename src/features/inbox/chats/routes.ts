import { Elysia, t } from 'elysia'
import { Deleted, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { UploadedFile } from '../messages/model'
import { openDirectChat } from './direct'
import { uploadChatFile } from './files'
import {
  Chat,
  ChatChange,
  ChatInput,
  ChatMessage,
  ChatMessageInput,
  ChatMessageQuery,
  ChatQuery,
  ChatReactionInput,
  DirectChatInput,
} from './model'
import { reactToChatMessage } from './reactions'
import { getChatByUuid, listChatMessages, listChats } from './read'
import { markChatRead, sendChatMessage } from './send'
import { createChat, deleteChat, updateChat } from './service'

const plan = 'useInternalChat'
const fileName = t.Object({ fileName: t.Optional(t.String({ maxLength: 1000 })) })

export const chatRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/chats' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listChats(scope, query), {
      plan,
      query: ChatQuery,
      // `unread`: ids of chats with unread messages, at most 100.
      detail: documentResponse(t.Object({ records: t.Array(Chat), ...pageFields, unread: t.Array(t.Number()) })),
    })
    .post('/', ({ scope, body }) => createChat(scope, body), { plan, body: ChatInput, detail: documentResponse(Chat) })
    .post('/direct', ({ scope, body }) => openDirectChat(scope, body.userId), {
      plan,
      body: DirectChatInput,
      detail: documentResponse(Chat),
    })
    .get('/u/:uuid', ({ scope, params }) => getChatByUuid(scope, params.uuid), {
      plan,
      params: t.Object({ uuid: t.String({ maxLength: 64 }) }),
      detail: documentResponse(Chat),
    })
    .put('/:id', ({ scope, params, body }) => updateChat(scope, params.id, body), {
      plan,
      params,
      body: ChatChange,
      detail: documentResponse(Chat),
    })
    .delete('/:id', ({ scope, params }) => deleteChat(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Deleted),
    })
    .get('/:id/messages', ({ scope, params, query }) => listChatMessages(scope, params.id, query), {
      plan,
      params,
      query: ChatMessageQuery,
      detail: documentResponse(t.Object({ records: t.Array(ChatMessage), chat: Chat, ...pageFields })),
    })
    .post('/:id/messages', ({ scope, params, body }) => sendChatMessage(scope, params.id, body), {
      plan,
      params,
      body: ChatMessageInput,
      detail: documentResponse(ChatMessage),
    })
    .put(
      '/:id/upload',
      ({ scope, params, query, request }) => uploadChatFile(scope, params.id, request.body, query.fileName),
      { plan, params, query: fileName, detail: documentResponse(UploadedFile), parse: 'none' },
    )
    // The id of the message.
    .post('/messages/:id/reaction', ({ scope, params, body }) => reactToChatMessage(scope, params.id, body.emoji), {
      plan,
      params,
      body: ChatReactionInput,
      detail: documentResponse(ChatMessage),
    })
    // `userId` in the body is ignored: the chat is marked as read for the acting person.
    .post('/:id/read', ({ scope, params }) => markChatRead(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Chat),
    })
