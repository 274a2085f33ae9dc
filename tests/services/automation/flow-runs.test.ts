import { describe, expect, test } from 'bun:test'
import { saveFlow } from '../../../src/features/automation/flows/drafts'
import { advance } from '../../../src/features/automation/flows/runs/advance'
import { findLiveRun, type StoredRun } from '../../../src/features/automation/flows/runs/rows'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import type { StoredFlow } from '../../../src/shared/flow/read'
import { usualHours } from '../../../src/shared/hours'
import { createFlowCompany, edge, node } from '../../flow-company'
import { personIdentity, textMessage } from '../../inbound-events'

const triage: StoredFlow = {
  nodes: [
    node('1', 'start'),
    node('ask', 'question', { message: 'Olá {{firstName}}! Qual é o seu pedido?', answerKey: 'order' }),
    node('menu', 'menu', {
      message: 'Pedido {{order}}:',
      arrayOption: [
        { number: 1, value: 'Falar com pessoas' },
        { number: 2, value: 'Esperar' },
      ],
    }),
    node('queue', 'ticket', { id: 2 }),
    node('wait', 'interval', { sec: 30 }),
    node('bye', 'end', { message: 'Até logo.', closes: true }),
  ],
  connections: [
    edge('1', 'ask'),
    edge('ask', 'menu'),
    edge('menu', 'queue', 'a1'),
    edge('menu', 'wait', 'a2'),
    edge('wait', 'bye'),
  ],
}

const menu = 'Pedido 42:\n\n*[ 1 ]* - Falar com pessoas\n*[ 2 ]* - Esperar'

describe('a flow', () => {
  test('starts by its phrase, asks, and ends in a queue', async () => {
    const { write, ticketOf, attendanceOf, runs, acme } = await createFlowCompany(triage)
    expect(await write('  QUERO   cómprar ')).toEqual([expect.stringMatching(/^Olá .*! Qual é o seu pedido\?$/)])
    expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 1, queueId: null })
    expect(await write('42')).toEqual([menu])
    expect(await write('3')).toEqual([expect.stringContaining('Opção inválida')])
    expect(await write('1')).toEqual([])
    expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0, queueId: 2 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'flow' })
    expect(await runs()).toMatchObject([{ state: 'done', end: 'ticket', steps: 4, endedAt: expect.any(String) }])
    const lines = await acme.select('flow_run_log').select(['nodeId', 'outcome']).orderBy('id').execute()
    expect(lines.map(({ nodeId, outcome }) => `${nodeId} ${outcome}`)).toEqual([
      ...['1 a', 'ask input', 'ask a', 'menu input', 'menu invalid', 'menu a1', 'queue ticket'],
    ])
    expect(await write('Oi?')).toEqual([])
    expect(await write('quero comprar')).toHaveLength(1)
  })

  test('interrupts the queue menu, whose menu does not come back in the same attendance', async () => {
    const { write, runs } = await createFlowCompany(triage)
    expect((await write('Oi'))[0]).toStartWith('Escolha:')
    expect((await write('quero comprar'))[0]).toStartWith('Olá')
    await write('sair')
    expect(await runs()).toMatchObject([{ state: 'cancelled', end: 'stopped' }])
    expect(await write('Oi')).toEqual([])
  })

  test('ends by a stop word during an interval, also in a burst of messages, and people answer', async () => {
    const { write, ask, wake, ticketOf, runs } = await createFlowCompany(triage)
    await write('quero comprar')
    await write('42')
    await write('2')
    expect(await ask('Alô?', 'Sair', 'por favor')).toEqual([])
    expect(await runs()).toMatchObject([{ state: 'cancelled', end: 'stopped', nodeId: 'wait', wakeAt: null }])
    expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
    expect(await wake()).toEqual([])
  })

  test('waits for its timer, during which messages change nothing, and closes the ticket', async () => {
    const { write, wake, ticketOf, runs } = await createFlowCompany(triage)
    await write('quero comprar')
    await write('42')
    expect(await write('2')).toEqual([])
    expect(await write('Alô?')).toEqual([])
    expect(await runs()).toMatchObject([{ state: 'timer', nodeId: 'wait', wakeAt: expect.any(String) }])
    expect(await wake()).toEqual(['Até logo.'])
    expect(await ticketOf()).toMatchObject({ status: 'closed', closeReason: 'bot' })
    expect(await runs()).toMatchObject([{ state: 'done', end: 'closed' }])
  })

  test('holds its timer while the company is closed, and goes on when it opens', async () => {
    const { write, wake, runs, acme, store } = await createFlowCompany(triage)
    for (const text of ['quero comprar', '42', '2']) await write(text)
    await acme.transaction((tx) => tx.insert('settings', { key: 'scheduleType', value: 'company' }).execute())
    const setHours = (startTime: string, endTime: string) => {
      const schedules = usualHours.schedules.map((day) => ({
        ...day,
        startTime,
        endTime,
        startTimeB: '',
        endTimeB: '',
      }))
      return store.write(({ kysely }) =>
        kysely
          .updateTable('companies')
          .set({ schedules: JSON.stringify(schedules) })
          .execute(),
      )
    }
    await setHours('', '')
    expect(await wake()).toEqual([])
    expect(await runs()).toMatchObject([{ state: 'timer', nodeId: 'wait' }])
    const [job] = await acme.select('jobs').select('runAt').where('name', '=', 'flow.run').execute()
    expect(job && job.runAt > new Date().toISOString()).toBe(true)
    await setHours('00:00', '23:59')
    expect(await wake()).toEqual(['Até logo.'])
  })

  test('takes a message that arrives while its step is prepared as the next answer', async () => {
    const company = await createFlowCompany(triage)
    await company.write('quero comprar')
    const scope = company.systemScope()
    const { id: ticketId } = await company.ticketOf()
    const seen = (await findLiveRun(scope, ticketId)) as StoredRun
    const texts = ['42', '1'].map((body) => textMessage({ body, chat: personIdentity(company.number) }))
    await receiveBatch(company.systemScope(), company, texts)
    const first = await company.acme.select('messages').select('id').where('body', '=', '42').executeTakeFirstOrThrow()
    await advance(scope, seen, { event: { kind: 'input', text: '42' }, heardId: first.id })
    expect(await company.settle()).toEqual([menu])
    expect(await company.ticketOf()).toMatchObject({ chatbot: 0, queueId: 2 })
  })

  test('ends when an agent accepts the ticket', async () => {
    const { write, wake, ticketOf, runs, scopeOf, attendanceOf } = await createFlowCompany(triage)
    await write('quero comprar')
    await write('42')
    await write('2')
    await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
    expect(await runs()).toMatchObject([{ state: 'cancelled', endedAt: expect.any(String) }])
    expect(await attendanceOf()).toMatchObject({ botEndedAt: expect.any(String) })
    expect(await wake()).not.toContain('Até logo.')
    expect(await write('1')).toEqual([])
  })

  test('keeps the version with which it began', async () => {
    const { write, flowId, scopeOf } = await createFlowCompany(triage)
    await write('quero comprar')
    const other = {
      nodes: [node('1', 'start'), node('m', 'message', { label: 'Novo' })],
      connections: [edge('1', 'm')],
    }
    await saveFlow(scopeOf('ana'), flowId, other)
    expect(await write('42')).toEqual([menu])
    await write('1')
    expect(await write('quero comprar')).toEqual(['Novo'])
  })

  test.each([
    ['exact', 'Bom dia, quero comprar um bolo', false],
    ['contains', 'Bom dia, quero comprar um bolo', true],
    ['contains', 'Requero comprarei', false],
  ] as const)('with %s matching and %p starts: %p', async (matching, text, starts) => {
    const { write, runs } = await createFlowCompany(triage, matching)
    await write(text)
    expect((await runs()).length).toBe(starts ? 1 : 0)
  })

  test('asks a service, keeps values of its answer, and goes the second way when it fails', async () => {
    const served: string[] = []
    const server = Bun.serve({
      port: 0,
      fetch: async (request) => {
        served.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
        return served.length === 1
          ? Response.json({ order: { state: 'a caminho' } })
          : new Response('', { status: 500 })
      },
    })
    const content: StoredFlow = {
      nodes: [
        node('1', 'start'),
        node('http', 'request', {
          ...{ method: 'POST', url: `http://localhost:${server.port}/orders/{{number}}`, body: '{"name":"{{name}}"}' },
          saves: [{ path: 'order.state', key: 'state' }],
        }),
        node('good', 'message', { label: 'Pedido {{state}}' }),
        node('bad', 'message', { label: 'Sem resposta' }),
      ],
      connections: [edge('1', 'http'), edge('http', 'good'), edge('http', 'bad', 'b')],
    }
    const { write, ports, number } = await createFlowCompany(content)
    const { createOutside } = await import('../../../src/core/net/outside-request')
    ports.outside = createOutside([], { allowed: () => true })
    expect(await write('quero comprar')).toEqual(['Pedido a caminho'])
    expect(await write('quero comprar')).toEqual(['Sem resposta'])
    expect(served[0]).toStartWith(`POST /orders/${number} {"name":"`)
    await server.stop(true)
  })
})

test('a flow of a plan that loses integrations leaves the ticket to people with the next message', async () => {
  const { ask, runs, ticketOf, store } = await createFlowCompany({
    nodes: [node('1', 'start'), node('ask', 'question', { message: 'Qual é o seu nome?', answerKey: 'name' })],
    connections: [edge('1', 'ask')],
  })
  await ask('Quero comprar')
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ useIntegrations: 0 }).execute())
  expect(await ask('Maria')).toEqual([])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await runs()).toMatchObject([{ state: 'cancelled', end: 'barred' }])
})
