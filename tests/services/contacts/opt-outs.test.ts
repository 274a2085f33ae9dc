import { expect, test } from 'bun:test'
import { findContactByNumber } from '../../../src/features/contacts/contacts/identify'
import { optedOutAmong } from '../../../src/features/contacts/opt-outs/among'
import { exportOptOuts } from '../../../src/features/contacts/opt-outs/export'
import { addOptOut, deleteOptOut } from '../../../src/features/contacts/opt-outs/service'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { listHistory } from '../../../src/features/inbox/tickets/history/history'
import { acceptTicket, closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { createBotCompany } from '../../bot-company'
import { insertCampaign, insertRecipient, minutesAgo } from '../../campaign-rows'
import { personIdentity, textMessage } from '../../inbound-events'

const confirmation =
  'Pronto! Você não vai mais receber nossas campanhas neste número. Se mudar de ideia, responda VOLTAR.'

/** Company with a greeting whose customer received a campaign's message a minute ago, and waits for one of another. */
async function createCampaignCompany(rules: Parameters<typeof createBotCompany>[0] = {}) {
  const company = await createBotCompany({ connection: { greetingMessage: 'Olá!' }, ...rules })
  const { acme, whatsappId, number } = company
  const campaignId = await insertCampaign(acme, { whatsappId })
  const recipientId = await insertRecipient(acme, { campaignId, number })
  const next = await insertCampaign(acme, { name: 'Ano novo', whatsappId })
  const waiting = await insertRecipient(acme, { campaignId: next, number, state: 'pending' })
  const recipient = (id: number) =>
    acme.select('campaign_recipients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const register = () => acme.select('opt_outs').selectAll().execute()
  const tickets = () => acme.select('tickets').selectAll().orderBy('id').execute()
  return { ...company, campaignId, recipientId, waiting, recipient, register, tickets }
}

test('SAIR after a campaign is registered and confirmed once, takes the person out of every campaign, and opens no ticket', async () => {
  const { write, register, tickets, recipient, recipientId, waiting, campaignId, whatsappId, number, acme } =
    await createCampaignCompany()
  expect(await write('SAIR')).toEqual([confirmation])
  expect(await register()).toMatchObject([
    { number, source: 'word', word: 'sair', campaignId, whatsappId, confirmedAt: expect.any(String) },
  ])
  expect(await recipient(waiting)).toMatchObject({ state: 'suppressed', reason: 'optedOut' })
  expect(await recipient(recipientId)).toMatchObject({ state: 'sent', optedOutAt: expect.any(String) })
  expect(await tickets()).toMatchObject([{ status: 'closed', unreadMessages: 0 }])
  const messages = await acme.select('messages').select(['body', 'fromMe', 'origin', 'read']).orderBy('id').execute()
  expect(messages).toMatchObject([
    { body: 'SAIR', fromMe: 0, read: 1 },
    { body: confirmation, fromMe: 1, origin: 'bot' },
  ])
  expect(await write('parar!')).toEqual([])
  expect(await tickets()).toMatchObject([{ status: 'closed' }])
  expect((await acme.select('messages').select('id').execute()).length).toBe(3)
})

test('the register of opt-outs is exported with headings and words of the reader’s language, and local times', async () => {
  const { write, acme, scopeOf, number } = await createCampaignCompany()
  await write('SAIR')
  const times = { at: '2026-03-02T02:30:05.000Z', confirmedAt: '2026-03-02T02:31:00.000Z' }
  await acme.transaction((tx) => tx.update('opt_outs').set(times).execute())
  const linesIn = async (language: 'pt' | 'en') => {
    await acme.transaction((tx) => tx.update('users').set({ language }).execute())
    return (await (await exportOptOuts(scopeOf('ana'))).text()).trim().split('\r\n')
  }
  expect(await linesIn('pt')).toEqual([
    'Número;Nome;Data e hora;Origem;Palavra;Motivo;Campanha;Conexão;Usuário;Confirmação enviada em',
    expect.stringMatching(
      new RegExp(`^${number};Maria;01/03/2026 23:30;Resposta do cliente;sair;;[^;]+;[^;]*;;01/03/2026 23:31$`),
    ),
  ])
  expect((await linesIn('en'))[0]).toStartWith('Number;Name;Date and time;Source;')
})

test('an opt-out word of a person who received no campaign in seven days is a normal message', async () => {
  const company = await createCampaignCompany()
  const { write, register, acme, recipientId } = company
  const old = minutesAgo(7 * 24 * 60 + 5)
  await acme.transaction((tx) =>
    tx.update('campaign_recipients').set({ sentAt: old }).where('id', '=', recipientId).execute(),
  )
  expect(await write('SAIR')).toEqual(['Olá!'])
  expect(await register()).toEqual([])
  expect(await write('sair', { from: '5511966660000' })).toEqual(['Olá!'])
})

test('the setting optOutFromAnybody registers the word of a person without a campaign', async () => {
  const { write, register } = await createBotCompany({ settings: { optOutFromAnybody: 'enabled' } }).then(
    (company) => ({
      ...company,
      register: () => company.acme.select('opt_outs').select(['number', 'campaignId']).execute(),
    }),
  )
  expect(await write('Stop')).toEqual([confirmation])
  expect(await register()).toEqual([{ number: '5511977770000', campaignId: null }])
})

test('a company’s own opt-out words are recognised, and its own text confirms them', async () => {
  const settings = { optOutWords: 'chega, não', optOutMessage: 'Até logo, {{name}}.' }
  const { write } = await createCampaignCompany({ settings })
  expect(await write('Não!')).toEqual(['Até logo, Maria.'])
})

test('an opt-out word that is a line of the menu goes to the robot; another one is registered', async () => {
  const menu = {
    queueIds: [1],
    options: {
      1: [
        { option: '1', title: 'Comprar', message: 'Certo!' },
        { option: '2', title: 'Cancelar', message: 'Cancelado!' },
      ],
    },
  }
  const { write, register } = await createCampaignCompany(menu)
  expect((await write('Oi')).length).toBe(1)
  expect(await write('cancelar')).toEqual(['Cancelado!'])
  expect(await register()).toEqual([])
  const other = await createCampaignCompany(menu)
  await other.write('Oi')
  expect(await other.write('SAIR')).toEqual([confirmation])
  expect((await other.register()).length).toBe(1)
  expect(await other.ticketOf()).toMatchObject({ status: 'pending' })
})

test('an opt-out word in an open conversation stays visible and is noted, and the agent answers', async () => {
  const { write, register, scopeOf, ticketOf, acme } = await createCampaignCompany()
  await write('Oi')
  const { id } = await ticketOf()
  await acceptTicket(scopeOf('ana'), id)
  expect(await write('CANCELAR')).toEqual([])
  expect((await register()).length).toBe(1)
  expect(await ticketOf()).toMatchObject({ id, status: 'open', unreadMessages: 2, lastMessage: 'CANCELAR' })
  const { events } = await listHistory(scopeOf('ana'), id)
  expect(events.at(-1)).toMatchObject({ kind: 'optedOut', actor: null })
  const words = await acme.select('messages').select('body').where('body', '=', confirmation).execute()
  expect(words).toEqual([])
})

test('an opt-out word in an open conversation whose last text is older than the campaign is confirmed', async () => {
  const { write, scopeOf, ticketOf, acme, recipientId } = await createCampaignCompany()
  await write('Oi')
  await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
  await acme.transaction((tx) =>
    tx
      .update('campaign_recipients')
      .set({ sentAt: new Date(Date.now() + 1000).toISOString() })
      .where('id', '=', recipientId)
      .execute(),
  )
  expect(await write('sair')).toEqual([confirmation])
})

test('VOLTAR outside of a conversation removes the opt-out with an audit line, and is confirmed', async () => {
  const { write, register, acme, number } = await createCampaignCompany()
  await write('SAIR')
  expect(await write('Voltar')).toEqual(['Pronto! Você voltou a receber nossas campanhas. Para parar, responda SAIR.'])
  expect(await register()).toEqual([])
  const lines = await acme.select('audit_log').select(['action', 'entity', 'name']).execute()
  expect(lines).toContainEqual({ action: 'delete', entity: 'optOut', name: expect.stringContaining(number.slice(-4)) })
  expect(lines.some(({ name }) => name.includes(number))).toBe(false)
  expect(await write('SAIR')).toEqual([confirmation])
  const fresh = await createCampaignCompany()
  expect(await fresh.write('Voltar')).toEqual(['Olá!'])
})

test('VOLTAR right after the confirmation in a waiting ticket removes the opt-out; after the next menu it is an answer', async () => {
  const menu = { queueIds: [1, 2], connection: { greetingMessage: 'Escolha' } }
  const { write, register, ticketOf } = await createCampaignCompany(menu)
  await write('Quanto custa?')
  expect(await write('SAIR')).toEqual([confirmation])
  expect(await write('Voltar')).toEqual(['Pronto! Você voltou a receber nossas campanhas. Para parar, responda SAIR.'])
  expect(await register()).toEqual([])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 1 })
  expect(await write('SAIR')).toEqual([confirmation])
  expect(await write('#')).toHaveLength(1)
  expect((await write('Voltar'))[0]).toStartWith('Opção inválida')
  expect(await register()).toHaveLength(1)
})

test('two opt-out words in one batch get one confirmation, and the same batch again changes nothing', async () => {
  const { systemScope, whatsappId, companyId, number, jobs, sentTo, register, acme } = await createCampaignCompany()
  const batch = ['SAIR', 'Sair'].map((body) => textMessage({ body, chat: personIdentity(number) }))
  for (const _ of [1, 2]) await receiveBatch(systemScope(), { companyId, whatsappId }, batch)
  await jobs.settle()
  expect(await sentTo(number)).toEqual([confirmation])
  expect((await register()).length).toBe(1)
  expect((await acme.select('messages').select('id').where('fromMe', '=', 0).execute()).length).toBe(2)
})

test('an opt-out word in a message that could not be read at first is registered when its text arrives', async () => {
  const { systemScope, whatsappId, companyId, number, jobs, sentTo, register } = await createCampaignCompany()
  const stub = { stub: true, mediaType: 'unsupported', detail: { kind: 'ciphertext' } } as const
  const waiting = textMessage({ body: '', chat: personIdentity(number), ...stub })
  await receiveBatch(systemScope(), { companyId, whatsappId }, [waiting])
  await receiveBatch(systemScope(), { companyId, whatsappId }, [
    { ...waiting, body: 'SAIR', stub: false, mediaType: 'chat', detail: null },
  ])
  await jobs.settle()
  expect(await sentTo(number)).toEqual([confirmation])
  expect((await register()).length).toBe(1)
})

test('an erased person stays opted out, and only a keyed hash of the number stays', async () => {
  const { write, register, scopeOf, number, ticketOf, acme, rival } = await createCampaignCompany()
  await write('SAIR')
  await eraseContact(scopeOf('ana'), (await ticketOf()).contactId, { confirmation: number })
  expect(await register()).toEqual([])
  expect(await optedOutAmong(scopeOf('ana'), ['5511900000000', number])).toEqual(new Set([number]))
  const [kept] = await acme.select('erased_opt_outs').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(number)
  expect(await rival.select('erased_opt_outs').selectAll().execute()).toEqual([])
})

test('merging contacts extends the opt-out to all numbers of the person', async () => {
  const { write, register, scopeOf, number, ticketOf, insertContact, acme, campaignId } = await createCampaignCompany()
  const other = await insertContact('acme', { number: '5511955550000' })
  const waiting = await insertRecipient(acme, { campaignId, number: '5511955550000', state: 'pending' })
  await write('SAIR')
  await mergeContactsByHand(scopeOf('ana'), other.id, (await ticketOf()).contactId)
  expect((await register()).map((row) => row.number).sort()).toEqual(['5511955550000', number])
  const { state } = await acme
    .select('campaign_recipients')
    .select('state')
    .where('id', '=', waiting)
    .executeTakeFirstOrThrow()
  expect(state).toBe('suppressed')
  expect(await findContactByNumber(scopeOf('ana'), number)).toMatchObject({ optedOutAt: expect.any(String) })
})

test('an opt-out word in a closed conversation leaves it closed, and a later message opens it as usual', async () => {
  const { write, scopeOf, ticketOf } = await createCampaignCompany()
  await write('Oi')
  const { id } = await ticketOf()
  await acceptTicket(scopeOf('ana'), id)
  await closeTicket(scopeOf('ana'), id)
  expect(await write('SAIR')).toEqual([confirmation])
  expect(await ticketOf()).toMatchObject({ id, status: 'closed' })
  await write('Tenho uma dúvida')
  expect(await ticketOf()).toMatchObject({ id, status: 'pending' })
})

test('removing an opt-out without a reason is refused, and the opt-out stays', async () => {
  const { scopeOf, number, register } = await createCampaignCompany()
  const ana = scopeOf('ana')
  const { id } = await addOptOut(ana, { number })
  const refused = deleteOptOut(ana, id, { confirmation: number, reason: '   ' })
  await expect(refused).rejects.toMatchObject({ code: 'ERR_VALIDATION', detail: { fields: ['reason'] } })
  expect(await register()).toHaveLength(1)
  await deleteOptOut(ana, id, { confirmation: number, reason: 'Pediu para voltar' })
  expect(await register()).toEqual([])
})

test('removing an opt-out with another number typed is refused, and the opt-out stays', async () => {
  const { scopeOf, number, register } = await createCampaignCompany()
  const ana = scopeOf('ana')
  const { id } = await addOptOut(ana, { number })
  for (const confirmation of ['', number.slice(0, -1), `${number}0`, '5511955550000'])
    await expect(deleteOptOut(ana, id, { confirmation, reason: 'Pediu para voltar' })).rejects.toThrow(
      'ERR_CONFIRMATION',
    )
  expect(await register()).toHaveLength(1)
})

test('an opt-out by hand enters all numbers of the person', async () => {
  const { write, scopeOf, number, ticketOf, insertContact, register } = await createCampaignCompany()
  await write('Oi')
  const other = await insertContact('acme', { number: '5511955550000' })
  await mergeContactsByHand(scopeOf('ana'), other.id, (await ticketOf()).contactId)
  expect(await register()).toEqual([])
  await addOptOut(scopeOf('ana'), { number })
  expect((await register()).map((row) => row.number).sort()).toEqual(['5511955550000', number])
})
