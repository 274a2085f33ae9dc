import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { readFlow, type StoredFlow } from '../../../src/shared/flow/read'
import { expectAccessible } from '../../expect-accessible'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { harness, setUpOwnShop, shop } from '../shop-setup'

/** The start, question and request blocks: what starts a flow, formats of answers, and a request tried in its block. */

const orders = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => Response.json({ order: { id: new URL(url).pathname.slice(1), items: [{ name: 'Bolo' }] } }),
})
let ana: Page
setUpOwnShop({ BALCAO_INTERNAL_HOSTS: orders.url.host })
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})
afterAll(() => orders.stop(true))

const node = (id: string, type: string, x: number, data = {}) => ({ id, type, position: { x, y: 0 }, data })
const edge = (source: string, target: string) => ({ id: `${source}-a`, source, sourceHandle: 'a', target })
async function openFlow(name: string, nodes: object[], connections: object[]) {
  const { id } = await shop.request<{ id: number }>('POST', '/flowbuilder', { name })
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, { nodes, connections })
  await ana.goto(`${shop.url}/flowbuilder/${id}`)
  await ana.getByRole('heading', { name }).waitFor()
  return id
}
const card = (id: string) => ana.locator(`.react-flow__node[data-id="${id}"]`)
const inspector = (kind: string) => ana.getByRole('region', { name: `Editar: ${kind}` })
async function savedNode(flowId: number, id: string) {
  await ana.getByRole('button', { name: 'Salvar', exact: true }).click()
  await ana.getByText('Fluxo salvo com sucesso').waitFor()
  const { flow } = await shop.request<{ flow: { flow: StoredFlow } }>('GET', `/flowbuilder/flow/${flowId}`)
  return readFlow(flow.flow).nodes.find((each) => each.id === id)
}

test('a publication that nothing starts says so, and the start block takes a phrase and a number', async () => {
  const nodes = [node('1', 'start', 0), node('m', 'message', 300, { label: 'Olá!' })]
  const id = await openFlow('Boas-vindas', nodes, [edge('1', 'm')])
  await ana.getByText('Nada inicia este fluxo ainda.').first().waitFor()
  await button(ana, 'Publicar').click()
  await button(ana.getByRole('dialog'), 'Publicar').click()
  await ana.getByText('Publicado, mas nada inicia este fluxo ainda.').first().waitFor()
  const start = inspector('Início')
  await start.getByLabel('Nova frase, a mensagem inteira').fill('quero bolo')
  await button(start, 'Incluir').click()
  await start.getByText('“quero bolo”').waitFor()
  await ana.getByText('começa com a frase “quero bolo”').waitFor()
  await start.getByRole('switch', { name: 'Primeira mensagem de um contato' }).first().click()
  await until('the number starts the flow', async () => {
    const path = `/flowbuilder/flow/${id}/starts`
    return (await shop.request<{ connections: { welcome: boolean }[] }>('GET', path)).connections[0]?.welcome
  })
  await expectAccessible(ana, 'start block')
  const { flow } = await shop.request<{ flow: { phrase: string }[] }>('GET', '/flowcampaign')
  expect(flow.map(({ phrase }) => phrase)).toEqual(['quero bolo'])
})

test('a question asks again for an answer of another format, and its last try leads to a way of its own', async () => {
  const asks = { message: 'Qual é o seu CPF?', answerKey: 'cpf' }
  const nodes = [node('1', 'start', 0), node('q', 'question', 300, { typebotIntegration: asks })]
  const id = await openFlow('Cadastro', nodes, [edge('1', 'q')])
  await card('q').click()
  const question = inspector('Pergunta')
  await question.getByLabel('Formato da resposta').selectOption({ label: 'CPF' })
  await question.getByLabel('Mensagem para repetir').fill('Não parece um CPF. Tente de novo.')
  await question.getByLabel('Tentativas').selectOption('2')
  await card('q').getByText('Sem resposta válida').waitFor()
  await expectAccessible(ana, 'question block')
  expect(await savedNode(id, 'q')).toMatchObject({
    data: { check: { format: 'cpf', choices: [], retryText: 'Não parece um CPF. Tente de novo.', tries: 2 } },
  })
  await button(ana, 'Testar').click()
  const log = ana.getByRole('log', { name: 'Conversa de teste' })
  await log.getByText('Qual é o seu CPF?').waitFor()
  const field = ana.getByLabel('Mensagem do cliente')
  await field.fill('123')
  await field.press('Enter')
  await log.getByText('Não parece um CPF. Tente de novo.').waitFor()
  await field.fill('52998224725')
  await field.press('Enter')
  await log.getByText('Fim do fluxo').waitFor()
})

test('a request is tried in its block, and a click on a field of its answer keeps it in a variable', async () => {
  const nodes = [node('1', 'start', 0), node('r', 'request', 300, { url: `${orders.url}{{number}}` })]
  const id = await openFlow('Pedido', nodes, [edge('1', 'r')])
  await card('r').click()
  const request = inspector('Requisição HTTP')
  await request.getByLabel('Valor de number').fill('42')
  await button(request, 'Testar agora').click()
  await request.getByText('O serviço respondeu 200.').waitFor()
  await request.getByRole('button', { name: /order\.id.*42/ }).click()
  await request.getByRole('button', { name: /order\.items\.0\.name.*Bolo/ }).click()
  await expectAccessible(ana, 'request block')
  expect(await savedNode(id, 'r')).toMatchObject({
    data: {
      saves: [
        { path: 'order.id', key: 'id' },
        { path: 'order.items.0.name', key: 'name' },
      ],
    },
  })
})
