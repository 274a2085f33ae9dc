import { expect, test } from 'bun:test'
import { editMessage } from '../../src/features/messages/change'
import { sendMessage } from '../../src/features/messages/send'
import { fillVariables } from '../../src/features/messages/variables'
import { fill } from '../../src/shared/variables'
import { people, world } from '../world'

const occasion = {
  contactName: 'Maria José da Silva',
  ticket: { id: 42, createdAt: '2026-03-01T02:30:00.000Z' },
  timeZone: 'America/Sao_Paulo',
  now: new Date('2026-03-10T02:59:59.000Z'),
}

test.each([
  ['Oi {{firstName}}!', 'Oi Maria!'],
  ['{{name}}', 'Maria José da Silva'],
  ['{{ name }}', 'Maria José da Silva'],
  ['{{greeting}}', 'Boa noite'],
  ['{{gretting}} {{ms}}', 'Boa noite Boa noite'],
  ['{{protocol}}', '2026022842'],
  ['{{date}} {{hora}} {{hour}}', '09/03/2026 23:59:59 23:59:59'],
  ['{{cupom}} {{toString}} {{__proto__}} {name} {{', '{{cupom}} {{toString}} {{__proto__}} {name} {{'],
])('%s', (text, expected) => expect(fill(text, occasion)).toBe(expected))

test.each([
  ['America/Sao_Paulo', '09/03/2026', 'Boa noite'],
  ['Asia/Tokyo', '10/03/2026', 'Bom dia'],
  ['Europe/Lisbon', '10/03/2026', 'Boa madrugada'],
  ['America/Los_Angeles', '09/03/2026', 'Boa noite'],
])('%s has its own day and greeting', (timeZone, date, greeting) =>
  expect(fill('{{date}} {{ms}}', { ...occasion, timeZone })).toBe(`${date} ${greeting}`),
)

test('a name that looks like a variable is not read again, nor are dollar signs', () => {
  const contactName = '{{protocol}} $& $1'
  expect(fill('{{name}}', { ...occasion, contactName })).toBe(contactName)
})

async function opened() {
  const made = await world()
  const contactId = (await made.contact('acme', { name: 'Maria José' })).id
  const { id } = await made.ticket({ status: 'open', userId: people.bob.id, queueId: 1, contactId })
  return { ...made, id }
}

test('what an agent sends and edits leaves with its variables filled in', async () => {
  const { scope, id, acme } = await opened()
  const draft = { body: 'Oi {{firstName}}, {{cupom}}', quotedId: null, files: [] }
  const [sent] = await sendMessage(scope('bob'), id, draft)
  expect(sent?.body).toBe('Oi Maria, {{cupom}}')
  await editMessage(scope('bob'), sent?.id as number, 'Tchau {{name}}')
  const row = await acme.select('messages').select('body').executeTakeFirstOrThrow()
  expect(row.body).toBe('Tchau Maria José')
})

test('a repeat of the request is the same message, though the clock went on', async () => {
  const { scope, id } = await opened()
  const draft = { body: '{{hora}}', quotedId: null, files: [] }
  const request = { key: 'once', asked: draft.body }
  const [first] = await sendMessage(scope('bob'), id, draft, request)
  const [again] = await sendMessage(scope('bob'), id, draft, request)
  expect(again).toMatchObject({ id: first?.id, body: first?.body })
})

test('a company in a zone nobody knows has the usual one', async () => {
  const { scope, id, store } = await opened()
  await store.write(({ kysely }) => kysely.updateTable('companies').set({ timeZone: 'Mars/Olympus' }).execute())
  expect(await fillVariables(scope('bob'), { id }, '{{hora}}', new Date('2026-03-10T12:00:00.000Z'))).toBe('09:00:00')
})
