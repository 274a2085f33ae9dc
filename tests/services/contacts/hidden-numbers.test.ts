import { expect, test } from 'bun:test'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { maskNumbers } from '../../../src/shared/mask-numbers'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, people } from '../../installation'
import { openPushService } from '../../push-service'

/** Installation whose agents and supervisors do not see numbers of customers. */
async function createNarrowed(given: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(given)
  const value = '{"user":["numbers"],"supervisor":["numbers"]}'
  await installation.clientAs('ana').settings({ key: 'roleLimits' }).put({ value })
  return installation
}

test('maskNumbers hides numbers in their fields, in names, mentions and addresses, and leaves other texts', () => {
  const value = {
    ...{ id: 5511999998888, name: '+55 11 99999-8888', number: '5511999998888', otherNumbers: ['5511977776666'] },
    ...{ body: 'Oi @5511999998888, ligue 11999998888', jid: '5511999998888@s.whatsapp.net', at: '2026-11-30' },
    ...{ user: { name: 'Ana 2026' }, tags: [{ name: 'Vip' }], waId: '3EB0551199999888', none: null },
  }
  expect(maskNumbers(value)).toEqual({
    ...{ id: 5511999998888, name: '••••8888', number: '••••8888', otherNumbers: ['••••6666'] },
    ...{ body: 'Oi @••••8888, ligue 11999998888', jid: '••••8888@s.whatsapp.net', at: '2026-11-30' },
    ...{ user: { name: 'Ana 2026' }, tags: [{ name: 'Vip' }], waId: '3EB0551199999888', none: null },
  })
  const without = { user: { name: 'Ana' }, list: [1, 2] }
  expect(maskNumbers(without)).toBe(without)
})

test('maskNumbers leaves names of others, own reactions and the sign of a mention, and hides numbers of a card', () => {
  const others = {
    ...{ tags: [{ id: 1, name: '2024-2025' }], chat: { title: '2026-11-30' }, name: '12345678' },
    ...{ extraInfo: [{ name: '12345678', value: '2026-11-30' }], poll: { options: [{ text: '12345678' }] } },
    reactions: [{ sender: 'me', emoji: '👍' }],
    contact: { number: null, tags: [{ name: '12345678' }] },
  }
  expect(maskNumbers(others)).toBe(others)
  const sender = '5511999998888:3@s.whatsapp.net'
  const mentions = [{ text: '@5511999998888', number: '5511999998888' }]
  const quotedMsg = { mediaType: 'contactMessage', body: '5511999998888' }
  const card = { name: '5511999998888', numbers: ['+55 11 99999-8888'] }
  const body = 'Zoe Lima\n+55 11 99999-8888\nzoe@lima.test'
  const message = { mediaType: 'contactMessage', body, quotedMsg, detail: { mentions, contacts: [card] } }
  expect(maskNumbers({ ...message, reactions: [{ sender }], lastMessageBy: { name: '5511999998888' } })).toEqual({
    ...{ mediaType: 'contactMessage', body: 'Zoe Lima\n••••8888\nzoe@lima.test' },
    quotedMsg: { mediaType: 'contactMessage', body: '••••8888' },
    detail: {
      mentions: [{ text: '@••••8888', number: '••••8888' }],
      contacts: [{ name: '••••8888', numbers: ['••••8888'] }],
    },
    ...{ reactions: [{ sender: '••••8888:3@s.whatsapp.net' }], lastMessageBy: { name: '••••8888' } },
  })
})

test('a tag whose name looks like a number is stored as it was', async () => {
  const { clientAs } = await createNarrowed()
  const { id } = (await clientAs('ana').tags.post({ name: '2024-2025', color: '#112233' })).data!
  const shown = (await clientAs('bob').tags({ id }).get()).data!
  await clientAs('bob').tags({ id }).put({ name: shown.name, color: '#445566' })
  expect((await clientAs('ana').tags({ id }).get()).data).toMatchObject({ name: '2024-2025', color: '#445566' })
})

test('a contact saved as it was shown keeps number and name; a search by digits finds nothing', async () => {
  const { acme, clientAs, insertContact } = await createNarrowed()
  const number = '5511987654321'
  const { id } = await insertContact('acme', { name: number, number })
  const bob = clientAs('bob')
  const shown = (await bob.contacts({ id }).get()).data
  expect(shown).toMatchObject({ name: '••••4321', number: '••••4321' })
  const { name, email } = shown!
  expect((await bob.contacts({ id }).put({ name, email, number: shown!.number! })).status).toBe(200)
  expect(await acme.select('contacts').select(['name', 'number']).where('id', '=', id).executeTakeFirst()).toEqual({
    ...{ name: number, number },
  })
  const found = async (person: 'ana' | 'bob', searchParam: string) => {
    const [contacts, names, tickets] = await Promise.all([
      clientAs(person).contacts.get({ query: { searchParam } }),
      clientAs(person).contacts.list.get({ query: { searchParam } }),
      clientAs(person).tickets.get({ query: { searchParam, searchIn: 'contacts' } }),
    ])
    return [contacts.data?.contacts.length, names.data?.contacts.length, tickets.status]
  }
  for (const text of ['4321', '987', '55 11 98765', number]) expect(await found('bob', text)).toEqual([0, 0, 200])
  expect(await found('ana', '4321')).toEqual([1, 1, 200])
})

test('digits apart find no contact, conversation or scheduled message, and two no name that is a number', async () => {
  const { clientAs, insertContact, insertTicket } = await createNarrowed()
  const [named, nameless] = [
    await insertContact('acme', { name: 'Zoe Lima', number: '5511987654321' }),
    await insertContact('acme', { name: '5521976541234', number: '5521976541234' }),
  ]
  for (const { id } of [named, nameless]) {
    await insertTicket({ userId: people.bob.id, queueId: 1, status: 'open', contactId: id })
    const sendAt = new Date(Date.now() + 86_400_000).toISOString()
    expect((await clientAs('bob').schedules.post({ contactId: id, body: 'Bom dia', sendAt })).status).toBe(200)
  }
  const found = async (person: 'ana' | 'bob', searchParam: string) => {
    const client = clientAs(person)
    const [contacts, names, tickets, schedules, everything] = await Promise.all([
      client.contacts.get({ query: { searchParam } }),
      client.contacts.list.get({ query: { searchParam } }),
      client.tickets.get({ query: { searchParam: `"${searchParam}"`, searchIn: 'contacts', showAll: true } }),
      client.schedules.get({ query: { searchParam } }),
      client.search.get({ query: { q: `"${searchParam}"` } }),
    ])
    return [
      ...[contacts.data?.contacts.length, names.data?.contacts.length, tickets.data?.tickets.length],
      ...[schedules.data?.count, everything.data?.contacts.length],
    ]
  }
  expect(await found('ana', '98 76 54')).toEqual([1, 1, 1, 1, 1])
  for (const text of ['98 76 54', '9 8 7 6 5', '1-1 9-8', '76', '5', '(55)'])
    expect(await found('bob', text)).toEqual([0, 0, 0, 0, 0])
  expect(await found('bob', 'zoe')).toEqual([1, 1, 1, 1, 1])
})

test('pages of contacts named by their numbers follow each other by cursors without a number', async () => {
  const { clientAs, insertContact } = await createNarrowed()
  const numbers = Array.from({ length: 45 }, (_, at) => `55119876${10_000 + at}`)
  for (const number of numbers) await insertContact('acme', { name: number, number })
  const ids: number[] = []
  for (let cursor: string | undefined, pages = 0; pages < 10; pages++) {
    const { data } = await clientAs('bob').contacts.get({ query: cursor ? { cursor } : {} })
    ids.push(...data!.contacts.map(({ id }) => id))
    if (!data!.next) break
    expect(data!.next).not.toContain('55119876')
    cursor = data!.next
  }
  expect(ids.length).toBeGreaterThanOrEqual(numbers.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('pages of probable duplicates follow each other by cursors without a number', async () => {
  const { acme, clientAs, insertContact } = await createNarrowed()
  for (let at = 0; at < 45; at++) {
    const [target, number] = [`55119${80_000_000 + at}`, `5511${80_000_000 + at}`]
    await insertContact('acme', { name: `Novo ${at}`, number: target })
    await insertContact('acme', { name: `Velho ${at}`, number })
    await acme.transaction((tx) => tx.insert('number_aliases', { number, target }).execute())
  }
  const pagesOf = async (person: 'ana' | 'sara') => {
    const pages: { pairs: string[]; next: string | null }[] = []
    for (let cursor: string | undefined; pages.length < 10; cursor = pages.at(-1)!.next!) {
      const { data } = await clientAs(person).contacts.duplicates.get({ query: cursor ? { cursor } : {} })
      pages.push({ pairs: data!.pairs.map(({ contact, other }) => `${contact.id} ${other.id}`), next: data!.next })
      if (!data!.next) break
    }
    return pages
  }
  const [whole, hidden] = [await pagesOf('ana'), await pagesOf('sara')]
  expect(hidden.map(({ pairs }) => pairs)).toEqual(whole.map(({ pairs }) => pairs))
  expect(hidden.flatMap(({ pairs }) => pairs).length).toBe(45)
  expect(JSON.stringify(hidden)).not.toMatch(/5511\d{8}/)
})

test('a typed number does not tell whose it is, and rows with numbers need the right', async () => {
  const { acme, clientAs, insertContact } = await createNarrowed()
  const number = '5511987654321'
  const { id } = await insertContact('acme', { name: 'Zoe Lima', number })
  const other = await insertContact('acme', { name: 'Rui Reis', number: '5511911112222' })
  const bob = clientAs('bob')
  const refused = [
    await bob.contacts.post({ name: 'Teste', number }),
    await bob.contacts({ id: other.id }).put({ number }),
  ]
  for (const { error } of refused) {
    expect(error?.value).toMatchObject({ error: 'ERR_DUPLICATED_CONTACT' })
    expect(JSON.stringify(error?.value)).not.toMatch(/Zoe|contact"/)
  }
  const known = await clientAs('ana').contacts.post({ name: 'Teste', number })
  expect(known.error?.value).toMatchObject({ error: 'ERR_DUPLICATED_CONTACT', contact: { id } })
  const rows = [
    { name: 'Nova', number },
    { name: 'Novo', number: '5511987654399' },
  ]
  expect((await bob.contacts.upload.post(rows)).status).toBe(403)
  expect((await acme.select('contacts').select('id').execute()).length).toBe(2)
})

test('the card of a contact needs the right to its number', async () => {
  const { acme, clientAs, insertContact, insertTicket } = await createNarrowed()
  const { id: contactId } = await insertContact('acme', { name: 'Zoe Lima', number: '5511987654321' })
  const { id } = await insertTicket({ userId: people.bob.id, queueId: 1, status: 'open' })
  const refused = await clientAs('bob').messages({ id }).post({ contactId })
  expect([refused.status, (refused.error?.value as { error?: string })?.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect(await acme.select('messages').select('id').where('ticketId', '=', id).execute()).toEqual([])
  expect((await clientAs('ana').messages({ id }).post({ contactId })).status).toBe(200)
})

test('a text of the company holds no number in place of the name', async () => {
  const { acme, clientAs, insertContact, insertTicket } = await createNarrowed()
  const { id: contactId } = await insertContact('acme', { name: '5521976541234', number: '5521976541234' })
  const { id } = await insertTicket({ userId: people.bob.id, queueId: 1, status: 'open', contactId })
  const { data } = await clientAs('bob').messages({ id }).post({ body: 'Olá, {{name}}! Tudo bem?' })
  expect(data?.messages[0]?.body).toBe('Olá! Tudo bem?')
  await clientAs('bob').messages.edit({ id: data!.messages[0]!.id }).post({ body: 'Oi {{name}}' })
  expect(await acme.select('messages').select('body').where('ticketId', '=', id).execute()).toEqual([{ body: 'Oi' }])
})

test('a notification about a customer without a name shows the end of the number', async () => {
  const service = await openPushService()
  const all = await createNarrowed({ pushServices: service.network })
  const push = all.clientAs('bob').push
  const subscription = await service.subscribe((await push.key.get()).data!.key)
  await push.subscription.put(subscription)
  const connection = await all.insertConnection()
  const contact = await all.insertContact('acme', { name: '5511987654321', number: '5511987654321' })
  const at = { userId: people.bob.id, queueId: 1, status: 'open' as const }
  await all.insertTicket({ ...at, contactId: contact.id, whatsappId: connection.id })
  const where = { companyId: connection.companyId, whatsappId: connection.id }
  await receiveBatch(all.systemScope(), where, [
    textMessage({ chat: personIdentity(contact.number), body: 'Oi', pushName: '' }),
  ])
  await all.jobs.settle()
  expect(service.requests.map(({ pushed }) => pushed)).toMatchObject([{ title: '••••4321', body: 'Oi' }])
  service.close()
})
