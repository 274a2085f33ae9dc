import { expect, test } from 'bun:test'
import { saveDraft, saveFlow } from '../../../src/features/automation/flows/drafts'
import { createFlow } from '../../../src/features/automation/flows/service'
import type { IntegrationInput } from '../../../src/features/automation/integrations/model'
import { createIntegration, deleteIntegration } from '../../../src/features/automation/integrations/service'
import { listPrompts } from '../../../src/features/automation/prompts/read'
import { createPrompt, deletePrompt } from '../../../src/features/automation/prompts/service'
import { createFlowCompany, edge, node } from '../../flow-company'
import { createInstallation } from '../../installation'

const prompt = {
  ...{
    name: 'Aurora',
    prompt: 'Você atende os clientes da Padaria Aurora com frases curtas.',
    model: 'gpt-4o-mini',
    apiKey: 'sk-0123456789',
  },
  ...{ maxTokens: 100, temperature: 0.5, maxMessages: 4, queueId: 1 },
}
const typebot: IntegrationInput = { type: 'typebot', name: 'Loja', urlN8N: 'https://bot.test', typebotSlug: 'loja' }
const empty = { nodes: [node('1', 'start'), node('m', 'message', { label: 'Olá' })], connections: [edge('1', 'm')] }
const withNode = (type: string, settings: object) => ({
  nodes: [node('1', 'start'), node('p', type, { typebotIntegration: settings })],
  connections: [edge('1', 'p')],
})
const refusal = (code: string, flows: string[]) => ({ code, detail: { connections: [], queues: [], flows } })

test.each(['number', 'text'])(
  'a prompt that a draft names by a %s is kept until the draft names another',
  async (form) => {
    const ana = (await createInstallation()).scopeOf('ana')
    const { id } = await createPrompt(ana, prompt)
    const flow = await createFlow(ana, 'Triagem')
    await saveDraft(ana, flow.id, withNode('openai', { promptId: form === 'text' ? `${id}` : id }))
    await expect(deletePrompt(ana, id)).rejects.toMatchObject(refusal('ERR_PROMPT_IN_USE', ['Triagem']))
    expect(await listPrompts(ana)).toMatchObject([{ id }])
    await saveDraft(ana, flow.id, withNode('openai', { promptId: id * 10 }))
    expect(await deletePrompt(ana, id)).toMatchObject({ id })
  },
)

test('an integration that only the published version names is kept', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  const { id } = await createIntegration(ana, typebot)
  const flow = await createFlow(ana, 'Vendas')
  await saveFlow(ana, flow.id, withNode('typebot', { integrationId: id }))
  await saveDraft(ana, flow.id, empty)
  await expect(deleteIntegration(ana, id)).rejects.toMatchObject(refusal('ERR_INTEGRATION_IN_USE', ['Vendas']))
  await saveFlow(ana, flow.id, empty)
  expect(await deleteIntegration(ana, id)).toEqual({ id })
})

test('a prompt that only the version of a conversation under way names is kept until that ends', async () => {
  const company = await createFlowCompany(empty)
  const ana = company.scopeOf('ana')
  const { id } = await createPrompt(ana, prompt)
  const content = withNode('openai', { promptId: id })
  const asks = { ...content, nodes: [...content.nodes, node('q', 'question', { message: 'Nome?', answerKey: 'nome' })] }
  await saveFlow(ana, company.flowId, { ...asks, connections: [edge('1', 'q'), edge('q', 'p')] })
  await company.ask('quero comprar')
  await saveFlow(ana, company.flowId, empty)
  await expect(deletePrompt(ana, id)).rejects.toMatchObject(refusal('ERR_PROMPT_IN_USE', ['Triagem']))
  await company.ask('sair')
  expect(await deletePrompt(ana, id)).toMatchObject({ id })
})

test('a version that names a prompt or integration of another company is not published', async () => {
  const { scopeOf } = await createInstallation()
  const [ana, rui] = [scopeOf('ana'), scopeOf('rui')]
  const [{ id: promptId }, { id: integrationId }] = [
    await createPrompt(ana, prompt),
    await createIntegration(ana, typebot),
  ]
  const { id } = await createFlow(rui, 'Vizinho')
  const refused = (code: string) => ({ code: 'ERR_FLOW_INVALID', detail: { lints: [{ node: 1, code }] } })
  const publish = (type: string, settings: object) => saveFlow(rui, id, withNode(type, settings))
  await expect(publish('openai', { promptId })).rejects.toMatchObject(refused('missingPrompt'))
  await expect(publish('typebot', { integrationId })).rejects.toMatchObject(refused('missingIntegration'))
  await createIntegration(rui, { type: 'flowbuilder', name: 'Fluxo' })
  await expect(publish('typebot', { integrationId: integrationId + 1 })).rejects.toMatchObject(
    refused('missingIntegration'),
  )
})

test('a flow of another company with the same id does not keep a prompt', async () => {
  const { scopeOf } = await createInstallation()
  const [ana, rui] = [scopeOf('ana'), scopeOf('rui')]
  const { id } = await createPrompt(ana, prompt)
  const flow = await createFlow(rui, 'Vizinho')
  await saveDraft(rui, flow.id, withNode('openai', { promptId: id }))
  expect(await deletePrompt(ana, id)).toMatchObject({ id })
})
