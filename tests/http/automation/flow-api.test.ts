import { expect, test } from 'bun:test'
import { saveFlow } from '../../../src/features/automation/flows/drafts'
import { createFlow, updateFlow } from '../../../src/features/automation/flows/service'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import { revealToken } from '../../../src/features/numbers/connections/token'
import { createFlowCompany, edge, node } from '../../flow-company'

/** Company with a flow that greets with a program's value, and a client with the connection's token. */
async function createFlowClient() {
  const company = await createFlowCompany({
    nodes: [node('1', 'start'), node('q', 'question', { message: 'Pedido {{order}} chegou?', answerKey: 'arrived' })],
    connections: [edge('1', 'q')],
  })
  const { token } = await revealToken(company.scopeOf('ana'), company.whatsappId)
  await company.acme.transaction((tx) => tx.update('connections').set({ status: 'CONNECTED' }).execute())
  const start = async (body: object, key?: string) => {
    const known = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const headers = { ...known, ...(key && { 'idempotency-key': key }) }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await company.app.handle(new Request('http://localhost/api/messages/flow', request))
    return { status: response.status, body: (await response.json()) as { error?: string; ticketId: number } }
  }
  const { number, flowId } = company
  return { ...company, start, input: { number, flowId, variables: { order: '42 {{name}}' } } }
}

test('a program starts a flow with values of its own in a new ticket', async () => {
  const { start, input, jobs, sentTo, number, ticketOf, write, runs } = await createFlowClient()
  const { status, body } = await start(input)
  expect([status, body]).toEqual([200, { ticketId: (await ticketOf()).id, runId: 1 } as never])
  await jobs.settle()
  expect(await sentTo(number)).toEqual(['Pedido 42 {{name}} chegou?'])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 1, userId: null })
  await write('Sim')
  expect((await runs()).map(({ variables }) => JSON.parse(variables))).toEqual([
    { order: '42 {{name}}', arrived: 'Sim' },
  ])
})

test('a request repeated with its key starts one run, also after the flow was switched off; another one is refused', async () => {
  const { start, input, acme, runs, write, jobs, scopeOf } = await createFlowClient()
  const first = await start(input, 'k1')
  expect(first).toMatchObject({ status: 200, body: { runId: 1 } })
  expect(await start({ ...input, variables: { ...input.variables } }, 'k1')).toEqual(first)
  await jobs.settle()
  await write('Sim')
  await updateFlow(scopeOf('ana'), { flowId: input.flowId, active: false })
  expect(await start(input, 'k1')).toEqual(first)
  expect(await runs()).toHaveLength(1)
  expect(await start({ ...input, variables: {} }, 'k1')).toMatchObject({ body: { error: 'ERR_IDEMPOTENCY_REUSED' } })
  expect(await start(input, 'k2')).toMatchObject({ status: 409, body: { error: 'ERR_FLOW_NOT_ACTIVE' } })
  expect(await acme.select('idempotency').select('key').execute()).toEqual([{ key: 'k1' }])
})

test('a flow that runs is not started again, nor one while an agent has the customer', async () => {
  const { start, input, scopeOf, ticketOf } = await createFlowClient()
  await start(input)
  expect(await start(input)).toMatchObject({ status: 409, body: { error: 'ERR_FLOW_RUNNING' } })
  await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
  expect(await start(input)).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_ALREADY_ACCEPTED' } })
})

test.each([
  ['a flow that does not exist', { flowId: 999 }, 404, 'ERR_NO_FLOW_FOUND'],
  ['a number of letters', { number: 'abcdefghijk' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
  ['a variable with a name that is none', { variables: { 'a b': '1' } }, 422, 'ERR_VALIDATION'],
])('a request with %s is refused and stores nothing', async (_, change, status, error) => {
  const { start, input, acme } = await createFlowClient()
  expect(await start({ ...input, ...change })).toMatchObject({ status, body: { error } })
  expect(await acme.select('tickets').select('id').execute()).toEqual([])
})

test('a published flow of another company is refused like a missing one, and nothing is stored', async () => {
  const { start, input, acme, scopeOf } = await createFlowClient()
  const greeting = {
    nodes: [node('1', 'start'), node('m', 'message', { label: 'Oi' })],
    connections: [edge('1', 'm')],
  }
  const { id: foreign } = await createFlow(scopeOf('rui'), 'Da outra')
  await saveFlow(scopeOf('rui'), foreign, greeting)
  await updateFlow(scopeOf('rui'), { flowId: foreign, active: true })
  const missing = await start({ ...input, flowId: 9_000_000 })
  expect(await start({ ...input, flowId: foreign })).toEqual(missing)
  expect(missing).toMatchObject({ status: 404, body: { error: 'ERR_NO_FLOW_FOUND' } })
  for (const table of ['contacts', 'tickets', 'flow_runs'] as const)
    expect(await acme.select(table).select('id').execute()).toEqual([])
})

test('a company whose plan has no flows is refused', async () => {
  const { start, input, store } = await createFlowClient()
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ useIntegrations: 0 }).execute())
  expect(await start(input)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
})
