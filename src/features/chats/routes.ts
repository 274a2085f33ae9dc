import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params } from '../../core/http'
import { ChatChange, ChatInput, ChatMessageInput, ChatMessageQuery, ChatQuery } from './model'
import { getChatByUuid, listChatMessages, listChats } from './read'
import { readChat, sendChatMessage } from './send'
import { createChat, deleteChat, updateChat } from './service'

const plan = 'useInternalChat'

export const chatRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/chats' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listChats(scope, query), { plan, query: ChatQuery })
    .post('/', ({ scope, body }) => createChat(scope, body), { plan, body: ChatInput })
    .get('/u/:uuid', ({ scope, params }) => getChatByUuid(scope, params.uuid), {
      plan,
      params: t.Object({ uuid: t.String({ maxLength: 64 }) }),
    })
    .put('/:id', ({ scope, params, body }) => updateChat(scope, params.id, body), { plan, params, body: ChatChange })
    .delete('/:id', ({ scope, params }) => deleteChat(scope, params.id), { plan, params })
    .get('/:id/messages', ({ scope, params, query }) => listChatMessages(scope, params.id, query), {
      plan,
      params,
      query: ChatMessageQuery,
    })
    .post('/:id/messages', ({ scope, params, body }) => sendChatMessage(scope, params.id, body), {
      plan,
      params,
      body: ChatMessageInput,
    })
    // `userId` in the body (specification §7) is not asked for: one reads for oneself.
    .post('/:id/read', ({ scope, params }) => readChat(scope, params.id), { plan, params })
