import { expect, test } from 'bun:test'
import { publishDraft, saveDraft, saveFlow } from '../../../src/features/automation/flows/drafts'
import { createFlow } from '../../../src/features/automation/flows/service'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { handOver } from '../../../src/features/automation/queues/handover'
import { createQueue, deleteQueue, getQueue } from '../../../src/features/automation/queues/service'
import { createTag, deleteTag } from '../../../src/features/contacts/tags/service'
import { createFlowCompany, edge, node } from '../../flow-company'
import { createInstallation, people } from '../../installation'

const empty = { nodes: [node('1', 'start'), node('m', 'message', { label: 'Olá' })], connections: [edge('1', 'm')] }
const withNode = (type: string, data: object) => ({
  nodes: [node('1', 'start'), node('x', type, data)],
  connections: [edge('1', 'x')],
})
const inUse = (flows: string[]) => ({ code: 'ERR_QUEUE_IN_USE', detail: expect.objectContaining({ flows }) })
const tagInUse = (flows: string[]) => ({ code: 'ERR_TAG_IN_USE', detail: { flows, campaigns: [] } })

async function createQueueOf(scope: Parameters<typeof createQueue>[0]) {
  return (await createQueue(scope, { name: 'Financeiro', color: '#d03836' })).id
}

test.each<[string, (id: number) => [type: string, data: object]]>([
  ['a ticket node', (id: number) => ['ticket', { id }]],
  ['a ticket node of related products', (id: number) => ['ticket', { data: { id, name: 'Financeiro' } }]],
  ['a text', (id: number) => ['ticket', { id: `${id}` }]],
  ['a prompt node', (id: number) => ['openai', { typebotIntegration: { queueId: id, prompt: 'Olá' } }]],
])('a queue that a draft names by %s is kept until the draft names another', async (_, nodeOf) => {
  const ana = (await createInstallation()).scopeOf('ana')
  const id = await createQueueOf(ana)
  const flow = await createFlow(ana, 'Triagem')
  await saveDraft(ana, flow.id, withNode(...nodeOf(id)))
  await expect(deleteQueue(ana, id)).rejects.toMatchObject(inUse(['Triagem']))
  expect(await getQueue(ana, id)).toMatchObject({ id })
  await saveDraft(ana, flow.id, withNode(...nodeOf(id * 10)))
  expect(await deleteQueue(ana, id)).toEqual({ id })
})

test('a handover of a queue that a published flow names moves nothing', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const id = await createQueueOf(ana)
  const member = { userId: people.ana.id, queueId: id }
  await ana.transaction(({ db }) => db.insert('user_queues', member).execute())
  const flow = await createFlow(ana, 'Vendas')
  await saveFlow(ana, flow.id, withNode('ticket', { id }))
  await saveDraft(ana, flow.id, empty)
  await expect(handOver(ana, id, 1)).rejects.toMatchObject(inUse(['Vendas']))
  expect(await ana.db.select('user_queues').select('userId').where('queueId', '=', id).execute()).toHaveLength(1)
  await publishDraft(ana, flow.id)
  expect(await handOver(ana, id, 1)).toMatchObject({ members: ['Ana'], flows: [] })
  expect(await deleteQueue(ana, id)).toEqual({ id })
})

test('a queue named by a node that uses a saved prompt is not kept for the node', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  const queueId = await createQueueOf(ana)
  const saved = {
    name: 'Aurora',
    prompt: 'Você atende os clientes da Padaria Aurora com frases curtas.',
    model: 'gpt-4o-mini',
    apiKey: 'sk-0123456789',
  }
  const limits = { maxTokens: 100, temperature: 0.5, maxMessages: 4, queueId: 1 }
  const { id: promptId } = await createPrompt(ana, { ...saved, ...limits })
  const flow = await createFlow(ana, 'Triagem')
  await saveDraft(ana, flow.id, withNode('openai', { typebotIntegration: { promptId, queueId } }))
  expect(await deleteQueue(ana, queueId)).toEqual({ id: queueId })
})

test('a tag that a published version names is kept until another version is published', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  const { id: tagId } = await createTag(ana, { name: 'Comprador' })
  const flow = await createFlow(ana, 'Vendas')
  await saveFlow(ana, flow.id, withNode('tag', { tagId }))
  await saveDraft(ana, flow.id, empty)
  await expect(deleteTag(ana, tagId)).rejects.toMatchObject(tagInUse(['Vendas']))
  await publishDraft(ana, flow.id)
  expect(await deleteTag(ana, tagId)).toEqual({ id: tagId })
})

test('a tag that only the version of a conversation under way names is kept until that ends', async () => {
  const company = await createFlowCompany(empty)
  const ana = company.scopeOf('ana')
  const { id: tagId } = await createTag(ana, { name: 'Comprador' })
  const asks = node('q', 'question', { message: 'Nome?', answerKey: 'nome' })
  await saveFlow(ana, company.flowId, {
    nodes: [node('1', 'start'), asks, node('t', 'tag', { tagId })],
    connections: [edge('1', 'q'), edge('q', 't')],
  })
  await company.ask('quero comprar')
  await saveFlow(ana, company.flowId, empty)
  await expect(deleteTag(ana, tagId)).rejects.toMatchObject(tagInUse(['Triagem']))
  await company.ask('sair')
  expect(await deleteTag(ana, tagId)).toEqual({ id: tagId })
})

test('a flow of another company with the same ids keeps neither queue nor tag', async () => {
  const { scopeOf } = await createInstallation()
  const [ana, rui] = [scopeOf('ana'), scopeOf('rui')]
  const [queueId, { id: tagId }] = [await createQueueOf(ana), await createTag(ana, { name: 'Comprador' })]
  const flow = await createFlow(rui, 'Vizinho')
  await saveDraft(rui, flow.id, withNode('ticket', { id: queueId }))
  const other = await createFlow(rui, 'Outro')
  await saveDraft(rui, other.id, withNode('tag', { tagId }))
  expect(await deleteQueue(ana, queueId)).toEqual({ id: queueId })
  expect(await deleteTag(ana, tagId)).toEqual({ id: tagId })
})
