import { beforeEach, describe, expect, test } from 'bun:test'
import { openDirectChat } from '../../../src/features/inbox/chats/direct'
import { uploadChatFile } from '../../../src/features/inbox/chats/files'
import { reactToChatMessage } from '../../../src/features/inbox/chats/reactions'
import { getChat, listChatMessages, listChats } from '../../../src/features/inbox/chats/read'
import { sendChatMessage } from '../../../src/features/inbox/chats/send'
import { createChat, deleteChat, leaveChats, updateChat } from '../../../src/features/inbox/chats/service'
import { mayOpenFile } from '../../../src/features/inbox/tickets/list/may-open-file'
import { createInstallation, type Name, people } from '../../installation'

let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  all = await createInstallation()
})
const refusal = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(String, ({ code }) => code)
const createGroup = async () =>
  (await createChat(all.scopeOf('bob'), { title: 'Cozinha', users: [{ id: people.sara.id }] })).id
const upload = (name: Name, chatId: number, text = 'conteúdo', fileName = 'lista.txt') =>
  uploadChatFile(all.scopeOf(name), chatId, new Blob([text]).stream(), fileName)
const newest = async (name: Name, chatId: number) =>
  (await listChatMessages(all.scopeOf(name), chatId, {})).records.at(-1)!

describe('direct chats', () => {
  test('two people who open it at once, and again, get one chat with two members', async () => {
    const [bobs, saras] = await Promise.all([
      openDirectChat(all.scopeOf('bob'), people.sara.id),
      openDirectChat(all.scopeOf('sara'), people.bob.id),
    ])
    expect(saras.id).toBe(bobs.id)
    expect(bobs).toMatchObject({ direct: true, title: expect.stringContaining('Sara') })
    expect(bobs.users.map(({ user }) => user.name)).toEqual(['Bob', 'Sara'])
    expect((await openDirectChat(all.scopeOf('bob'), people.sara.id)).id).toBe(bobs.id)
    expect((await listChats(all.scopeOf('sara'), {})).records.map(({ id }) => id)).toEqual([bobs.id])
    const created = all.published.filter(({ payload }) => 'action' in payload && payload.action === 'create')
    expect(created).toHaveLength(1)
  })

  test('each pair has a chat of its own, apart from their groups', async () => {
    const group = await createGroup()
    const ids = [
      (await openDirectChat(all.scopeOf('bob'), people.sara.id)).id,
      (await openDirectChat(all.scopeOf('bob'), people.ana.id)).id,
      (await openDirectChat(all.scopeOf('ana'), people.sara.id)).id,
    ]
    expect(new Set([group, ...ids]).size).toBe(4)
  })

  test('the own id, a user of another company and a missing user are refused', async () => {
    const bob = all.scopeOf('bob')
    for (const id of [people.bob.id, people.rui.id, 9_000_000])
      expect(await refusal(() => openDirectChat(bob, id))).toBe('ERR_NO_USER_FOUND')
    expect((await listChats(bob, {})).records).toEqual([])
  })

  test('its members cannot change or delete it, and it stays with the other when one leaves', async () => {
    const { id } = await openDirectChat(all.scopeOf('bob'), people.sara.id)
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'até logo' })
    for (const name of ['bob', 'sara'] as const) {
      expect(await refusal(() => updateChat(all.scopeOf(name), id, { title: 'x' }))).toBe('ERR_NO_PERMISSION')
      expect(await refusal(() => deleteChat(all.scopeOf(name), id))).toBe('ERR_NO_PERMISSION')
    }
    await leaveChats(all.systemScope(), people.bob.id)
    expect(await newest('sara', id)).toMatchObject({ message: 'até logo', senderId: null })
    expect(await all.acme.select('direct_chats').select('chatId').execute()).toEqual([])
  })
})

describe('files', () => {
  test('a message with a file shows name, size and address, counts as unread, and names the file in the list', async () => {
    const id = await createGroup()
    const { mediaId } = await upload('bob', id)
    await sendChatMessage(all.scopeOf('bob'), id, { message: '', mediaId })
    const { file } = await newest('sara', id)
    expect(file).toMatchObject({ mediaType: 'application', fileName: 'lista.txt', mime: 'text/plain', size: 9 })
    expect(file?.url).toContain(mediaId)
    const chat = await getChat(all.scopeOf('sara'), id)
    expect(chat.lastMessage).toBe('Bob: 📄 lista.txt')
    expect(chat.users.find(({ userId }) => userId === people.sara.id)?.unreads).toBe(1)
  })

  test('members open a file, and other people do not, administrators included', async () => {
    const id = await createGroup()
    const { mediaId } = await upload('bob', id)
    await sendChatMessage(all.scopeOf('bob'), id, { message: 'a lista', mediaId })
    const opens = async (name: Name) => mayOpenFile(all.scopeOf(name), mediaId)
    expect([await opens('bob'), await opens('sara'), await opens('ana'), await opens('caio')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    await updateChat(all.scopeOf('bob'), id, { users: [{ id: people.ana.id }] })
    expect([await opens('sara'), await opens('ana')]).toEqual([false, true])
  })

  test('a file that a ticket or another message uses, and one of another company, is refused', async () => {
    const id = await createGroup()
    const { mediaId } = await upload('bob', id)
    const rui = all.scopeOf('rui')
    const foreign = await createChat(rui, { title: 'x', users: [{ id: people.rui.id }] })
    const theirs = await uploadChatFile(rui, foreign.id, new Blob(['x']).stream(), 'x.txt')
    await sendChatMessage(all.scopeOf('bob'), id, { message: '', mediaId })
    for (const used of [mediaId, theirs.mediaId, 'f'.repeat(32)])
      expect(await refusal(() => sendChatMessage(all.scopeOf('bob'), id, { message: '', mediaId: used }))).toBe(
        'ERR_NO_MEDIA_FOUND',
      )
    expect((await listChatMessages(all.scopeOf('bob'), id, {})).records).toHaveLength(1)
  })

  test('a repeated clientId with the file of the first message returns that message', async () => {
    const id = await createGroup()
    const { mediaId } = await upload('bob', id)
    const input = { message: '', mediaId, clientId: 'abc' }
    const first = await sendChatMessage(all.scopeOf('bob'), id, input)
    expect(await sendChatMessage(all.scopeOf('bob'), id, input)).toEqual(first)
    expect((await getChat(all.scopeOf('sara'), id)).users.map(({ unreads }) => unreads)).toEqual([0, 1])
  })

  test('an upload into a chat of others, and beyond the quota, is refused without a stored file', async () => {
    const id = await createGroup()
    expect(await refusal(() => upload('ana', id))).toBe('ERR_NO_CHAT_FOUND')
    await all.store.write(({ kysely }) =>
      kysely.insertInto('installation').values({ key: 'mediaQuota', value: '1' }).execute(),
    )
    expect(await refusal(() => upload('bob', id, 'x'.repeat(1_100_000)))).toBe('ERR_NO_ROOM')
    expect(await all.acme.select('media').select('id').execute()).toEqual([])
  })

  test('a message without text and without file is refused', async () => {
    const id = await createGroup()
    for (const message of ['', ' \n'])
      expect(await refusal(() => sendChatMessage(all.scopeOf('bob'), id, { message }))).toBe('ERR_VALIDATION')
  })
})

describe('replies and reactions', () => {
  test('a reply shows author and text of the message it answers', async () => {
    const id = await createGroup()
    const { id: quotedId } = await sendChatMessage(all.scopeOf('bob'), id, { message: 'chegou a farinha?' })
    await sendChatMessage(all.scopeOf('sara'), id, { message: 'chegou', quotedId })
    expect((await newest('bob', id)).quoted).toEqual({
      id: quotedId,
      senderId: people.bob.id,
      senderName: 'Bob',
      message: 'chegou a farinha?',
      file: null,
    })
  })

  test('a reply to a message of another chat is refused', async () => {
    const [id, other] = [await createGroup(), await createGroup()]
    const { id: quotedId } = await sendChatMessage(all.scopeOf('bob'), other, { message: 'segredo' })
    expect(await refusal(() => sendChatMessage(all.scopeOf('sara'), id, { message: 'oi', quotedId }))).toBe(
      'ERR_NO_MESSAGE_FOUND',
    )
    expect((await listChatMessages(all.scopeOf('sara'), id, {})).records).toEqual([])
  })

  test('a person has one reaction per message, changes and removes it; unread counts and order stay', async () => {
    const id = await createGroup()
    const { id: messageId } = await sendChatMessage(all.scopeOf('bob'), id, { message: 'oi' })
    const before = await getChat(all.scopeOf('bob'), id)
    await reactToChatMessage(all.scopeOf('sara'), messageId, '👍')
    await reactToChatMessage(all.scopeOf('bob'), messageId, '👍')
    const { reactions } = await reactToChatMessage(all.scopeOf('sara'), messageId, '🎉')
    expect(reactions).toEqual(
      [
        { userId: people.bob.id, emoji: '👍' },
        { userId: people.sara.id, emoji: '🎉' },
      ].sort((a, b) => a.userId - b.userId),
    )
    await reactToChatMessage(all.scopeOf('sara'), messageId, '')
    expect((await newest('sara', id)).reactions).toEqual([{ userId: people.bob.id, emoji: '👍' }])
    expect(await getChat(all.scopeOf('bob'), id)).toEqual(before)
    const { payload } = all.published.at(-1)!
    expect(payload).toMatchObject({ action: 'message-update', message: { id: messageId }, chat: { id } })
  })

  test('a reaction of a person who is no member, to a missing message, or without an emoji is refused', async () => {
    const id = await createGroup()
    const { id: messageId } = await sendChatMessage(all.scopeOf('bob'), id, { message: 'oi' })
    const react = (name: Name, of: number, emoji: string) =>
      refusal(() => reactToChatMessage(all.scopeOf(name), of, emoji))
    expect(await react('ana', messageId, '👍')).toBe('ERR_NO_CHAT_FOUND')
    expect(await react('rui', messageId, '👍')).toBe('ERR_NO_MESSAGE_FOUND')
    expect(await react('bob', 9_000_000, '👍')).toBe('ERR_NO_MESSAGE_FOUND')
    expect(await react('bob', messageId, 'legal')).toBe('ERR_VALIDATION')
    expect((await newest('bob', id)).reactions).toEqual([])
  })
})
