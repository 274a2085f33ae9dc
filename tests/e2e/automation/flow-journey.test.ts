import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../harness'
import { acceptTicket, bubble, button, sendMessage, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpOwnShop, shop } from '../shop-setup'

/** Published flows with customers, while agents accept, transfer and close, and while versions change. */

let ana: Page
let flowId: number
let queueId: number
const orders = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => Response.json({ state: `${new URL(url).pathname.slice(1)} a caminho` }),
})

setUpOwnShop({ BALCAO_INTERNAL_HOSTS: orders.url.host })
afterAll(() => orders.stop(true))

const node = (id: string, type: string, data = {}) => ({ id, type, position: { x: 0, y: 0 }, data })
const edge = (source: string, target: string, sourceHandle = 'a') => ({
  ...{ id: `${source}-${sourceHandle}`, source, sourceHandle, target },
})

/** A question, a condition, a request, two draws, a pause and a queue; `asks` is the question. */
const journey = (asks: string) => ({
  nodes: [
    node('1', 'start'),
    node('ask', 'question', { message: asks, answerKey: 'order' }),
    node('known', 'condition', { key: 'order', condition: 'greater', value: '10' }),
    node('http', 'request', { url: `${orders.url}{{order}}`, saves: [{ path: 'state', key: 'state' }] }),
    node('never', 'randomizer', { percent: 0 }),
    node('always', 'randomizer', { percent: 100 }),
    node('state', 'message', { label: 'Pedido {{state}}.' }),
    node('wait', 'interval', { sec: 1 }),
    node('people', 'message', { label: 'Uma pessoa já vem.' }),
    node('queue', 'ticket', { id: queueId }),
    node('wrong', 'message', { label: 'Caminho errado.' }),
  ],
  connections: [
    ...[edge('1', 'ask'), edge('ask', 'known'), edge('known', 'http'), edge('known', 'wrong', 'b')],
    ...[edge('http', 'never'), edge('http', 'wrong', 'b'), edge('never', 'wrong'), edge('never', 'always', 'b')],
    ...[edge('always', 'state'), edge('always', 'wrong', 'b'), edge('state', 'wait'), edge('wait', 'people')],
    edge('people', 'queue'),
  ],
})
const publish = (asks: string) => shop.request('POST', '/flowbuilder/flow', { idFlow: flowId, ...journey(asks) })

beforeAll(async () => {
  const post = async (path: string, body: object) => (await shop.request<{ id: number }>('POST', path, body)).id
  queueId = await post('/queue', { name: 'Rastreio', color: '#4338ca', greetingMessage: '' })
  flowId = await post('/flowbuilder', { name: 'Rastreio' })
  await publish('Qual é o pedido?')
  await post('/flowcampaign', { name: 'Rastreio', flowId, phrase: 'Rastrear' })
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

/** A customer whose conversation is in the flow's question. */
async function addCustomer(name: string, asks = 'Qual é o pedido?') {
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name })
  const texts = async () =>
    (await harness.control.thread({ phone: number })).filter(({ mine }) => !mine).map(({ text = '' }) => text)
  const send = (content: string) => harness.control.send({ from: number, to: shop.owner, content })
  const receive = (text: string) => until(text, async () => (await texts()).includes(text))
  await send('rastrear')
  await receive(asks)
  return { name, send, texts, receive }
}

test('a phrase leads through question, condition, request, draws and pause to a queue, where an agent sees all of it', async () => {
  const lia = await addCustomer('Lia Prates')
  await lia.send('42')
  await lia.receive('Uma pessoa já vem.')
  expect(await lia.texts()).toEqual(['Qual é o pedido?', 'Pedido 42 a caminho.', 'Uma pessoa já vem.'])
  await acceptTicket(ana, lia.name)
  await bubble(ana, 'Qual é o pedido?').getByText('Rastreio · Fluxo: pergunta').waitFor()
  const flows = ana.getByRole('list', { name: 'Fluxos' })
  await flows.getByText('Entregue a um setor').waitFor()
  await flows.getByText('42 a caminho').waitFor()
})

test('an agent who accepts in the middle talks alone, and the flow says no more', async () => {
  const rui = await addCustomer('Rui Sena')
  await acceptTicket(ana, rui.name, 'Robô')
  await sendMessage(ana, 'Oi, aqui é a Ana.')
  await rui.receive('Oi, aqui é a Ana.')
  await rui.send('43')
  await bubble(ana, '43').last().waitFor()
  await sendMessage(ana, 'Já olho.')
  await rui.receive('Já olho.')
  expect(await rui.texts()).toEqual(['Qual é o pedido?', 'Oi, aqui é a Ana.', 'Já olho.'])
  await ana.getByRole('list', { name: 'Fluxos' }).getByText('Uma pessoa assumiu').waitFor()
})

test('a running conversation stays on its version when an earlier one is taken back', async () => {
  await publish('Diga o número do pedido.')
  const eva = await addCustomer('Eva Lins', 'Diga o número do pedido.')
  await ana.goto(`${shop.url}/flowbuilder/${flowId}`)
  await button(ana, 'Versões').click()
  await button(ana, 'Voltar à versão 1').click()
  await button(ana.getByRole('dialog'), 'Voltar à versão').click()
  await ana.getByText('Restaurada da versão 1').waitFor()
  const davi = await addCustomer('Davi Melo')
  for (const [customer, order] of [
    [eva, '44'],
    [davi, '45'],
  ] as const) {
    await customer.send(order)
    await customer.receive('Uma pessoa já vem.')
    expect(await customer.texts()).toContain(`Pedido ${order} a caminho.`)
  }
})

test('a customer whose conversation was transferred or closed during its flow gets no more texts of the flow', async () => {
  const [nina, caio] = [await addCustomer('Nina Alves'), await addCustomer('Caio Reis')]
  const path = '/tickets?status=pending&showAll=true'
  const { tickets } = await shop.request<{ tickets: { id: number; contact: { name: string } }[] }>('GET', path)
  const idOf = (name: string) => tickets.find(({ contact }) => contact.name === name)?.id
  await shop.request('PUT', `/tickets/${idOf(nina.name)}`, { queueId })
  await shop.request('PUT', `/tickets/${idOf(caio.name)}`, { status: 'closed' })
  await nina.send('46')
  await caio.send('47')
  // A run that ends after both messages shows that they have been handled.
  const gil = await addCustomer('Gil Prado')
  await gil.send('48')
  await gil.receive('Uma pessoa já vem.')
  for (const customer of [nina, caio]) expect(await flowTexts(customer)).toEqual(['Qual é o pedido?'])
})

test('the node at which the newest conversation stopped by an error is marked on the canvas', async () => {
  const settings = { urlN8N: orders.url.href, typebotSlug: 'nenhum' }
  const nodes = [node('1', 'start'), node('bot', 'typebot', { typebotIntegration: settings })]
  await shop.request('POST', '/flowbuilder/flow', { idFlow: flowId, nodes, connections: [edge('1', 'bot')] })
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name: 'Ivo Luz' })
  await harness.control.send({ from: number, to: shop.owner, content: 'rastrear' })
  await until('the failure', async () => {
    const path = `/flowbuilder/flow/${flowId}`
    return (await shop.request<{ flow: { lastFailure: object | null } }>('GET', path)).flow.lastFailure
  })
  await ana.goto(`${shop.url}/flowbuilder/${flowId}`)
  await ana.locator('.react-flow__node', { hasText: 'Parou aqui' }).getByText('TypeBot').waitFor()
  await ana.getByText('Programa falhou').waitFor()
})

/** Texts of the flow that a customer received. */
const flowTexts = async ({ texts }: { texts: () => Promise<string[]> }) =>
  (await texts()).filter((text) => /pedido|pessoa|caminho/i.test(text))
