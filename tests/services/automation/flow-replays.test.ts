import { describe, expect, test } from 'bun:test'
import { createOutside } from '../../../src/core/net/outside-request'
import { saveDraft } from '../../../src/features/automation/flows/drafts'
import { listEndedRuns } from '../../../src/features/automation/flows/replays/ended-runs'
import type { FlowReplayResult } from '../../../src/features/automation/flows/replays/model'
import { getReplay, listReplayedRuns, listReplays } from '../../../src/features/automation/flows/replays/read'
import { cancelReplay, startReplay } from '../../../src/features/automation/flows/replays/start'
import { createFlow } from '../../../src/features/automation/flows/service'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import type { StoredFlow } from '../../../src/shared/flow/read'
import { createFlowCompany, edge, node } from '../../flow-company'

const options = (...values: string[]) => ({
  message: 'Escolha:',
  arrayOption: values.map((value, at) => ({ number: at + 1, value })),
})
const triage: StoredFlow = {
  nodes: [
    node('1', 'start'),
    node('ask', 'question', { message: 'Qual é o pedido?', answerKey: 'order' }),
    node('menu', 'menu', options('Suporte', 'Vendas')),
    node('one', 'ticket', { id: 1 }),
    node('two', 'ticket', { id: 2 }),
  ],
  connections: [edge('1', 'ask'), edge('ask', 'menu'), edge('menu', 'one', 'a1'), edge('menu', 'two', 'a2')],
}
const customers = ['5511900000001', '5511900000002', '5511900000003']
const input = { count: 500, requestsSucceed: true }

/** Company in which three customers went through the flow: to queue 1, to queue 2 after a mistake, and not to its end. */
async function createPast() {
  const company = await createFlowCompany(triage)
  const { write, scopeOf, ticketOf } = company
  const [first, second, third] = customers as [string, string, string]
  for (const from of customers) await write('quero comprar', { from })
  await write('41', { from: first })
  await write('1', { from: first })
  await write('42', { from: second })
  await write('laranja', { from: second })
  await write('2', { from: second })
  await write('43', { from: third })
  await acceptTicket(scopeOf('ana'), (await ticketOf(third)).id)
  return company
}
type Company = Awaited<ReturnType<typeof createPast>>

async function replayDraft({ scopeOf, flowId, jobs }: Company, draft: StoredFlow, options = input) {
  await saveDraft(scopeOf('ana'), flowId, draft as never)
  const { id } = await startReplay(scopeOf('ana'), flowId, options)
  await jobs.settle()
  return getReplay(scopeOf('ana'), id)
}
const runsOf = async ({ scopeOf }: Company, { id }: FlowReplayResult) =>
  (await listReplayedRuns(scopeOf('ana'), id, {})).runs

describe('a replay', () => {
  test('uses the stop words of the company, and compares a run that was stopped as far as it went', async () => {
    const company = await createPast()
    const { write, acme } = company
    const stopped = '5511900000004'
    await write('quero comprar', { from: stopped })
    await write('sair', { from: stopped })
    await acme.transaction((tx) => tx.insert('settings', { key: 'flowStopWords', value: 'laranja' }).execute())
    const replay = await replayDraft(company, triage)
    const runs = await runsOf(company, replay)
    const resultOf = (id: number) => runs.find(({ runId }) => runId === id)
    expect(resultOf(4)).toMatchObject({ verdict: 'same', end: null, before: { end: 'stopped' } })
    expect(resultOf(2)).toMatchObject({ verdict: 'other', end: 'stopped', nodeId: 'menu' })
    expect(replay.counts.stops).toEqual({ menu: 3 })
  })

  test('of the unchanged flow ends every run where it ended', async () => {
    const company = await createPast()
    const replay = await replayDraft(company, triage)
    expect(replay).toMatchObject({
      ...{ status: 'done', total: 3, done: 3, verdicts: { same: 3, other: 0, unanswered: 0 } },
      counts: {
        nodes: { '1': 3, ask: 3, menu: 3, one: 1, two: 1 },
        edges: { '1/a': 3, 'ask/a': 3, 'menu/a1': 1, 'menu/a2': 1 },
        ...{ stops: { menu: 1 }, misunderstood: { menu: 1 } },
      },
    })
    const runs = await runsOf(company, replay)
    expect(runs.map(({ verdict, partedAt }) => [verdict, partedAt])).toEqual(Array(3).fill(['same', null]))
    expect(runs.flatMap(({ misunderstood }) => misunderstood)).toEqual([{ nodeId: 'menu', text: 'laranja' }])
    expect(runs.filter(({ before }) => before.end === 'ticket')).toHaveLength(2)
  })

  test('of another draft names the runs that end elsewhere, where they part, and answers without an option', async () => {
    const company = await createPast()
    const nodes = [
      ...triage.nodes.filter(({ id }) => id !== 'menu'),
      node('menu', 'menu', options('Suporte')),
      node('bye', 'end', { message: 'Até logo' }),
    ]
    const draft = { nodes, connections: [edge('1', 'ask'), edge('ask', 'menu'), edge('menu', 'bye', 'a1')] }
    const replay = await replayDraft(company, draft)
    expect(replay.verdicts).toEqual({ same: 1, other: 1, unanswered: 1 })
    expect(replay.counts.misunderstood).toEqual({ menu: 2 })
    const runs = await runsOf(company, replay)
    expect(runs.find(({ verdict }) => verdict === 'other')).toMatchObject({
      ...{ end: 'closed', nodeId: 'bye', partedAt: 'menu', before: { end: 'ticket', nodeId: 'one' } },
    })
    expect(runs.find(({ verdict }) => verdict === 'unanswered')).toMatchObject({
      misunderstood: [
        { nodeId: 'menu', text: 'laranja' },
        { nodeId: 'menu', text: '2' },
      ],
    })
    const only = await listReplayedRuns(company.scopeOf('ana'), replay.id, { verdict: 'other' })
    expect(only.runs).toHaveLength(1)
  })

  test('takes the newest runs of a time span', async () => {
    const company = await createPast()
    expect((await replayDraft(company, triage, { ...input, count: 2 })).total).toBe(2)
    const until = '2020-01-01T00:00:00Z'
    expect(await replayDraft(company, triage, { ...input, until } as never)).toMatchObject({ total: 0, status: 'done' })
    const from = '2020-01-01T00:00:00Z'
    expect((await replayDraft(company, triage, { ...input, from } as never)).total).toBe(3)
  })

  test('of chosen runs takes these alone, and refuses runs that are not of the flow or have not ended', async () => {
    const company = await createPast()
    const { scopeOf, flowId, write } = company
    const ana = scopeOf('ana')
    const listed = await listEndedRuns(ana, flowId)
    expect(listed.runs.map(({ id, answers }) => [id, answers])).toEqual([
      [3, ['43']],
      [2, ['42', 'laranja', '2']],
      [1, ['41', '1']],
    ])
    expect((await listEndedRuns(ana, flowId, '3')).runs.map(({ id }) => id)).toEqual([2, 1])
    const replay = await replayDraft(company, triage, { ...input, runIds: [1, 3] } as never)
    expect((await runsOf(company, replay)).map(({ runId }) => runId).sort()).toEqual([1, 3])
    await write('quero comprar', { from: '5511900000009' })
    const { id: other } = await createFlow(ana, 'Outro')
    await saveDraft(ana, other, triage as never)
    for (const [flow, runIds] of [[flowId, [1, 4]] as const, [flowId, [99]] as const, [other, [1]] as const])
      await expect(startReplay(ana, flow, { ...input, runIds: [...runIds] })).rejects.toThrow('ERR_NO_FLOW_RUN_FOUND')
    await expect(listEndedRuns(scopeOf('rui'), flowId)).rejects.toThrow('ERR_NO_FLOW_FOUND')
  })

  test('gives a request its answers in their order', async () => {
    const answers = ['aberto', 'entregue']
    const server = Bun.serve({ port: 0, fetch: () => Response.json({ state: answers.shift() }) })
    const request = { method: 'GET', url: `http://localhost:${server.port}`, saves: [{ path: 'state', key: 'state' }] }
    const askingFlow: StoredFlow = {
      nodes: [
        node('1', 'start'),
        node('ask', 'question', { message: 'Qual é o pedido?', answerKey: 'order' }),
        node('http', 'request', request),
        node('if', 'condition', { key: 'state', condition: 'equal', value: 'entregue' }),
        node('one', 'ticket', { id: 1 }),
      ],
      connections: [
        ...[edge('1', 'ask'), edge('ask', 'http'), edge('http', 'if'), edge('http', 'one', 'b')],
        ...[edge('if', 'one'), edge('if', 'ask', 'b')],
      ],
    }
    const company = await createFlowCompany(askingFlow)
    company.ports.outside = createOutside([], { allowed: () => true })
    for (const text of ['quero comprar', '41', '42']) await company.write(text)
    await server.stop(true)
    expect(await company.runs()).toMatchObject([{ state: 'done', end: 'ticket', variables: expect.any(String) }])
    const replay = await replayDraft(company, askingFlow)
    expect((await runsOf(company, replay))[0]).toMatchObject({ verdict: 'same', partedAt: null })
    expect(replay.counts.nodes).toMatchObject({ ask: 1, http: 1, if: 1, one: 1 })
    const lines = await company.acme.select('flow_run_log').select(['nodeId', 'outcome', 'variables']).execute()
    expect(lines.filter(({ variables }) => variables !== null)).toEqual([
      { nodeId: 'http', outcome: 'a', variables: '{"state":"aberto"}' },
      { nodeId: 'http', outcome: 'a', variables: '{"state":"entregue"}' },
    ])
  })

  test('that was cancelled is not taken further, and a new one of the flow cancels the one before', async () => {
    const company = await createPast()
    const { scopeOf, flowId, jobs } = company
    const cancelled = await startReplay(scopeOf('ana'), flowId, input)
    expect(await cancelReplay(scopeOf('ana'), cancelled.id)).toMatchObject({ status: 'cancelled', done: 0 })
    const replaced = await startReplay(scopeOf('ana'), flowId, input)
    const last = await startReplay(scopeOf('ana'), flowId, input)
    await jobs.settle()
    const states = (await listReplays(scopeOf('ana'), flowId)).map(({ id, status, done }) => [id, status, done])
    expect(states).toEqual([
      [last.id, 'done', 3],
      [replaced.id, 'cancelled', 0],
      [cancelled.id, 'cancelled', 0],
    ])
  })

  test('keeps five replays per flow, and shows none to another company', async () => {
    const company = await createPast()
    const { scopeOf, flowId } = company
    const ids: number[] = []
    for (let at = 0; at < 7; at++) ids.push((await startReplay(scopeOf('ana'), flowId, input)).id)
    expect((await listReplays(scopeOf('ana'), flowId)).map(({ id }) => id)).toEqual(ids.slice(-5).reverse())
    const rui = scopeOf('rui')
    await expect(startReplay(rui, flowId, input)).rejects.toThrow('ERR_NO_FLOW_FOUND')
    await expect(getReplay(rui, ids.at(-1)!)).rejects.toThrow('ERR_NO_FLOW_REPLAY_FOUND')
    await expect(listReplayedRuns(rui, ids.at(-1)!, {})).rejects.toThrow('ERR_NO_FLOW_REPLAY_FOUND')
    await expect(cancelReplay(rui, ids.at(-1)!)).rejects.toThrow('ERR_NO_FLOW_REPLAY_FOUND')
  })

  test('leaves out a run whose contact was erased, with its words', async () => {
    const company = await createPast()
    const { scopeOf, ticketOf, flowId, jobs, acme } = company
    const before = await replayDraft(company, triage)
    expect(JSON.stringify(await runsOf(company, before))).toContain('laranja')
    const { contactId } = await ticketOf(customers[1])
    await eraseContact(scopeOf('ana'), contactId, { confirmation: customers[1]! })
    expect(JSON.stringify(await runsOf(company, before))).not.toContain('laranja')
    const rows = JSON.stringify(await acme.select('flow_replay_runs').selectAll().execute())
    expect(rows).not.toContain('laranja')
    const again = await startReplay(scopeOf('ana'), flowId, input)
    await jobs.settle()
    expect((await getReplay(scopeOf('ana'), again.id)).total).toBe(2)
  })
})
