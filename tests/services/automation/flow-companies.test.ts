import { expect, test } from 'bun:test'
import { createOutside } from '../../../src/core/net/outside-request'
import { Scope } from '../../../src/core/scope'
import { saveFlow } from '../../../src/features/automation/flows/drafts'
import { getReplay, listReplayedRuns } from '../../../src/features/automation/flows/replays/read'
import { startReplay } from '../../../src/features/automation/flows/replays/start'
import { createFlow } from '../../../src/features/automation/flows/service'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { deleteExpiredRows } from '../../../src/housekeeping'
import type { StoredFlow } from '../../../src/shared/flow/read'
import { createFlowCompany, edge, node } from '../../flow-company'
import { personIdentity, textMessage } from '../../inbound-events'
import { until } from '../../until'

const askingFlow: StoredFlow = {
  nodes: [node('1', 'start'), node('ask', 'question', { message: 'Nome?', answerKey: 'nome' })],
  connections: [edge('1', 'ask')],
}
const requesting = (url: string): StoredFlow => ({
  nodes: [node('1', 'start'), node('http', 'request', { url }), node('m', 'message', { label: 'Já!' })],
  connections: [edge('1', 'http'), edge('http', 'm')],
})
const input = { count: 500, requestsSucceed: true }

/** A company with a flow, and its neighbour in the same installation with another one of the same phrase. */
async function createNeighbours(content: StoredFlow, neighbourContent: StoredFlow) {
  const company = await createFlowCompany(content)
  const rui = company.scopeOf('rui')
  const { id: neighbourFlow } = await createFlow(rui, 'Vizinho')
  await saveFlow(rui, neighbourFlow, neighbourContent)
  const phrase = { name: 'Compra', phrase: 'quero comprar', searchText: 'quero comprar', whatsappId: null }
  await rui.transaction(({ db }) =>
    db.insert('flow_phrases', { ...phrase, flowId: neighbourFlow, matching: 'exact' }).execute(),
  )
  const { id: whatsappId, companyId } = await company.insertConnection('rival', {})
  company.whatsapp.openConnections.add(whatsappId)
  const system = Scope.for(company.ports, companyId, { system: 'flow' })
  const writeToNeighbour = async (body: string, from: string) => {
    const message = textMessage({ body, chat: personIdentity(from), at: new Date().toISOString() })
    await receiveBatch(system, { companyId, whatsappId }, [message])
    await company.jobs.settle()
  }
  return { ...company, rui, neighbourFlow, writeToNeighbour }
}

test('runs of one company that wait for a slow service do not delay the requests of another company', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  const slow = Bun.serve({
    port: 0,
    fetch: async () => {
      asked++
      await released
      return Response.json({})
    },
  })
  const fast = Bun.serve({ port: 0, fetch: () => Response.json({}) })
  const company = await createNeighbours(
    requesting(`http://localhost:${slow.port}/`),
    requesting(`http://localhost:${fast.port}/`),
  )
  company.ports.outside = createOutside([], { allowed: () => true })
  const waiting = Array.from({ length: 20 }, (_, n) =>
    company.write('quero comprar', { from: `55119666${10_000 + n}` }),
  )
  await until('eight requests wait', () => asked === 8)
  const other = company.writeToNeighbour('quero comprar', '5511933330000')
  const runsOfNeighbour = () => company.rui.db.select('flow_runs').select(['state', 'end']).execute()
  await until('the run of the neighbour has ended', async () => (await runsOfNeighbour())[0]?.state === 'done')
  expect(asked).toBe(8)
  release()
  await Promise.all([...waiting, other])
  expect(asked).toBe(20)
  for (const server of [slow, fast]) await server.stop(true)
})

test('replays of two companies and two flows at once have the runs of their own flow', async () => {
  const company = await createNeighbours(askingFlow, askingFlow)
  const { write, scopeOf, flowId, neighbourFlow, rui, writeToNeighbour, jobs } = company
  const ana = scopeOf('ana')
  for (const from of ['5511900000001', '5511900000002']) {
    await write('quero comprar', { from })
    await write('Ana', { from })
  }
  await writeToNeighbour('quero comprar', '5511900000003')
  await writeToNeighbour('Rui', '5511900000003')
  const { id: emptyFlow } = await createFlow(ana, 'Sem conversas')
  await saveFlow(ana, emptyFlow, askingFlow)
  const started = [
    { scope: ana, id: (await startReplay(ana, flowId, input)).id, total: 2 },
    { scope: ana, id: (await startReplay(ana, emptyFlow, input)).id, total: 0 },
    { scope: rui, id: (await startReplay(rui, neighbourFlow, input)).id, total: 1 },
  ]
  await jobs.settle()
  for (const { scope, id, total } of started) {
    const same = { same: total, other: 0, unanswered: 0 }
    expect(await getReplay(scope, id)).toMatchObject({ status: 'done', total, done: total, verdicts: same })
    expect((await listReplayedRuns(scope, id, {})).runs).toHaveLength(total)
  }
})

test('a sixth replay of a company that would wait is refused and stores nothing; its neighbour is not refused', async () => {
  const { scopeOf, rui, neighbourFlow, acme, jobs } = await createNeighbours(askingFlow, askingFlow)
  const ana = scopeOf('ana')
  const startOf = async (name: string) => {
    const { id } = await createFlow(ana, name)
    await saveFlow(ana, id, askingFlow)
    return startReplay(ana, id, input)
  }
  for (let at = 0; at < 5; at++) await startOf(`Fluxo ${at}`)
  await expect(startOf('Mais um')).rejects.toMatchObject({ code: 'ERR_RATE_LIMIT', detail: { retryAfter: 5 } })
  expect(await acme.select('flow_replays').select('id').execute()).toHaveLength(5)
  expect(await startReplay(rui, neighbourFlow, input)).toMatchObject({ status: 'running' })
  await jobs.settle()
  expect(await startOf('Depois')).toMatchObject({ status: 'running' })
})

test('housekeeping deletes a replay with its results after a day, and keeps the runs', async () => {
  const { write, scopeOf, flowId, jobs, acme, platform } = await createFlowCompany(askingFlow)
  await write('quero comprar')
  await write('Ana')
  await startReplay(scopeOf('ana'), flowId, input)
  await jobs.settle()
  const count = async (table: 'flow_replays' | 'flow_replay_runs' | 'flow_runs') =>
    (await acme.select(table).select('id').execute()).length
  const counts = async () => [await count('flow_replays'), await count('flow_replay_runs'), await count('flow_runs')]
  const day = 24 * 3_600_000
  await deleteExpiredRows(platform, Date.now() + day - 60_000)
  expect(await counts()).toEqual([1, 1, 1])
  await deleteExpiredRows(platform, Date.now() + day + 60_000)
  expect(await counts()).toEqual([0, 0, 1])
})
