import { beforeEach, describe, expect, test } from 'bun:test'
import { getChat, listChatMessages, listChats } from '../../src/features/chats/read'
import { markChatRead, sendChatMessage } from '../../src/features/chats/send'
import { createChat, deleteChat, leaveChats, updateChat } from '../../src/features/chats/service'
import { createInstallation, type Name, people } from '../installation'

let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  all = await createInstallation()
})
const members = (...names: Name[]) => names.map((name) => ({ id: people[name].id }))
const withThem = (...names: Name[]) => createChat(all.scopeOf('bob'), { title: 'Cozinha', users: members(...names) })
const unreads = async (name: Name, id: number) =>
  (await getChat(all.scopeOf(name), id)).users.find(({ userId }) => userId === people[name].id)?.unreads
const refusal = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(String, ({ code }) => code)

describe('members', () => {
  test('the owner is in it once, and a member is told a name and nothing else', async () => {
    const chat = await withThem('sara', 'bob', 'sara')
    expect(chat.users.map(({ user }) => user.name)).toEqual(['Bob', 'Sara'])
    expect(Object.keys(chat.users[0]!.user)).toEqual(['id', 'name'])
    expect(JSON.stringify(all.published)).not.toMatch(/@acme|passwordHash/)
  })

  test('of another company cannot be taken in, nor can nobody', async () => {
    for (const id of [people.rui.id, 9_000_000])
      expect(await refusal(() => createChat(all.scopeOf('bob'), { title: 'x', users: [{ id }] }))).toBe(
        'ERR_NO_USER_FOUND',
      )
    expect(all.published).toEqual([])
  })

  test('everybody else finds nothing by any way, an admin of the company too', async () => {
    const { id } = await withThem('sara')
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

  test('only the owner changes and deletes it', async () => {
    const { id } = await withThem('sara')
    const sara = all.scopeOf('sara')
    expect(await refusal(() => updateChat(sara, id, { title: 'Minha' }))).toBe('ERR_NO_PERMISSION')
    expect(await refusal(() => deleteChat(sara, id))).toBe('ERR_NO_PERMISSION')
    await deleteChat(all.scopeOf('bob'), id)
    expect(await refusal(() => getChat(sara, id))).toBe('ERR_NO_CHAT_FOUND')
  })

  test('who stays keeps what is unread, who goes finds nothing, who comes has read all', async () => {
    const { id } = await withThem('sara', 'ana')
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'oi' })
    await updateChat(all.scopeOf('bob'), id, { users: members('sara', 'caio') })
    expect([await unreads('sara', id), await unreads('caio', id), await unreads('bob', id)]).toEqual([1, 0, 0])
    expect(await refusal(() => getChat(all.scopeOf('ana'), id))).toBe('ERR_NO_CHAT_FOUND')
  })

  test('the owner cannot be left out', async () => {
    const { id } = await withThem('sara')
    const { users } = await updateChat(all.scopeOf('bob'), id, { users: members('caio') })
    expect(users.map(({ user }) => user.name)).toEqual(['Bob', 'Caio'])
  })

  test('a person who is deleted leaves their words, and their chat to another', async () => {
    const { id } = await withThem('sara')
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
  test('count for the others, and for whoever writes nothing is left', async () => {
    const { id } = await withThem('sara', 'ana')
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'um' })
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'dois\nlinhas' })
    expect([await unreads('bob', id), await unreads('sara', id), await unreads('ana', id)]).toEqual([0, 2, 2])
    await sendChatMessage(all.scopeOf('sara'), id, { message: 'três' })
    expect([await unreads('bob', id), await unreads('sara', id), await unreads('ana', id)]).toEqual([1, 0, 3])
    expect((await getChat(all.scopeOf('bob'), id)).lastMessage).toBe('Sara: três')
    expect((await listChats(all.scopeOf('ana'), {})).unread).toEqual([id])
    await markChatRead(all.scopeOf('ana'), id)
    expect([await unreads('bob', id), await unreads('ana', id)]).toEqual([1, 0])
    expect((await listChats(all.scopeOf('ana'), {})).unread).toEqual([])
  })

  test('reading what is read tells nobody', async () => {
    const { id } = await withThem('sara')
    all.published.length = 0
    await markChatRead(all.scopeOf('sara'), id)
    expect(all.published).toEqual([])
  })

  test('sent twice under one name it is there once', async () => {
    const { id } = await withThem('sara')
    const input = { message: 'oi', clientId: 'abc' }
    const [first, second] = await Promise.all([1, 2].map(() => sendChatMessage(all.scopeOf('bob'), id, input)))
    expect(second).toEqual(first!)
    expect(await unreads('sara', id)).toBe(1)
    await sendChatMessage(all.scopeOf('sara'), id, input) // somebody else's name for something else
    expect((await listChatMessages(all.scopeOf('bob'), id, {})).records).toHaveLength(2)
  })

  test('mention members only, and never oneself', async () => {
    const { id } = await withThem('sara')
    const mentions = [people.sara.id, people.bob.id, people.ana.id, people.rui.id, people.sara.id]
    const { mentions: kept } = await sendChatMessage(all.scopeOf('bob'), id, { message: '@Sara', mentions })
    expect(kept).toEqual([people.sara.id])
  })

  test('older ones come page by page, each once', async () => {
    const { id } = await withThem('sara')
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

test('the list goes by the last word, page by page, and is found by title without accents', async () => {
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

test('a plan without it refuses every route', async () => {
  const { id } = await withThem('ana')
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

describe('who hears', () => {
  /** What each of the company's people is told, by action. */
  async function heardWhile(work: () => Promise<unknown>) {
    const heard: Partial<Record<Name, string[]>> = {}
    const leave = (['ana', 'sara', 'bob', 'caio', 'rui'] as const).map((name) => {
      const { companyId, viewer } = all.scopeOf(name)
      const send = (frame: string) => {
        const { event, data } = JSON.parse(frame)
        if (event.endsWith('-chat')) heard[name] = [...(heard[name] ?? []), data.action]
      }
      return all.hub.join(companyId, { companyId, viewer, tokenId: viewer.userId, send, close: () => {} })
    })
    await work()
    for (const out of leave) out()
    return heard
  }

  test('members only, of everything; who is put out hears that it is gone', async () => {
    let id = 0
    expect(
      await heardWhile(async () => {
        id = (await withThem('sara')).id
      }),
    ).toEqual({ bob: ['create'], sara: ['create'] })
    const said = () => sendChatMessage(all.scopeOf('bob'), id, { message: 'oi' })
    expect(await heardWhile(said)).toEqual({ bob: ['new-message'], sara: ['new-message'] })
    expect(await heardWhile(() => markChatRead(all.scopeOf('sara'), id))).toEqual({ bob: ['update'], sara: ['update'] })
    const swap = () => updateChat(all.scopeOf('bob'), id, { users: members('caio') })
    expect(await heardWhile(swap)).toEqual({ bob: ['update'], sara: ['delete'], caio: ['update'] })
    expect(await heardWhile(() => deleteChat(all.scopeOf('bob'), id))).toEqual({ bob: ['delete'], caio: ['delete'] })
  })
})
