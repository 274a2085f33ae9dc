import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Trying a flow without a telephone, and its replay with what customers wrote. */

let ana: Page
let flowId: number

/** A node of the editor. */
const node = (position: { x: number; y: number }, id: string, type: string, data = {}) => ({ id, type, position, data })
const edge = (source: string, target: string, sourceHandle = 'a') => ({
  ...{ id: `${source}-${sourceHandle}`, source, sourceHandle, target },
})

setUpShop()
beforeAll(async () => {
  const post = async (path: string, body: object) => (await shop.request<{ id: number }>('POST', path, body)).id
  const queueId = await post('/queue', { name: 'Vendas', color: '#4338ca', greetingMessage: '' })
  flowId = await post('/flowbuilder', { name: 'Triagem' })
  const options = ['Comprar', 'Falar com pessoas'].map((value, at) => ({ number: at + 1, value }))
  const nodes = [
    node({ x: 0, y: 80 }, '1', 'start'),
    node({ x: 240, y: 80 }, 'ask', 'question', { message: 'Como você se chama?', answerKey: 'nome' }),
    node({ x: 480, y: 80 }, 'menu', 'menu', { message: '{{nome}}, escolha:', arrayOption: options }),
    node({ x: 720, y: 0 }, 'wait', 'interval', { sec: 60 }),
    node({ x: 960, y: 0 }, 'queue', 'ticket', { id: queueId }),
    node({ x: 720, y: 240 }, 'bye', 'end', { message: 'Até logo, {{nome}}.', closes: true }),
  ]
  const connections = [
    ...[edge('1', 'ask'), edge('ask', 'menu'), edge('menu', 'wait', 'a1'), edge('menu', 'bye', 'a2')],
    edge('wait', 'queue'),
  ]
  await shop.request('POST', '/flowbuilder/flow', { idFlow: flowId, nodes, connections })
  await post('/flowcampaign', { name: 'Compra', flowId, phrase: 'Quero comprar' })
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const log = () => ana.getByRole('log', { name: 'Conversa de teste' })
const write = async (text: string) => {
  await ana.getByLabel('Mensagem do cliente').fill(text)
  await ana.getByLabel('Mensagem do cliente').press('Enter')
}

test('a flow is tried in the browser: answers, a file, the clock, a changed variable and a restart at a node', async () => {
  await ana.goto(`${shop.url}/flowbuilder/${flowId}`)
  await button(ana, 'Testar').click()
  await log().getByText('Como você se chama?').waitFor()
  await write('Lia')
  await log().getByText('Lia, escolha:').waitFor()
  await button(ana, 'Anexar').click()
  await ana.getByRole('menuitem', { name: 'Imagem' }).click()
  await log().getByText('A resposta não é uma opção.').waitFor()
  await button(ana, '1 · Comprar').click()
  await ana.getByText('O fluxo espera mais 60 s.').waitFor()
  await button(ana, '+10 s').click()
  await ana.getByText('O fluxo espera mais 50 s.').waitFor()
  await button(ana, 'Pular a espera').click()
  await log().getByText('Setor: Vendas').waitFor()
  await log().getByText('Fim do fluxo: a conversa espera no setor.').waitFor()
  await expectAccessible(ana, 'flow trial')
  await ana.getByText('Variáveis e cliente').click()
  await ana.getByRole('textbox', { name: '{{nome}}' }).fill('Bia')
  await ana.locator('[data-id="menu"]').click()
  await button(ana, 'Recomeçar no bloco selecionado').click()
  await log().getByText('Bia, escolha:').waitFor()
  await write('2')
  await log().getByText('Até logo, Bia.').waitFor()
  const { tickets } = await shop.request<{ tickets: object[] }>('GET', '/tickets?status=pending&showAll=true')
  expect(tickets).toEqual([])
})

test('a replay shows where conversations of customers would end with the draft', async () => {
  for (const [name, choice] of [
    ['Tais', '2'],
    ['Vera', 'dois'],
  ] as const) {
    const { number } = await harness.control.addCustomer({ number: nextNumber(), name })
    let count = 0
    for (const content of ['quero comprar', name, choice]) {
      await harness.control.send({ from: number, to: shop.owner, content })
      await harness.control.waitForCount({ phone: number, count: ++count })
    }
    if (choice === 'dois') await harness.control.send({ from: number, to: shop.owner, content: 'sair' })
  }
  await until('both runs have ended', async () => {
    const path = `/flowbuilder/flow/${flowId}/replays`
    const body = { count: 10, requestsSucceed: true }
    return (await shop.request<{ total: number }>('POST', path, body)).total === 2
  })
  await ana.goto(`${shop.url}/flowbuilder/${flowId}`)
  await button(ana, 'Simular com conversas passadas').click()
  await ana.getByRole('button', { name: 'Simular', exact: true }).click()
  await ana.getByRole('tab', { name: 'Igual 2' }).click()
  await ana.getByText('“dois”').waitFor()
  await expectAccessible(ana, 'flow replay')
})

test('a conversation kept as a test case stops a publication that would lead it elsewhere, until it is confirmed', async () => {
  await ana.goto(`${shop.url}/flowbuilder/${flowId}`)
  await button(ana, 'Testar').click()
  await log().getByText('Como você se chama?').waitFor()
  await write('Lia')
  await log().getByText('Lia, escolha:').waitFor()
  await write('2')
  await log().getByText('Até logo, Lia.').waitFor()
  await button(ana, 'Guardar como caso de teste').click()
  await ana.getByText('Caso de teste guardado.').waitFor()
  const { flow } = (await shop.request<{ flow: { flow: Drawing } }>('GET', `/flowbuilder/flow/${flowId}`)).flow
  const connections = flow.connections.filter(({ target }) => target !== 'bye')
  await shop.request('PUT', `/flowbuilder/flow/${flowId}/draft`, { ...flow, connections })
  await ana.reload()
  await button(ana, 'Publicar').click()
  await button(ana.getByRole('dialog', { name: 'Publicar o fluxo' }), 'Publicar').click()
  const dialog = ana.getByRole('dialog', { name: 'Casos de teste falharam' })
  await dialog.getByText('Lia → 2').waitFor()
  await expectAccessible(ana, 'failed test cases')
  await button(dialog, 'Publicar mesmo assim').click()
  await ana.getByText('Versão 2 publicada').first().waitFor()
  await button(ana, 'Casos de teste').click()
  await ana.getByText('Falhou', { exact: true }).waitFor()
  await expectAccessible(ana, 'test cases')
  await button(ana, 'Aceitar o fim novo').click()
  await ana.getByText('Passou', { exact: true }).waitFor()
})

interface Drawing {
  nodes: object[]
  connections: { target: string }[]
}
