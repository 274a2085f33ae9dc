import { expect, test } from 'bun:test'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import type { InboundMention } from '../../../src/whatsapp/mentions'
import type { InboundMessage } from '../../../src/whatsapp/received'
import { editOf, groupIdentity, personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'

const mention = (user: string, number: string | null, lid: string | null = null): InboundMention => ({
  user,
  ...personIdentity(number, lid),
})

async function createDesk() {
  const installation = await createInstallation()
  const { id: whatsappId, companyId } = await installation.insertConnection()
  await installation.acme.transaction((tx) =>
    tx.insert('settings', { key: 'CheckMsgIsGroup', value: 'disabled' }).execute(),
  )
  await installation.acme.transaction((tx) =>
    tx
      .update('connections')
      .set({ name: 'Vendas', number: '5511900000000', lid: '900900900900900' })
      .where('id', '=', whatsappId)
      .execute(),
  )
  const receive = (values: Partial<InboundMessage>) =>
    receiveBatch(installation.systemScope(), { companyId, whatsappId }, [
      textMessage({ chat: groupIdentity(), participant: personIdentity('5511911110001'), pushName: 'Rui', ...values }),
    ])
  const messages = async (id = 1) =>
    (await installation.clientAs('ana').messages({ id }).get({ query: {} })).data?.messages ?? []
  return { ...installation, receive, messages, whatsappId, companyId }
}

test('a mention by number or LID becomes the name of the contact, in the body and in the preview of the list', async () => {
  const { receive, messages, insertContact, scopeOf, acme } = await createDesk()
  const { id } = await insertContact('acme', { name: 'Ana Souza', number: '5511988887777' })
  await acme.transaction((tx) => tx.update('contacts').set({ lid: '123456789012345' }).where('id', '=', id).execute())
  const mentions = [mention('5511988887777', '5511988887777'), mention('123456789012345', null, '123456789012345')]
  await receive({ body: 'Oi @5511988887777 e @123456789012345!', mentions })
  const [message] = await messages()
  expect(message?.body).toBe('Oi @Ana Souza e @Ana Souza!')
  expect(message?.detail?.mentions).toEqual([
    { text: '@Ana Souza', number: '5511988887777' },
    { text: '@Ana Souza', number: null },
  ])
  const { tickets } = await listTickets(scopeOf('ana'), { status: 'pending' })
  expect(tickets[0]?.lastMessage).toBe('Oi @Ana Souza e @Ana Souza!')
})

test('the own number is named as the connection and marked', async () => {
  const { receive, messages } = await createDesk()
  await receive({ body: '@900900900900900 pode ver?', mentions: [mention('900900900900900', null, '900900900900900')] })
  await receive({ body: '@5511900000000 e agora?', mentions: [mention('5511900000000', '5511900000000')] })
  expect((await messages()).map(({ body, detail }) => [body, detail?.mentions?.[0]?.me])).toEqual([
    ['@Vendas pode ver?', true],
    ['@Vendas e agora?', true],
  ])
})

test('a person who is no contact has the name used in a group, else the number; digits without a mention stay', async () => {
  const { receive, messages } = await createDesk()
  await receive({ body: 'Cheguei' })
  const mentions = [
    mention('777000777000777', '5511911110001', '777000777000777'),
    mention('555000555000555', '5511922220002'),
  ]
  await receive({ body: '@777000777000777 @555000555000555 @888000888000888', mentions })
  expect((await messages()).at(-1)?.body).toBe('@Rui @5511922220002 @888000888000888')
})

test('an edit names the people whom the new text mentions', async () => {
  const { receive, messages, insertContact, systemScope, companyId, whatsappId } = await createDesk()
  await insertContact('acme', { name: 'Ana Souza', number: '5511988887777' })
  const first = textMessage({ chat: groupIdentity(), participant: personIdentity('5511911110001'), body: 'Oi' })
  await receive(first)
  const mentions = [mention('5511988887777', '5511988887777')]
  const changed = editOf(first, 'Oi @5511988887777', { mentions })
  await receiveBatch(systemScope(), { companyId, whatsappId }, [changed])
  expect((await messages())[0]).toMatchObject({ body: 'Oi @Ana Souza', isEdited: true })
})

test('the name of an erased person is removed from the messages that mention the person', async () => {
  const { receive, messages, insertContact, scopeOf, jobs } = await createDesk()
  const { id } = await insertContact('acme', { name: 'Ana Souza', number: '5511988887777' })
  await receive({ body: 'Oi @5511988887777!', mentions: [mention('5511988887777', '5511988887777')] })
  await eraseContact(scopeOf('ana'), id, { confirmation: '5511988887777' })
  await jobs.settle()
  expect((await messages())[0]).toMatchObject({ body: 'Oi @•••!' })
  expect(JSON.stringify((await messages())[0]?.detail ?? {})).not.toContain('Ana')
})
