import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { undoMerge } from '../../../src/features/inbox/contact-merges/undo-merge'
import { listMessages } from '../../../src/features/inbox/messages/read/pages'
import { answerTicket } from '../../../src/features/inbox/messages/send/answer'
import { listStars, setStar } from '../../../src/features/inbox/stars/service'
import { createInstallation, type Name, people } from '../../installation'

let all: Awaited<ReturnType<typeof createInstallation>>
let ticket: Awaited<ReturnType<typeof all.insertTicket>>
beforeEach(async () => {
  all = await createInstallation()
  ticket = await all.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
})
afterEach(() => void setSystemTime())

const say = async (body: string, ticketId = ticket.id) =>
  (await answerTicket(all.scopeOf('ana'), ticketId, { body } as never)).messages[0]!.id
const star = (who: Name, id: number, starred = true) => setStar(all.scopeOf(who), id, starred)
const lines = async (who: Name) => (await listStars(all.scopeOf(who), {})).messages.map(({ line }) => line)
const refusal = (work: Promise<unknown>) => work.then(String, ({ code }) => code)

test('a star is seen by its owner alone, in the list and in the conversation', async () => {
  const [first, second] = [await say('Chave: 1234'), await say('Endereço')]
  setSystemTime(Date.parse('2026-11-29T12:00:00Z'))
  await star('bob', second)
  setSystemTime(Date.parse('2026-11-29T12:00:01Z'))
  await star('bob', first)
  await star('bob', first)
  expect(await lines('bob')).toEqual(['Chave: 1234', 'Endereço'])
  expect(await lines('ana')).toEqual([])
  const pageOf = async (who: Name) => (await listMessages(all.scopeOf(who), ticket.id, {})).starred
  expect((await pageOf('bob')).sort()).toEqual([first, second].sort())
  expect(await pageOf('ana')).toEqual([])
  const { messages } = await listStars(all.scopeOf('bob'), {})
  expect(messages[0]).toMatchObject({ id: first, uuid: ticket.uuid, fromMe: true })
  const events = all.published.filter(({ entity }) => entity === 'star').map(({ payload }) => payload)
  expect(events).toMatchObject([{ messageId: second }, { messageId: first, userId: people.bob.id, starred: true }])
  await star('bob', first, false)
  expect(await lines('bob')).toEqual(['Endereço'])
})

test('a list is read in pages without gaps or repetitions', async () => {
  const ids: number[] = []
  for (let n = 0; n < 45; n++) ids.push(await say(`Linha ${n}`))
  for (const id of ids) await star('bob', id)
  const found: number[] = []
  let cursor: string | undefined
  do {
    const page = await listStars(all.scopeOf('bob'), { cursor })
    found.push(...page.messages.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect([found.length, new Set(found).size]).toEqual([45, 45])
  expect([...found].sort()).toEqual([...ids].sort())
})

test('a message out of sight can neither be starred nor listed', async () => {
  const id = await say('Sigilo')
  await star('bob', id)
  expect(await refusal(star('caio', id))).toBe('ERR_NO_PERMISSION')
  expect(await refusal(star('rui', id))).toBe('ERR_NO_MESSAGE_FOUND')
  const move = (queueId: number, userId: number) =>
    all.acme.transaction((tx) => tx.update('tickets').set({ queueId, userId }).where('id', '=', ticket.id).execute())
  await move(2, people.caio.id)
  expect(await lines('bob')).toEqual([])
  await move(1, people.bob.id)
  expect(await lines('bob')).toEqual(['Sigilo'])
})

test('a star stays over a merge of contacts and its undoing', async () => {
  const id = await say('Endereço')
  await star('bob', id)
  const keep = await all.insertTicket({ status: 'closed', queueId: 1, whatsappId: ticket.whatsappId as number })
  const { mergeId } = await mergeContactsByHand(all.scopeOf('ana'), keep.contactId, ticket.contactId)
  expect(await lines('bob')).toEqual(['Endereço'])
  await undoMerge(all.scopeOf('ana'), mergeId)
  expect(await lines('bob')).toEqual(['Endereço'])
})

test('stars are deleted with the contact, and a message deleted for everyone is not listed', async () => {
  const [gone, kept] = [await say('Apagada'), await say('Endereço')]
  await star('bob', gone)
  await star('bob', kept)
  await all.acme.transaction((tx) => tx.update('messages').set({ isDeleted: 1 }).where('id', '=', gone).execute())
  expect(await lines('bob')).toEqual(['Endereço'])
  const { number } = await all.acme
    .select('contacts')
    .select('number')
    .where('id', '=', ticket.contactId)
    .executeTakeFirstOrThrow()
  await eraseContact(all.scopeOf('ana'), ticket.contactId, { confirmation: `${number}` })
  expect(await all.acme.select('message_stars').selectAll().execute()).toEqual([])
})
