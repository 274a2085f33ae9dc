import { expect, test } from 'bun:test'
import { saveFlow } from '../../../src/features/automation/flows/drafts'
import { getFlowWithContent } from '../../../src/features/automation/flows/read'
import { listRuns } from '../../../src/features/automation/flows/runs/read'
import { endByHand, startByHand } from '../../../src/features/automation/flows/runs/start/by-hand'
import { createFlow, deleteFlow, updateFlow } from '../../../src/features/automation/flows/service'
import { createIntegration, updateIntegration } from '../../../src/features/automation/integrations/service'
import { updateQueue } from '../../../src/features/automation/queues/service'
import { getContactRow } from '../../../src/features/contacts/contacts/read'
import { updateContact } from '../../../src/features/contacts/contacts/service'
import { mergeContacts } from '../../../src/features/inbox/contact-merges/merge'
import { deleteTicket } from '../../../src/features/inbox/tickets/create'
import { listHistory } from '../../../src/features/inbox/tickets/history/history'
import { acceptTicket, closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { updateConnection } from '../../../src/features/numbers/connections/service'
import { createFlowCompany, edge, node } from '../../flow-company'
import { notifiedTexts, subscribeAna } from '../../notified-messages'

const askingFlow = (text: string) => ({
  nodes: [node('1', 'start'), node('q', 'question', { message: text, answerKey: 'wish' })],
  connections: [edge('1', 'q')],
})

/** Company with the flows "Triagem" (started by its phrase), "Welcome" and "Other" on a connection with two queues. */
async function createTriggerCompany() {
  const company = await createFlowCompany(askingFlow('Pela frase?'))
  const ana = company.scopeOf('ana')
  const create = async (name: string, text: string) => {
    const { id } = await createFlow(ana, name)
    await saveFlow(ana, id, askingFlow(text))
    return id
  }
  const welcome = await create('Welcome', 'Bem-vindo!')
  const other = await create('Other', 'Em que posso ajudar?')
  const connect = (change: object) => updateConnection(ana, company.whatsappId, change)
  /** Closes the ticket so long ago that the next message makes a new one. */
  const endTicket = async (from?: string) => {
    await closeTicket(ana, (await company.ticketOf(from)).id)
    const past = '2020-01-01T00:00:00.000Z'
    await company.acme.transaction((tx) => tx.update('tickets').set({ closedAt: past, lastMessageAt: past }).execute())
  }
  return { ...company, ana, welcome, other, connect, endTicket }
}

test('the welcome flow starts with the first message of a new customer, and the other flow in later attendances', async () => {
  const { write, connect, welcome, other, endTicket, runs } = await createTriggerCompany()
  await connect({ flowIdWelcome: welcome, flowIdNotPhrase: other })
  expect(await write('Oi')).toEqual(['Bem-vindo!'])
  await write('sair')
  expect(await write('Oi?')).toEqual([])
  await endTicket()
  expect(await write('Olá')).toEqual(['Em que posso ajudar?'])
  await write('sair')
  expect(await write('Alô?')).toEqual([])
  expect((await runs()).map(({ flowId }) => flowId)).toEqual([welcome, other])
})

test('a phrase comes before the welcome flow, which then is not due any more', async () => {
  const { write, connect, welcome, endTicket } = await createTriggerCompany()
  await connect({ flowIdWelcome: welcome })
  expect(await write('quero comprar')).toEqual(['Pela frase?'])
  await endTicket()
  expect((await write('Oi'))[0]).toStartWith('Escolha:')
})

test('a customer whose ticket is opened again is not welcomed', async () => {
  const { write, connect, welcome, ana, ticketOf, runs } = await createTriggerCompany()
  await write('Oi')
  const { id } = await ticketOf()
  await closeTicket(ana, id)
  await connect({ flowIdWelcome: welcome })
  expect((await write('Olá'))[0]).toStartWith('Escolha:')
  expect([(await ticketOf()).id, await runs()]).toEqual([id, []])
})

test('a customer with an earlier ticket on the number is not welcomed, one of another number or person is', async () => {
  const { write, connect, welcome, endTicket, ticketOf, insertConnection, insertTicket, insertContact, acme, runs } =
    await createTriggerCompany()
  const [elsewhere, newcomer] = ['5511955550000', '5511944440000']
  await write('Oi')
  await endTicket()
  const { contactId } = await ticketOf()
  const { id: known } = await insertContact('acme', { number: elsewhere })
  await insertTicket({ contactId: known, whatsappId: (await insertConnection()).id, status: 'open', userId: 3 })
  await connect({ flowIdWelcome: welcome })
  expect((await write('Olá'))[0]).toStartWith('Escolha:')
  expect(await acme.select('tickets').select('id').where('contactId', '=', contactId).execute()).toHaveLength(2)
  expect(await runs()).toEqual([])
  expect(await write('Oi', { from: elsewhere })).toEqual(['Bem-vindo!'])
  expect(await write('Oi', { from: newcomer })).toEqual(['Bem-vindo!'])
})

test('a customer whose tickets were deleted is not welcomed again, also after a merge', async () => {
  const { write, connect, welcome, ana, ticketOf, acme } = await createTriggerCompany()
  await connect({ flowIdWelcome: welcome })
  await write('Oi')
  await closeTicket(ana, (await ticketOf()).id)
  await deleteTicket(ana, (await ticketOf()).id)
  expect((await write('Oi'))[0]).toStartWith('Escolha:')
  const from = '5511955550000'
  expect(await write('Oi', { from })).toEqual(['Bem-vindo!'])
  await closeTicket(ana, (await ticketOf(from)).id)
  await deleteTicket(ana, (await ticketOf(from)).id)
  const third = '5511944440000'
  await write('Oi', { from: third })
  const idOf = async (number: string) =>
    (await acme.select('contacts').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id
  const [keep, drop] = [await idOf(from), await idOf(third)]
  await ana.transaction(async (scope) =>
    mergeContacts(scope, await getContactRow(scope, keep), await getContactRow(scope, drop)),
  )
  const rows = await acme.select('flow_welcomes').select('contactId').execute()
  expect(rows.filter(({ contactId }) => contactId === keep)).toHaveLength(2)
})

test('an integration of type flowbuilder starts its flow on the connection, and leaves the queue menu without one', async () => {
  const { write, connect, ana, other, endTicket } = await createTriggerCompany()
  const { id } = await createIntegration(ana, { type: 'flowbuilder', name: 'Fluxo' })
  await connect({ integrationId: id })
  expect((await write('Oi'))[0]).toStartWith('Escolha:')
  await endTicket()
  await updateIntegration(ana, id, { flowId: other })
  expect(await write('Oi')).toEqual(['Em que posso ajudar?'])
})

test('a queue whose integration names a flow starts it when a customer chooses the queue', async () => {
  const { write, ana, other, ticketOf } = await createTriggerCompany()
  const { id } = await createIntegration(ana, { type: 'flowbuilder', name: 'Fluxo', flowId: other })
  await updateQueue(ana, 2, { integrationId: id })
  const [menu] = await write('Oi')
  const choice = /\*\[ (\d) \]\* - Vendas/.exec(menu as string)?.[1] as string
  expect(await write(choice)).toEqual(['Em que posso ajudar?'])
  expect(await ticketOf()).toMatchObject({ queueId: 2, chatbot: 1, status: 'pending' })
})

test('a flow that is off starts nowhere', async () => {
  const { write, connect, welcome, other, ana } = await createTriggerCompany()
  await connect({ flowIdWelcome: welcome, flowIdNotPhrase: other })
  for (const flowId of [welcome, other]) await updateFlow(ana, { flowId, active: false })
  expect((await write('Oi'))[0]).toStartWith('Escolha:')
})

test('a flow in use is not deleted, and the refusal lists its users', async () => {
  const { connect, welcome, ana, whatsappId, acme } = await createTriggerCompany()
  await connect({ flowIdWelcome: welcome })
  await createIntegration(ana, { type: 'flowbuilder', name: 'Fluxo', flowId: welcome })
  const { name } = await acme
    .select('connections')
    .select('name')
    .where('id', '=', whatsappId)
    .executeTakeFirstOrThrow()
  expect(deleteFlow(ana, welcome)).rejects.toMatchObject({
    code: 'ERR_FLOW_IN_USE',
    detail: { connections: [name], integrations: ['Fluxo'], phrases: [] },
  })
})

test('connections and integrations refuse flows that the company does not have', async () => {
  const { connect, ana } = await createTriggerCompany()
  expect(connect({ flowIdNotPhrase: 999 })).rejects.toMatchObject({ code: 'ERR_NO_FLOW_FOUND' })
  expect(createIntegration(ana, { type: 'flowbuilder', name: 'Fluxo', flowId: 999 })).rejects.toMatchObject({
    code: 'ERR_NO_FLOW_FOUND',
  })
})

test('two robots that trigger each other by a phrase are stopped', async () => {
  const { write, runs, ticketOf, acme, ana, flowId } = await createTriggerCompany()
  const echo = {
    nodes: [node('1', 'start'), node('m', 'message', { label: 'Eu também' })],
    connections: [edge('1', 'm')],
  }
  await saveFlow(ana, flowId, echo)
  await acme.transaction((tx) => tx.update('flow_phrases').set({ matching: 'contains' }).execute())
  for (let round = 0; round < 6; round++) await write('Olá, quero comprar hoje')
  expect(await runs()).toHaveLength(3)
  expect(await ticketOf()).toMatchObject({ chatbot: 0, botLoop: 1 })
})

test('an agent starts a flow by hand in a ticket that they hold, and ends it', async () => {
  const { write, sentTo, number, jobs, ana, other, ticketOf, runs } = await createTriggerCompany()
  await write('Oi')
  const { id } = await ticketOf()
  await acceptTicket(ana, id)
  const run = await startByHand(ana, id, other)
  expect(run).toMatchObject({ flowId: other, flowName: 'Other', version: 1, answers: [], endedAt: null })
  await jobs.settle()
  expect(await sentTo(number)).toEqual(['Em que posso ajudar?'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', userId: null, chatbot: 1 })
  await endByHand(ana, id)
  expect(await runs()).toMatchObject([{ state: 'cancelled', end: 'stopped' }])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await write('Um bolo')).toEqual([])
  const { events } = await listHistory(ana, id)
  expect(events.slice(-2)).toMatchObject([
    { kind: 'flowStarted', actor: { name: 'Ana' }, flowName: 'Other' },
    { kind: 'flowEnded', actor: { name: 'Ana' }, flowName: 'Other' },
  ])
  await endByHand(ana, id)
  expect((await listHistory(ana, id)).events).toHaveLength(events.length)
})

test('a flow that is started by hand replaces the one that runs, and its answers are listed', async () => {
  const { write, ana, other, ticketOf, jobs, sentTo, number } = await createTriggerCompany()
  await write('quero comprar')
  const { id } = await ticketOf()
  await startByHand(ana, id, other)
  await jobs.settle()
  expect(await sentTo(number)).toEqual(['Em que posso ajudar?'])
  await write('Um bolo')
  expect(await listRuns(ana, id)).toMatchObject([
    { flowId: other, state: 'done', answers: [{ name: 'wish', value: 'Um bolo' }] },
    { state: 'cancelled', end: 'stopped' },
  ])
})

test('a flow is not started by hand in a closed ticket, for a contact without robot, or when it is off', async () => {
  const { write, ana, other, ticketOf, acme } = await createTriggerCompany()
  await write('Oi')
  const { id, contactId } = await ticketOf()
  const before = await listHistory(ana, id)
  await updateFlow(ana, { flowId: other, active: false })
  await expect(startByHand(ana, id, other)).rejects.toMatchObject({ code: 'ERR_FLOW_NOT_ACTIVE' })
  await updateFlow(ana, { flowId: other, active: true })
  await updateContact(ana, contactId, { disableBot: true })
  await expect(startByHand(ana, id, other)).rejects.toMatchObject({ code: 'ERR_BOT_DISABLED' })
  expect(await listHistory(ana, id)).toEqual(before)
  await updateContact(ana, contactId, { disableBot: false })
  await closeTicket(ana, id)
  await expect(startByHand(ana, id, other)).rejects.toMatchObject({ code: 'ERR_TICKET_STATE' })
  expect(await acme.select('flow_runs').select('id').execute()).toEqual([])
})

test.each<[string, (company: Awaited<ReturnType<typeof createTriggerCompany>>) => Promise<unknown>]>([
  [
    'the robot is switched off for the contact',
    async ({ ana, ticketOf }) => updateContact(ana, (await ticketOf()).contactId, { disableBot: true }),
  ],
  [
    'the flow is deleted',
    async ({ ana, flowId, acme }) => {
      await acme.transaction((tx) => tx.delete('flow_phrases').execute())
      await deleteFlow(ana, flowId)
    },
  ],
  ['a person ends it', async ({ ana, ticketOf }) => endByHand(ana, (await ticketOf()).id)],
])('a flow ends when %s, and people, who are notified, answer', async (_, end) => {
  const company = await createTriggerCompany()
  await company.write('quero comprar')
  await subscribeAna(company.acme)
  await end(company)
  await company.jobs.settle()
  expect(await notifiedTexts(company.acme)).toEqual(['quero comprar'])
  expect(await company.ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await company.attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'flow' })
  expect(await company.write('Alô?')).toEqual([])
})

test('a run ends at its next event when the plan has no flows any more, and people are notified', async () => {
  const { write, wake, runs, ticketOf, store, acme } = await createTriggerCompany()
  await write('quero comprar')
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ useIntegrations: 0 }).execute())
  await subscribeAna(acme)
  expect(await wake()).toEqual([])
  expect(await runs()).toMatchObject([{ state: 'cancelled', end: 'barred' }])
  expect(await ticketOf()).toMatchObject({ chatbot: 0 })
  expect(await notifiedTexts(acme)).toEqual(['quero comprar'])
})

test('the editor of a flow sees the node at which the published version failed, until it is published again', async () => {
  const { write, ana, flowId } = await createTriggerCompany()
  const unreachable = { urlN8N: 'http://127.0.0.1:1', typebotSlug: 'loja' }
  const broken = {
    nodes: [node('1', 'start'), node('bot', 'typebot', { typebotIntegration: unreachable })],
    connections: [edge('1', 'bot')],
  }
  await saveFlow(ana, flowId, broken)
  expect((await getFlowWithContent(ana, flowId)).lastFailure).toBeNull()
  expect(await write('quero comprar')).toHaveLength(1)
  expect((await getFlowWithContent(ana, flowId)).lastFailure).toMatchObject({ nodeId: 'bot', end: 'program' })
  await saveFlow(ana, flowId, askingFlow('Melhor?'))
  expect((await getFlowWithContent(ana, flowId)).lastFailure).toBeNull()
})
