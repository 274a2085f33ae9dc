import { describe, expect, test } from 'bun:test'
import { editMessage } from '../../../src/features/inbox/messages/change'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { fillAutomaticText, fillVariables } from '../../../src/features/inbox/messages/send/variables'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import { removeEmptyNames } from '../../../src/shared/first-name'
import { render } from '../../../src/shared/flow/render'
import { limits } from '../../../src/shared/limits'
import { replaceVariables } from '../../../src/shared/variables'
import { createInstallation, people } from '../../installation'

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
])('replaceVariables(%p) is %p', (text, expected) => expect(replaceVariables(text, occasion)).toBe(expected))

test.each([
  ['{{greeting}}, {{firstName}}! Como posso ajudar?', 'Boa noite! Como posso ajudar?'],
  ['Oi {{ firstName }}, tudo bem?', 'Oi, tudo bem?'],
  ['{{firstName}}, bom dia', 'bom dia'],
  ['Aviso:\n{{firstName}} venha', 'Aviso:\nvenha'],
  ['Obrigado, *{{firstName}}*!', 'Obrigado!'],
  ['*Olá, {{firstName}}*', '*Olá*'],
  ['{{greeting}}, {{name}}! Tudo bem?', 'Boa noite! Tudo bem?'],
  ['{{ name }}, {{firstName}}, bom dia', 'bom dia'],
  ['{{name}}', ''],
])('a contact with a number in place of a name: %s', (text, expected) => {
  expect(replaceVariables(text, { ...occasion, contactName: '+55 11 98888-7777' })).toBe(expected)
  for (const contactName of ['5511988887777', '••••7777'])
    expect(replaceVariables('{{firstName}}{{name}}', { ...occasion, contactName })).toBe('')
  const values = { greeting: 'Boa noite', firstName: '', name: '' }
  expect(render(text, values)).toBe(expected)
})

test('removing the first name from a text of a million spaces takes linear time', () => {
  const spaces = ' '.repeat(1_000_000)
  expect(removeEmptyNames(`${spaces}{{firstName}}`, '', '')).toBe(spaces.slice(9))
})

test('the variable of the protocol is not replaced without a ticket', () =>
  expect(replaceVariables('{{firstName}}, {{protocol}}', { ...occasion, ticket: null })).toBe('Maria, {{protocol}}'))

test.each([
  ['America/Sao_Paulo', '09/03/2026', 'Boa noite'],
  ['Asia/Tokyo', '10/03/2026', 'Bom dia'],
  ['Europe/Lisbon', '10/03/2026', 'Boa madrugada'],
  ['America/Los_Angeles', '09/03/2026', 'Boa noite'],
])('date and greeting are local in %s', (timeZone, date, greeting) =>
  expect(replaceVariables('{{date}} {{ms}}', { ...occasion, timeZone })).toBe(`${date} ${greeting}`),
)

test('a name with a variable or with dollar signs is inserted unchanged', () => {
  const contactName = '{{protocol}} $& $1'
  expect(replaceVariables('{{name}}', { ...occasion, contactName })).toBe(contactName)
})

async function createOpenedTicket(name = 'Maria José') {
  const installation = await createInstallation()
  const contactId = (await installation.insertContact('acme', { name })).id
  const { id } = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1, contactId })
  return { ...installation, id }
}

test('variables are replaced in messages an agent sends and edits', async () => {
  const { scopeOf, id, acme } = await createOpenedTicket()
  const draft = { body: 'Oi {{firstName}}, {{cupom}}', quotedId: null, files: [] }
  const [sent] = await sendMessage(scopeOf('bob'), id, draft)
  expect(sent?.body).toBe('Oi Maria, {{cupom}}')
  await editMessage(scopeOf('bob'), sent?.id as number, 'Tchau {{name}}')
  const row = await acme.select('messages').select('body').executeTakeFirstOrThrow()
  expect(row.body).toBe('Tchau Maria José')
})

test('a text that only has the first name of a contact without a name is refused as empty', async () => {
  const { scopeOf, id } = await createOpenedTicket('+55 11 98888-7777')
  const draft = { body: '{{firstName}}', quotedId: null, files: [] }
  await expect(sendMessage(scopeOf('bob'), id, draft)).rejects.toMatchObject({ code: 'ERR_EMPTY_MESSAGE' })
})

test('an automatic text that only has the first name of a contact without a name becomes a greeting', async () => {
  const { scopeOf, id } = await createOpenedTicket('+55 11 98888-7777')
  const greetings = ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite']
  expect(greetings).toContain(await fillAutomaticText(scopeOf('bob'), { id }, ' {{firstName}}, '))
  expect(await fillAutomaticText(scopeOf('bob'), { id }, '')).toBe('')
})

test('a repeated request returns the first message, although its variables have other values by then', async () => {
  const { scopeOf, id } = await createOpenedTicket()
  const draft = { body: '{{hora}}', quotedId: null, files: [] }
  const request = { key: 'once', content: draft.body }
  const [first] = await sendMessage(scopeOf('bob'), id, draft, request)
  const [again] = await sendMessage(scopeOf('bob'), id, draft, request)
  expect(again).toMatchObject({ id: first?.id, body: first?.body })
})

test('an unknown time zone of the company falls back to the default', async () => {
  const { scopeOf, id, store } = await createOpenedTicket()
  await store.write(({ kysely }) => kysely.updateTable('companies').set({ timeZone: 'Mars/Olympus' }).execute())
  expect(await fillVariables(scopeOf('bob'), { id }, '{{hora}}', new Date('2026-03-10T12:00:00.000Z'))).toBe('09:00:00')
})

describe('a text that variables make longer than the limit', () => {
  const long = '{{name}}'.repeat(limits.messageBody.max / '{{name}}'.length)

  test('is refused when an agent sends it, and nothing is stored', async () => {
    const { scopeOf, id, acme, published } = await createOpenedTicket()
    const draft = { body: long, quotedId: null, files: [] }
    const refusal = { code: 'ERR_VALIDATION', detail: { fields: ['body'] } }
    await expect(sendMessage(scopeOf('bob'), id, draft, { key: 'k', content: 'x' })).rejects.toMatchObject(refusal)
    for (const table of ['messages', 'jobs', 'idempotency'] as const)
      expect(await acme.select(table).selectAll().execute()).toEqual([])
    expect(published).toEqual([])
  })

  test('is refused as an edit, and the message stays unchanged', async () => {
    const { scopeOf, id, acme } = await createOpenedTicket()
    const [sent] = await sendMessage(scopeOf('bob'), id, { body: 'Oi', quotedId: null, files: [] })
    await expect(editMessage(scopeOf('bob'), sent?.id as number, long)).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
    })
    expect(await acme.select('messages').select('body').execute()).toEqual([{ body: 'Oi' }])
  })

  test('to exactly the limit is sent', async () => {
    const { scopeOf, id } = await createOpenedTicket()
    const body = `{{name}}${'x'.repeat(limits.messageBody.max - 'Maria José'.length)}`
    const [sent] = await sendMessage(scopeOf('bob'), id, { body, quotedId: null, files: [] })
    expect(sent?.body).toHaveLength(limits.messageBody.max)
  })

  test('is cut between characters in automatic texts', async () => {
    const { systemScope, id, acme } = await createOpenedTicket()
    await acme.transaction((tx) => tx.update('contacts').set({ name: 'a😀' }).execute())
    const odd = '{{name}}'.repeat(limits.messageBody.max / 3 + 1)
    const filled = await fillAutomaticText(systemScope(), { id }, odd)
    expect(filled).toBe(
      'a😀'
        .repeat(limits.messageBody.max)
        .slice(0, limits.messageBody.max)
        .replace(/[\ud800-\udbff]$/, ''),
    )
    expect(filled.isWellFormed()).toBe(true)
  })
})

test.each([
  ['the usual text', 'acceptedMessage', '{{name}}'.repeat(500)],
  ['a name between texts', 'acceptedMessage', '{{name}}{{user}}'.repeat(250)],
])('%s of an acceptance is at most as long as a message may be', async (_, key, value) => {
  const { scopeOf, acme, jobs, insertTicket, insertContact } = await createInstallation()
  const contactId = (await insertContact('acme', { name: 'N'.repeat(1000) })).id
  const { id } = await insertTicket({ queueId: 1, contactId })
  const settings = [
    { key: 'sendGreetingAccepted', value: 'enabled' },
    { key, value },
  ]
  await acme.transaction((tx) => tx.insert('settings', settings).execute())
  await acceptTicket(scopeOf('bob'), id)
  await jobs.settle()
  expect((await acme.select('messages').select('body').executeTakeFirstOrThrow()).body).toHaveLength(
    limits.messageBody.max,
  )
})
