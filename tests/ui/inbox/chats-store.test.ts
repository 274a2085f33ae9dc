import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Chat, ChatMessage } from '../../../src/features/inbox/chats/model'
import { chats, clearChats, removeChat, unreadChats, upsertChat } from '../../../ui/lib/chats'
import { splitAtMentions } from '../../../ui/lib/mentions'
import { receiveChatEvent } from '../../../ui/lib/notify'
import { session } from '../../../ui/lib/session'
import { mentionAtCursor } from '../../../ui/pages/inbox/chats/mentions'
import {
  chatThread,
  discardUnsent,
  mentionedIds,
  receiveChatMessage,
  receiveChatMessageUpdate,
  retryChatMessage,
  saveChatDraft,
  sendChatMessages,
} from '../../../ui/pages/inbox/chats/store'
import { ana, json, serve } from '../browser'

const pageSize = 5
const nativeFetch = globalThis.fetch
let stored: Map<number, Chat>
let clock = 0

const chat = (id: number, unreads = 0): Chat => {
  const member = (userId: number, name: string, count: number) => ({
    userId,
    unreads: count,
    user: { id: userId, name },
  })
  const users = [member(ana.id, 'Ana Prado', unreads), member(50, 'Bia', 0), member(51, 'Bia Torres', 0)]
  const updatedAt = new Date(++clock * 1000).toISOString()
  return { id, uuid: `chat-${id}`, title: `Grupo ${id}`, direct: false, ownerId: 50, lastMessage: '', updatedAt, users }
}
const fresh = () => [...stored.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))

/** Server pages of the stored chats. */
function answer(url: URL) {
  const [updatedAt] = (url.searchParams.get('cursor') ?? '').split('|')
  const rest = updatedAt ? fresh().filter((one) => one.updatedAt < updatedAt) : fresh()
  const records = rest.slice(0, pageSize)
  const hasMore = rest.length > pageSize
  const last = records.at(-1)
  const unread = fresh()
    .filter(({ users }) => users[0]!.unreads > 0)
    .map(({ id }) => id)
  return json({ records, hasMore, next: hasMore ? `${last?.updatedAt}|${last?.id}` : null, unread })
}

beforeEach(() => {
  clock = Date.parse('2026-11-20T12:00:00.000Z') / 1000
  stored = new Map()
  session.value = { kind: 'in', me: ana as unknown as Me }
  clearChats()
  globalThis.fetch = (async (url: string) => answer(new URL(url, 'http://localhost'))) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  localStorage.clear()
  reloadPage()
  session.value = { kind: 'out' }
})

const step = fc.record({
  id: fc.integer({ min: 1, max: 14 }),
  unreads: fc.nat(2),
  gone: fc.boolean(),
  more: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function applyStep({ id, unreads, gone, more }: Step) {
  if (gone) {
    stored.delete(id)
    removeChat(id)
  } else {
    stored.set(id, chat(id, unreads))
    upsertChat(stored.get(id)!)
  }
  if (more) await chats.more()
}

test('loaded pages plus events equal a fresh load, unread count included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.array(step, { maxLength: 20 }), async (before, after) => {
      stored = new Map()
      clearChats()
      for (const { id, unreads } of before) stored.set(id, chat(id, unreads))
      await chats.more()
      for (const one of after) await applyStep(one)
      const held = chats.rows.peek().map(({ id }) => id)
      expect(held).toEqual(
        fresh()
          .map(({ id }) => id)
          .slice(0, held.length),
      )
      expect(unreadChats.peek()).toBe(fresh().filter(({ users }) => users[0]!.unreads > 0).length)
      while (chats.hasMore.peek()) await chats.more()
      expect(chats.rows.peek()).toEqual(fresh())
    }),
    { numRuns: 100 },
  )
})

test('a sent message appears at once, once and in order, and a refused one keeps its text', async () => {
  const here = chat(1)
  let refuse = false
  let id = 100
  const calls = serve(({ body, method }) => {
    if (method !== 'POST') return json({ records: [], chat: here, hasMore: false, next: null })
    if (refuse) return json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500)
    const said = JSON.parse(body)
    return json({
      ...said,
      id: ++id,
      chatId: 1,
      senderId: ana.id,
      senderName: 'Ana',
      createdAt: '2026-11-20T12:00:00Z',
    })
  })
  const thread = chatThread(1)
  await thread.messages.more()
  const both = [sendChatMessages(here, 'um', []), sendChatMessages(here, 'dois', [])]
  expect(thread.unsent.peek().map(({ message }) => message)).toEqual(['um', 'dois'])
  await Promise.all(both)
  receiveChatMessage(thread.messages.rows.peek()[0]!) // the event of a message whose response has arrived
  expect(thread.messages.rows.peek().map(({ message }) => message)).toEqual(['um', 'dois'])
  expect(thread.unsent.peek()).toEqual([])

  refuse = true
  await sendChatMessages(here, 'três', [])
  expect(thread.unsent.peek()).toMatchObject([{ message: 'três', failed: true }])
  refuse = false
  await retryChatMessage(1, thread.unsent.peek()[0]!)
  const names = calls.filter(({ body }) => body.includes('três')).map(({ body }) => JSON.parse(body).clientId)
  expect(new Set(names).size).toBe(1)
  expect(thread.unsent.peek()).toEqual([])
})

test('a reaction changes a loaded message and adds none that is further up', async () => {
  const sender = { chatId: 1, senderId: 50, senderName: 'Bia', createdAt: '2026-11-20T12:00:00Z', message: 'oi' }
  const message = (id: number, reactions: object[] = []) => ({ ...sender, id, reactions }) as unknown as ChatMessage
  serve(() => json({ records: [message(40), message(41)], hasMore: true, next: '40' }))
  receiveChatMessageUpdate(message(41)) // of a thread that is not open
  const { messages } = chatThread(1)
  receiveChatMessageUpdate(message(41)) // of a thread that is not loaded
  expect(messages.rows.peek()).toEqual([])
  await messages.more()
  const heart = { userId: 50, emoji: '❤️' }
  receiveChatMessageUpdate(message(3, [heart]))
  receiveChatMessageUpdate(message(41, [heart]))
  expect(messages.rows.peek()).toEqual([message(40), message(41, [heart])])
})

/**
 * Stands for the browser's upload: the server takes each file and names it `file-1`, `file-2` and so on. Returns a
 * function that ends this.
 */
function serveUploads() {
  let uploads = 0
  class Upload {
    status = 200
    response = {}
    upload = {}
    onload = () => {}
    open() {}
    setRequestHeader() {}
    send() {
      this.response = { mediaId: `file-${++uploads}` }
      queueMicrotask(() => this.onload())
    }
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'XMLHttpRequest')
  Object.defineProperty(globalThis, 'XMLHttpRequest', { value: Upload, configurable: true })
  return () => {
    if (before) Object.defineProperty(globalThis, 'XMLHttpRequest', before)
    else Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
  }
}

test.each([
  ['ERR_NO_MEDIA_FOUND', 404, 'file-2'],
  ['ERR_INTERNAL_SERVER_ERROR', 500, 'file-1'],
])('a retry after %s sends the file that the server has', async (error, status, expected) => {
  const here = chat(1)
  const endUploads = serveUploads()
  try {
    let refuse = true
    const calls = serve(({ body }) => {
      if (refuse) return json({ error }, status)
      const sent = JSON.parse(body)
      return json({ ...sent, id: 9, chatId: 1, senderId: ana.id, senderName: 'Ana', createdAt: '2026-11-20T12:00:00Z' })
    })
    const { unsent } = chatThread(1)
    await sendChatMessages(here, '', [new File(['a'], 'tabela.pdf', { type: 'application/pdf' })])
    expect(unsent.peek()).toMatchObject([{ fileName: 'tabela.pdf', failed: true }])
    refuse = false
    await retryChatMessage(1, unsent.peek()[0]!)
    expect(calls.map(({ body }) => JSON.parse(body).mediaId)).toEqual(['file-1', expected])
    expect(unsent.peek()).toEqual([])
  } finally {
    endUploads()
  }
})

/** Empties the memory of the store as a reload of the page does; the threads of one user are dropped for another. */
function reloadPage() {
  const before = session.peek()
  session.value = { kind: 'in', me: { ...ana, id: 99 } as unknown as Me }
  chatThread(1)
  session.value = before
}

test('a message that was not confirmed is there after a reload of the page, once, until the server has it', async () => {
  const here = chat(1)
  serve(({ method }) =>
    method === 'POST'
      ? json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500)
      : json({ records: [], hasMore: false, next: null }),
  )
  await sendChatMessages(here, 'forno quente', [])
  await sendChatMessages(here, 'já volto', [])
  const [first, second] = chatThread(1).unsent.peek()
  reloadPage()
  expect(chatThread(1).unsent.peek()).toMatchObject([{ message: 'forno quente', failed: true }, { failed: true }])
  discardUnsent(1, second!)
  reloadPage()
  expect(chatThread(1).unsent.peek()).toHaveLength(1)
  // The response was lost, but the server has the message.
  const stored = { ...first, id: 7, chatId: 1, senderId: ana.id, senderName: 'Ana', createdAt: '2026-11-20T12:00:00Z' }
  serve(() => json({ records: [stored], hasMore: false, next: null }))
  await chatThread(1).messages.more()
  reloadPage()
  expect(chatThread(1).unsent.peek()).toEqual([])
})

test('a page of messages that confirms no unsent message does not change the list of them', async () => {
  serve(({ method }) =>
    method === 'POST'
      ? json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500)
      : json({ records, hasMore: false, next: null }),
  )
  const sender = { chatId: 1, senderId: ana.id, senderName: 'Ana', createdAt: '2026-11-20T12:00:00Z', message: 'oi' }
  const records = [1, 2, 3].map((id) => ({ ...sender, id, clientId: `confirmed-${id}` }))
  await sendChatMessages(chat(1), 'forno quente', [])
  const { messages, unsent } = chatThread(1)
  const before = unsent.peek()
  await messages.more()
  expect(unsent.peek()).toBe(before)
})

test('a deleted chat leaves none of its unsent messages and drafts in the browser', async () => {
  serve(() => json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500))
  await sendChatMessages(chat(1), 'forno quente', [])
  await sendChatMessages(chat(12), 'de outro grupo', [])
  saveChatDraft(1, 'já vo')
  receiveChatEvent({ action: 'delete', chatId: 1, userIds: [ana.id] })
  expect(storedWordsOf(1)).toEqual([])
  expect(storedWordsOf(12)).toHaveLength(1)
})

const storedWordsOf = (chatId: number) =>
  Object.keys(localStorage).filter((key) => key.startsWith('chat') && key.split(':')[2] === String(chatId))

test('words in a chat that was deleted while the browser was closed leave it with the list of chats', async () => {
  serve(() => json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500))
  for (const id of [1, 2, 3, 4]) {
    await sendChatMessages(chat(id), 'forno quente', [])
    saveChatDraft(id, 'já vo')
  }
  reloadPage()
  // Chat 1 is on the first page, chat 2 on a later one, chat 3 cannot be asked about, chat 4 does not exist.
  const calls = serve(({ path }) => {
    if (path === '/api/chats') return json({ records: [chat(1)], hasMore: true, next: 'x', unread: [] })
    if (path.endsWith('/2/messages')) return json({ records: [], chat: chat(2), hasMore: false, next: null })
    if (path.endsWith('/3/messages')) return json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500)
    return json({ error: 'ERR_NO_CHAT_FOUND' }, 404)
  })
  await chats.more()
  while (storedWordsOf(4).length > 0) await Bun.sleep(1)
  expect([1, 2, 3].map((id) => storedWordsOf(id).length)).toEqual([2, 2, 2])
  expect(calls.filter(({ path }) => path.includes('/1/'))).toEqual([])
})

test('@ with the start of a name suggests members, and the longest matching name is mentioned', () => {
  expect(mentionAtCursor('oi @bi', 6)).toEqual({ at: 3, words: 'bi' })
  expect(mentionAtCursor('@', 1)).toEqual({ at: 0, words: '' })
  for (const text of ['bia@loja.test', 'nada aqui', '@bia\n']) expect(mentionAtCursor(text, text.length)).toBeNull()
  expect(mentionedIds(chat(1), 'oi @Bia Torres')).toEqual([51])
  expect(mentionedIds(chat(1), 'oi @Bia Torres e @Bia')).toEqual([50, 51])
  expect(
    splitAtMentions('oi @Bia Torres e @Bia!', ['@Bia', '@Bia Torres']).filter(({ isMention }) => isMention),
  ).toEqual([
    { at: 3, words: '@Bia Torres', isMention: true },
    { at: 17, words: '@Bia', isMention: true },
  ])
})
