import { beforeEach, describe, expect, test } from 'bun:test'
import { getChat, listChatMessages, listChats } from '../../../src/features/inbox/chats/read'
import { markChatRead, sendChatMessage } from '../../../src/features/inbox/chats/send'
import { createChat, deleteChat, leaveChats, updateChat } from '../../../src/features/inbox/chats/service'
import { createInstallation, type Name, people } from '../../installation'

let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  all = await createInstallation()
})
const members = (...names: Name[]) => names.map((name) => ({ id: people[name].id }))
const createChatWith = (...names: Name[]) =>
  createChat(all.scopeOf('bob'), { title: 'Cozinha', users: members(...names) })
const unreadsOf = async (name: Name, id: number) =>
  (await getChat(all.scopeOf(name), id)).users.find(({ userId }) => userId === people[name].id)?.unreads
const refusal = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(String, ({ code }) => code)

describe('members', () => {
  test('the owner is a member once, and members see names and ids only', async () => {
    const chat = await createChatWith('sara', 'bob', 'sara')
    expect(chat.users.map(({ user }) => user.name)).toEqual(['Bob', 'Sara'])
    expect(Object.keys(chat.users[0]!.user)).toEqual(['id', 'name'])
    expect(JSON.stringify(all.published)).not.toMatch(/@acme|passwordHash/)
  })

  test('createChat with a user of another company or a missing user answers ERR_NO_USER_FOUND', async () => {
    for (const id of [people.rui.id, 9_000_000])
      expect(await refusal(() => createChat(all.scopeOf('bob'), { title: 'x', users: [{ id }] }))).toBe(
        'ERR_NO_USER_FOUND',
      )
    expect(all.published).toEqual([])
  })

  test('a person who is no member, admins included, finds the chat by no function', async () => {
    const { id } = await createChatWith('sara')
    const message = { message: 'oi' }
    for (const name of ['ana', 'caio', 'rui', 'root'] as const) {
      const scope = all.scopeOf(name)
      const ways = [
        () => getChat(scope, id),
        () => listChatMessages(scope, id, {}),
        () => sendChatMessage(scope, id, message),
        () => markChatRead(scope, id),
        () => updateChat(scope, id, { title: 'Minha' }),
        () => deleteChat(scope, id),
      ]
      for (const way of ways) expect(await refusal(way)).toBe('ERR_NO_CHAT_FOUND')
      expect((await listChats(scope, {})).records).toEqual([])
      expect((await listChats(scope, { searchParam: 'cozinha' })).records).toEqual([])
    }
  })

  test('only the owner updates and deletes a chat', async () => {
    const { id } = await createChatWith('sara')
    const sara = all.scopeOf('sara')
    expect(await refusal(() => updateChat(sara, id, { title: 'Minha' }))).toBe('ERR_NO_PERMISSION')
    expect(await refusal(() => deleteChat(sara, id))).toBe('ERR_NO_PERMISSION')
    await deleteChat(all.scopeOf('bob'), id)
    expect(await refusal(() => getChat(sara, id))).toBe('ERR_NO_CHAT_FOUND')
  })

  test('a change of members keeps the unread count of others, hides the chat from removed ones and starts new ones at 0', async () => {
    const { id } = await createChatWith('sara', 'ana')
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'oi' })
    await updateChat(all.scopeOf('bob'), id, { users: members('sara', 'caio') })
    expect([await unreadsOf('sara', id), await unreadsOf('caio', id), await unreadsOf('bob', id)]).toEqual([1, 0, 0])
    expect(await refusal(() => getChat(all.scopeOf('ana'), id))).toBe('ERR_NO_CHAT_FOUND')
  })

  test('an update without the owner keeps the owner as a member', async () => {
    const { id } = await createChatWith('sara')
    const { users } = await updateChat(all.scopeOf('bob'), id, { users: members('caio') })
    expect(users.map(({ user }) => user.name)).toEqual(['Bob', 'Caio'])
  })

  test("a deleted user's messages stay, and another member becomes owner of the chat", async () => {
    const { id } = await createChatWith('sara')
    const lonely = await createChat(all.scopeOf('bob'), { title: 'Só eu', users: members('bob') })
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'até logo' })
    await leaveChats(all.systemScope(), people.bob.id)
    const { records, chat } = await listChatMessages(all.scopeOf('sara'), id, {})
    expect(records).toMatchObject([{ message: 'até logo', senderId: null, senderName: 'Bob' }])
    expect(chat).toMatchObject({ ownerId: people.sara.id, users: [{ userId: people.sara.id }] })
    expect(await all.acme.select('chats').select('id').where('id', '=', lonely.id).execute()).toEqual([])
  })
})

describe('messages', () => {
  test('a message raises the unread count of other members and clears that of its sender', async () => {
    const { id } = await createChatWith('sara', 'ana')
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'um' })
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'dois\nlinhas' })
    expect([await unreadsOf('bob', id), await unreadsOf('sara', id), await unreadsOf('ana', id)]).toEqual([0, 2, 2])
    await sendChatMessage(all.scopeOf('sara'), id, { message: 'três' })
    expect([await unreadsOf('bob', id), await unreadsOf('sara', id), await unreadsOf('ana', id)]).toEqual([1, 0, 3])
    expect((await getChat(all.scopeOf('bob'), id)).lastMessage).toBe('Sara: três')
    expect((await listChats(all.scopeOf('ana'), {})).unread).toEqual([id])
    await markChatRead(all.scopeOf('ana'), id)
    expect([await unreadsOf('bob', id), await unreadsOf('ana', id)]).toEqual([1, 0])
    expect((await listChats(all.scopeOf('ana'), {})).unread).toEqual([])
  })

  test('markChatRead on a read chat publishes no event', async () => {
    const { id } = await createChatWith('sara')
    all.published.length = 0
    await markChatRead(all.scopeOf('sara'), id)
    expect(all.published).toEqual([])
  })

  test('a message sent twice with one clientId is stored once', async () => {
    const { id } = await createChatWith('sara')
    const input = { message: 'oi', clientId: 'abc' }
    const [first, second] = await Promise.all([1, 2].map(() => sendChatMessage(all.scopeOf('bob'), id, input)))
    expect(second).toEqual(first!)
    expect(await unreadsOf('sara', id)).toBe(1)
    await sendChatMessage(all.scopeOf('sara'), id, input) // a clientId counts per sender
    expect((await listChatMessages(all.scopeOf('bob'), id, {})).records).toHaveLength(2)
  })

  test('mentions keep other members only', async () => {
    const { id } = await createChatWith('sara')
    const mentions = [people.sara.id, people.bob.id, people.ana.id, people.rui.id, people.sara.id]
    const { mentions: kept } = await sendChatMessage(all.scopeOf('bob'), id, { message: '@Sara', mentions })
    expect(kept).toEqual([people.sara.id])
  })

  test('listChatMessages pages backwards and returns each message once', async () => {
    const { id } = await createChatWith('sara')
    for (let at = 1; at <= 45; at++) await sendChatMessage(all.scopeOf('bob'), id, { message: `m${at}` })
    const seen: string[][] = []
    let cursor: string | undefined
    do {
      const page = await listChatMessages(all.scopeOf('sara'), id, { cursor })
      seen.unshift(page.records.map(({ message }) => message))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen.map(({ length }) => length)).toEqual([5, 20, 20])
    expect(seen.flat()).toEqual(Array.from({ length: 45 }, (_, at) => `m${at + 1}`))
    expect((await listChatMessages(all.scopeOf('sara'), id, { pageNumber: 3 })).records).toHaveLength(5)
  })
})

const longAgo = '2026-01-01T00:00:00.000Z'

test('listChats sorts by last message, pages, and searches titles without accents', async () => {
  const ids: number[] = []
  for (let at = 1; at <= 23; at++) {
    const title = at === 7 ? 'Promoção de maio' : `Grupo ${at}`
    ids.push((await createChat(all.scopeOf('bob'), { title, users: members('sara') })).id)
  }
  await all.acme.transaction(async (tx) => {
    await tx.update('chats').set({ updatedAt: longAgo }).execute()
    await tx.update('chat_users').set({ lastAt: longAgo }).execute()
  })
  await sendChatMessage(all.scopeOf('sara'), ids[4]!, { message: 'acordem' })
  const first = await listChats(all.scopeOf('bob'), {})
  const second = await listChats(all.scopeOf('bob'), { cursor: first.next! })
  const found = [...first.records, ...second.records].map(({ id }) => id)
  expect(found[0]).toBe(ids[4]!)
  expect(new Set(found).size).toBe(23)
  expect([first.records.length, second.hasMore]).toEqual([20, false])
  expect(first.unread).toEqual([ids[4]!])
  const { records } = await listChats(all.scopeOf('bob'), { searchParam: 'PROMOCAO' })
  expect(records.map(({ title }) => title)).toEqual(['Promoção de maio'])
})

test('a plan without internal chat answers 403 on every route', async () => {
  const { id } = await createChatWith('ana')
  await all.store.write(({ kysely }) => kysely.updateTable('plans').set({ useInternalChat: 0 }).execute())
  all.ports.rightsChanged(all.scopeOf('ana').companyId)
  const ana = all.clientAs('ana')
  const answers = [
    await ana.chats.get(),
    await ana.chats.post({ title: 'x', users: [{ id: 1 }] }),
    await ana.chats({ id }).messages.get(),
    await ana.chats({ id }).messages.post({ message: 'x' }),
    await ana.chats({ id }).read.post(),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
})

describe('chat events', () => {
  /** Actions of the chat events each person receives while `work` runs. */
  async function receivedDuring(work: () => Promise<unknown>) {
    const received: Partial<Record<Name, string[]>> = {}
    const leave = (['ana', 'sara', 'bob', 'caio', 'rui'] as const).map((name) => {
      const { companyId, viewer } = all.scopeOf(name)
      const send = (frame: string) => {
        const { event, data } = JSON.parse(frame)
        if (event.endsWith('-chat')) received[name] = [...(received[name] ?? []), data.action]
      }
      return all.hub.join(companyId, { companyId, viewer, tokenId: viewer.userId, send, close: () => {} })
    })
    await work()
    for (const out of leave) out()
    return received
  }

  test('reach members only; a removed member receives delete', async () => {
    let id = 0
    expect(
      await receivedDuring(async () => {
        id = (await createChatWith('sara')).id
      }),
    ).toEqual({ bob: ['create'], sara: ['create'] })
    const said = () => sendChatMessage(all.scopeOf('bob'), id, { message: 'oi' })
    expect(await receivedDuring(said)).toEqual({ bob: ['new-message'], sara: ['new-message'] })
    expect(await receivedDuring(() => markChatRead(all.scopeOf('sara'), id))).toEqual({
      bob: ['update'],
      sara: ['update'],
    })
    const swap = () => updateChat(all.scopeOf('bob'), id, { users: members('caio') })
    expect(await receivedDuring(swap)).toEqual({ bob: ['update'], sara: ['delete'], caio: ['update'] })
    expect(await receivedDuring(() => deleteChat(all.scopeOf('bob'), id))).toEqual({
      bob: ['delete'],
      caio: ['delete'],
    })
  })
})
