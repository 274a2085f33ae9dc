import { describe, expect, test } from 'bun:test'
import {
  acceptResult,
  checkDraft,
  createCase,
  deleteCase,
  listCases,
  renameCase,
} from '../../../src/features/automation/flows/cases/service'
import { publishDraft, restoreVersion, saveDraft, saveFlow } from '../../../src/features/automation/flows/drafts'
import { getFlow } from '../../../src/features/automation/flows/read'
import { createFlow } from '../../../src/features/automation/flows/service'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import type { StoredFlow } from '../../../src/shared/flow/read'
import { createFlowCompany, edge, node } from '../../flow-company'

const triage: StoredFlow = {
  nodes: [
    node('1', 'start'),
    node('ask', 'question', { message: 'Qual é o pedido?', answerKey: 'order' }),
    node('one', 'ticket', { id: 1 }),
  ],
  connections: [edge('1', 'ask'), edge('ask', 'one')],
}
/** The same conversation, but its end is another queue. */
const toSales: StoredFlow = {
  ...triage,
  nodes: [...triage.nodes.slice(0, 2), node('one', 'ticket', { id: 2 })],
}
/** Says goodbye in between, and ends in the same queue. */
const politer: StoredFlow = {
  nodes: [...triage.nodes, node('thanks', 'message', { label: 'Obrigado!' })],
  connections: [edge('1', 'ask'), edge('ask', 'thanks'), edge('thanks', 'one')],
}
const spoken = { values: {}, answers: [[{ text: '42' }]], services: {}, programs: {}, draws: {} }

async function createWithRun() {
  const company = await createFlowCompany(triage)
  await company.write('quero comprar')
  await company.write('meu pedido 42')
  const [run] = await company.runs()
  const ana = company.scopeOf('ana')
  const draft = (content: StoredFlow) => saveDraft(ana, company.flowId, content as never)
  return { ...company, ana, draft, runId: run!.id }
}

describe('a test case', () => {
  test('of a past run expects its end, and the check names it when the draft ends elsewhere', async () => {
    const { ana, flowId, runId, draft } = await createWithRun()
    const kept = await createCase(ana, flowId, { name: ' Pedido ', runId })
    expect(kept).toMatchObject({
      ...{ name: 'Pedido', answers: ['meu pedido 42'], isPassed: null, result: null },
      ending: { end: 'ticket', nodeId: 'one', queueId: 1 },
      contactName: expect.any(String),
    })
    expect((await checkDraft(ana, flowId)).cases).toMatchObject([{ isPassed: true }])
    await draft(toSales)
    expect((await checkDraft(ana, flowId)).cases).toMatchObject([{ isPassed: false, result: { queueId: 2 } }])
    await draft(politer)
    expect((await checkDraft(ana, flowId)).cases).toMatchObject([{ isPassed: true }])
  })

  test('stops a publication until it is confirmed or its new end is accepted', async () => {
    const { ana, flowId, runId, draft } = await createWithRun()
    const { id } = await createCase(ana, flowId, { name: 'Pedido', runId })
    await draft(toSales)
    await expect(publishDraft(ana, flowId)).rejects.toMatchObject({
      ...{ code: 'ERR_FLOW_CASES_FAILED', detail: { count: 1, names: ['Pedido'] } },
    })
    expect((await getFlow(ana, flowId)).version).toBe(1)
    expect((await listCases(ana, flowId)).cases).toMatchObject([{ isPassed: false }])
    expect((await publishDraft(ana, flowId, '', { acceptFailures: true })).version).toBe(2)
    expect(await acceptResult(ana, id)).toMatchObject({ isPassed: true, ending: { queueId: 2 } })
    await draft({ ...toSales, nodes: toSales.nodes.map((each) => ({ ...each, position: { x: 9, y: 9 } })) })
    expect((await publishDraft(ana, flowId)).version).toBe(3)
  })

  test('of a trial has its end in the draft', async () => {
    const { ana, flowId } = await createWithRun()
    const kept = await createCase(ana, flowId, { name: 'Teste', recording: spoken })
    expect(kept).toMatchObject({ contactName: null, ending: { end: 'ticket', nodeId: 'one', queueId: 1 } })
    const silent = await createCase(ana, flowId, { name: 'Mudo', recording: { ...spoken, answers: [] } })
    expect(silent.ending).toEqual({ end: null, nodeId: 'ask', queueId: null })
  })

  test('ends by the stop words of the company, not by the usual ones', async () => {
    const { ana, flowId, acme } = await createWithRun()
    await acme.transaction((tx) => tx.insert('settings', { key: 'flowStopWords', value: 'tchau' }).execute())
    const endOf = async (text: string) => {
      const recording = { ...spoken, answers: [[{ text: 'espere' }, { text }]] }
      return (await createCase(ana, flowId, { name: text, recording })).ending.end
    }
    expect(await endOf('sair')).toBe('ticket')
    expect(await endOf('Tchau')).toBe('stopped')
  })

  test('that fails is listed, and stops neither saving the flow nor restoring a version', async () => {
    const { ana, flowId, runId } = await createWithRun()
    await createCase(ana, flowId, { name: 'Pedido', runId })
    expect((await saveFlow(ana, flowId, toSales as never)).version).toBe(2)
    expect((await listCases(ana, flowId)).cases).toMatchObject([{ isPassed: false }])
    expect((await restoreVersion(ana, flowId, 1)).version).toBe(3)
    expect((await listCases(ana, flowId)).cases).toMatchObject([{ isPassed: true }])
  })

  test('is renamed by its company alone', async () => {
    const { ana, flowId, scopeOf } = await createWithRun()
    const { id } = await createCase(ana, flowId, { name: 'Teste', recording: spoken })
    expect(await renameCase(ana, id, ' Pedido 42 ')).toMatchObject({ id, name: 'Pedido 42' })
    await expect(renameCase(scopeOf('rui'), id, 'Alheio')).rejects.toThrow('ERR_NO_FLOW_CASE_FOUND')
    expect((await listCases(ana, flowId)).cases.map(({ name }) => name)).toEqual(['Pedido 42'])
  })

  test('of a run that a person took ends where its version stands after the answers, so that it passes', async () => {
    const company = await createFlowCompany(triage)
    const { write, flowId, ticketOf, runs, scopeOf } = company
    const ana = scopeOf('ana')
    await write('quero comprar')
    await acceptTicket(ana, (await ticketOf()).id)
    const runId = (await runs())[0]?.id as number
    const { ending } = await createCase(ana, flowId, { name: 'Aceito', runId })
    expect(ending).toEqual({ end: null, nodeId: 'ask', queueId: null })
    expect((await checkDraft(ana, flowId)).cases).toMatchObject([{ isPassed: true }])
  })

  test('is deleted with its person, and by hand', async () => {
    const { ana, flowId, runId, ticketOf, number, acme } = await createWithRun()
    await createCase(ana, flowId, { name: 'Pedido', runId })
    const { id } = await createCase(ana, flowId, { name: 'Teste', recording: spoken })
    await eraseContact(ana, (await ticketOf()).contactId, { confirmation: number })
    expect((await listCases(ana, flowId)).cases.map(({ name }) => name)).toEqual(['Teste'])
    expect(JSON.stringify(await acme.select('flow_cases').selectAll().execute())).not.toContain('meu pedido')
    await deleteCase(ana, id)
    expect((await listCases(ana, flowId)).cases).toEqual([])
  })

  test('is refused beyond 50, for a run of another flow, and for another company', async () => {
    const { ana, flowId, runId, scopeOf } = await createWithRun()
    const { id: otherFlow } = await createFlow(ana, 'Outro')
    await expect(createCase(ana, otherFlow, { name: 'Alheio', runId })).rejects.toThrow('ERR_NO_FLOW_RUN_FOUND')
    for (let at = 0; at < 50; at++) await createCase(ana, flowId, { name: `${at}`, runId })
    await expect(createCase(ana, flowId, { name: 'Mais', runId })).rejects.toThrow('ERR_FLOW_CASES_FULL')
    await expect(createCase(ana, flowId, { name: 'Nada', runId: 999 })).rejects.toThrow('ERR_NO_FLOW_RUN_FOUND')
    await expect(createCase(ana, flowId, { name: 'Nada' })).rejects.toThrow('ERR_NO_FLOW_RUN_FOUND')
    const long = { ...spoken, answers: Array(20).fill([{ text: 'a'.repeat(4096) }]) }
    const id = (await listCases(ana, flowId)).cases[0]?.id ?? 0
    await deleteCase(ana, id)
    await expect(createCase(ana, flowId, { name: 'Longo', recording: long })).rejects.toThrow('ERR_VALIDATION')
    await expect(createCase(scopeOf('rui'), flowId, { name: 'Alheio', runId })).rejects.toThrow('ERR_NO_FLOW_FOUND')
    await expect(deleteCase(scopeOf('rui'), id + 1)).rejects.toThrow('ERR_NO_FLOW_CASE_FOUND')
  })
})
