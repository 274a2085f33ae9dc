import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { readFlow, type StoredFlow } from '../../../src/shared/flow/read'
import { expectAccessible } from '../../expect-accessible'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** The flow builder on a desk: a triage drawn by mouse, kept over a reload, refused and published. */

let ana: Page
setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

interface FlowRow {
  id: number
  version: number | null
  flow: StoredFlow | null
}
const createFlow = async (name: string) => (await shop.request<FlowRow>('POST', '/flowbuilder', { name })).id
const readRow = async (id: number) => (await shop.request<{ flow: FlowRow }>('GET', `/flowbuilder/flow/${id}`)).flow
async function open(page: Page, id: number) {
  await page.goto(`${shop.url}/flowbuilder/${id}`)
  await page.getByText('Desenhe seu fluxo').waitFor()
}

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, text: string | RegExp) => page.locator('.react-flow__node', { hasText: text })
/** Column with the fields of the selected block. */
const inspector = (page: Page, kind: string) => page.getByRole('region', { name: `Editar: ${kind}` })
/** Chooses a kind in the block menu, whose search the key B focuses. */
async function choose(page: Page, kind: string) {
  await page.keyboard.press('b')
  const search = page.getByRole('combobox', { name: 'Buscar bloco' })
  await search.and(page.locator(':focus')).waitFor()
  await page.getByRole('option', { name: kind, exact: true }).click()
  await inspector(page, kind).locator(':focus').waitFor()
}
/** Adds a block, fills its fields, and gives the focus back to its card. */
async function add(page: Page, kind: string, fill: (form: Locator) => Promise<unknown>) {
  await choose(page, kind)
  await fill(inspector(page, kind))
  await page.keyboard.press('Escape')
  await page.locator('.react-flow__node:focus').waitFor()
}

/** Drags from a way out of one card to the entry of another. */
async function drag(page: Page, from: string, handle: string, to: string) {
  // Hovering waits until the card stands still.
  await card(page, from).locator(`.source[data-handleid="${handle}"]`).hover()
  await page.mouse.down()
  await card(page, to).hover()
  await card(page, to).locator('.target').hover({ force: true })
  await page.mouse.up()
}

/** Kinds that each way out leads to, as `kind handle → kind`. */
function waysOf(flow: StoredFlow) {
  const { nodes, edges } = readFlow(flow)
  const kind = (id: string) => nodes.find((node) => node.id === id)?.kind
  return edges.map(({ source, handle, target }) => `${kind(source)} ${handle} → ${kind(target)}`).sort()
}

/** Starts the flow by a phrase, writes the texts of a customer one after the other, and returns the answers. */
async function converse(flowId: number, name: string, texts: string[]) {
  await shop.request('POST', '/flowcampaign', { name, flowId, phrase: `Fluxo ${flowId}` })
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name })
  let count = 0
  for (const content of [`fluxo ${flowId}`, ...texts]) {
    await harness.control.send({ from: number, to: shop.owner, content })
    // The first answer is the greeting with the menu.
    count += count === 0 ? 2 : 1
    await harness.control.waitForCount({ phone: number, count })
  }
  const thread = await harness.control.thread({ phone: number })
  return thread.filter(({ mine }) => !mine).map(({ text }) => text)
}

const triage = ['content a → menu', 'menu a1 → ticket', 'menu a2 → question', 'question a → end', 'start a → content']

test('a triage is drawn by mouse, saved, tried, published and started by the phrase of a customer', async () => {
  const id = await createFlow('Triagem do rato')
  await open(ana, id)
  await add(ana, 'Conteúdo', (form) => form.getByRole('textbox', { name: 'Texto' }).fill('Olá, {{firstName}}!'))
  await add(ana, 'Menu', async (form) => {
    await form.getByLabel('Mensagem').fill('Em que podemos ajudar?')
    await form.getByLabel('Opção 1').fill('Pedidos')
    await button(form, 'Adicionar opção').click()
    await form.getByLabel('Opção 2').fill('Reclamação')
  })
  await add(ana, 'Ticket', (form) => form.getByLabel('Setor').selectOption({ label: 'Balcão da loja' }))
  await add(ana, 'Pergunta', async (form) => {
    await form.getByLabel('Mensagem').fill('O que aconteceu?')
    await form.getByLabel('Salvar resposta').fill('problema')
  })
  await add(ana, 'Encerrar', async (form) => {
    const text = form.getByLabel('Última mensagem')
    await text.fill('Registramos: ')
    await text.pressSequentially('{{prob')
    await form.getByRole('option', { name: '{{problema}}' }).waitFor()
    await text.press('Enter')
  })
  await button(inspector(ana, 'Encerrar'), 'Fechar').click()
  await button(ana, 'Ver tudo').click()
  await drag(ana, 'Início do fluxo', 'a', 'Olá, {{firstName}}!')
  await drag(ana, 'Olá, {{firstName}}!', 'a', 'Em que podemos ajudar?')
  await drag(ana, 'Em que podemos ajudar?', 'a1', 'Balcão da loja')
  await drag(ana, 'Em que podemos ajudar?', 'a2', 'O que aconteceu?')
  await drag(ana, 'O que aconteceu?', 'a', 'Registramos: {{problema}}')
  await button(ana, 'Salvar').click()
  await ana.getByText('Fluxo salvo com sucesso').waitFor()
  const { flow, version } = await readRow(id)
  expect(waysOf(flow!)).toEqual(triage)
  expect(version).toBeNull()
  await button(ana, 'Organizar').click()
  await expectAccessible(ana, 'flow 1')
  await button(ana, 'Testar').click()
  const trial = ana.getByRole('log', { name: 'Conversa de teste' })
  await button(ana, '2 · Reclamação').click()
  await trial.getByText('O que aconteceu?').waitFor()
  await ana.getByLabel('Mensagem do cliente').fill('Atrasou')
  await ana.keyboard.press('Enter')
  await trial.getByText('Registramos: Atrasou').waitFor()
  await button(ana, 'Publicar').click()
  await button(ana.getByRole('dialog'), 'Publicar').click()
  await until('the first version', async () => (await readRow(id)).version === 1)
  const texts = await converse(id, 'Lia', ['2', 'Veio errado'])
  expect(texts.at(-1)).toBe('Registramos: Veio errado')
})

test('a variable that would exceed the limit of its field is not inserted, and its list closes', async () => {
  await open(ana, await createFlow('No limite'))
  await choose(ana, 'Encerrar')
  const text = inspector(ana, 'Encerrar').getByLabel('Última mensagem')
  const typed = `${'a'.repeat(4086)} {{first`
  await text.fill(typed.slice(0, -1))
  await text.press('t')
  const names = inspector(ana, 'Encerrar').getByRole('listbox')
  await names.getByRole('option', { name: '{{firstName}}' }).waitFor()
  await text.press('Enter')
  await names.waitFor({ state: 'detached' })
  expect(await text.inputValue()).toBe(typed)
})

test('Delete removes the selected node but no letter of a form, and undo brings the node back', async () => {
  const id = await createFlow('Teclas')
  await open(ana, id)
  await add(ana, 'Menu', async (form) => {
    await form.getByLabel('Mensagem').fill('Escolhaa')
    await form.getByLabel('Mensagem').press('Backspace')
    await form.getByLabel('Opção 1').fill('Sim')
  })
  await card(ana, 'Escolha').waitFor()
  await ana.keyboard.press('Delete')
  await card(ana, 'Escolha').waitFor({ state: 'detached' })
  await ana.keyboard.press('Control+z')
  await card(ana, 'Escolha').waitFor()
  await card(ana, 'Início do fluxo').click()
  await ana.keyboard.press('Delete')
  await card(ana, 'Início do fluxo').waitFor()
})

test('an edge dropped on the empty canvas offers the kinds there, and leads to the chosen one', async () => {
  const id = await createFlow('Soltar')
  await open(ana, id)
  await card(ana, 'Início do fluxo').locator('.source').hover()
  await ana.mouse.down()
  const canvas = (await ana.locator('.react-flow__pane').boundingBox())!
  await ana.mouse.move(canvas.x + canvas.width - 300, canvas.y + 100, { steps: 5 })
  await ana.mouse.up()
  await dialog(ana).getByRole('option', { name: 'Intervalo', exact: true }).click()
  await inspector(ana, 'Intervalo').getByLabel('Segundos').fill('4')
  await card(ana, 'Intervalo 4 seg.').waitFor()
  await button(ana, 'Salvar').click()
  await ana.getByText('Fluxo salvo com sucesso').waitFor()
  expect(waysOf((await readRow(id)).flow!)).toEqual(['start a → interval'])
})

test('a flow opens at 100 % at its start, edges meet the rings of their ways, and tidying keeps the size', async () => {
  const id = await createFlow('Nove blocos')
  const node = (id: string, at: number) => ({
    ...{ id, type: at === 0 ? 'start' : 'message', position: { x: at * 300, y: 600 }, data: { label: `bloco ${at}` } },
  })
  const nodes = ['1', ...'bcdefghi'].map(node)
  const connections = nodes.slice(1).map(({ id }, at) => ({
    ...{ id: `e${id}`, source: nodes[at]?.id ?? '', sourceHandle: 'a', target: id },
  }))
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, { nodes, connections })
  await open(ana, id)
  await button(ana, '100%').waitFor()
  const canvas = (await ana.locator('.react-flow__pane').boundingBox())!
  const start = (await card(ana, 'Início do fluxo').boundingBox())!
  expect(start.x - canvas.x).toBeLessThan(canvas.width / 4)
  expect(start.width).toBeCloseTo(230, 0)
  await ana.locator('.react-flow__edge').first().waitFor({ state: 'attached' })
  const gaps = await ana.locator('.react-flow__edge-path').evaluateAll((paths: Element[]) =>
    (paths as SVGPathElement[]).flatMap((path) => {
      const place = (at: number) => path.getPointAtLength(at).matrixTransform(path.getScreenCTM()!)
      const id = path.id.replace(/^e/, '')
      const target = document.querySelector(`[data-id="${id}"] .target`)!.getBoundingClientRect()
      const end = place(path.getTotalLength())
      return [Math.abs(end.x - target.left), Math.abs(end.y - (target.top + target.bottom) / 2)]
    }),
  )
  expect(gaps).toHaveLength(2 * connections.length)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1)
  await ana.getByLabel('Ligação de Início, saída Continuar, até Mensagem').waitFor({ state: 'attached' })
  await button(ana, 'Ver tudo').click()
  await button(ana, '100%').waitFor({ state: 'detached' })
  await button(ana, 'Organizar').click()
  await button(ana, '100%').waitFor()
})

test('text typed in the inspector stays when another block is chosen, is one step, and is changed on the card too', async () => {
  const id = await createFlow('No lugar')
  await open(ana, id)
  await add(ana, 'Mensagem', (form) => form.getByLabel('Mensagem').fill('Bom dia'))
  await card(ana, 'Início do fluxo').click()
  await inspector(ana, 'Início').waitFor()
  await card(ana, 'Bom dia').click()
  expect(await inspector(ana, 'Mensagem').getByLabel('Mensagem').inputValue()).toBe('Bom dia')
  await card(ana, 'Bom dia').dblclick()
  const field = ana.locator('.react-flow__node').getByRole('textbox', { name: 'Mensagem' })
  await field.and(ana.locator(':focus')).waitFor()
  await field.pressSequentially(', Lia')
  await expect(inspector(ana, 'Mensagem').getByLabel('Mensagem').inputValue()).resolves.toBe('Bom dia, Lia')
  await field.press('Escape')
  await card(ana, 'Bom dia, Lia').waitFor()
  await ana.keyboard.press('Control+z')
  await card(ana, /Bom dia$/).waitFor()
})

test('copied nodes are pasted into another flow', async () => {
  const [first, second] = [await createFlow('Origem'), await createFlow('Destino')]
  await open(ana, first)
  await add(ana, 'Intervalo', (form) => form.getByLabel('Segundos').fill('7'))
  await ana.keyboard.press('Control+c')
  await ana.getByText('1 bloco copiado').waitFor()
  await button(ana, 'Salvar').click()
  await ana.getByText('Fluxo salvo com sucesso').waitFor()
  await open(ana, second)
  await card(ana, 'Início do fluxo').click()
  await ana.keyboard.press('Control+v')
  await card(ana, 'Intervalo 7 seg.').waitFor()
})

test('unsaved changes survive a reload', async () => {
  const id = await createFlow('Recarregar')
  await open(ana, id)
  await add(ana, 'Intervalo', (form) => form.getByLabel('Segundos').fill('9'))
  await ana.getByText('Alterações não salvas').waitFor()
  await ana.reload()
  await card(ana, 'Intervalo 9 seg.').waitFor()
  await ana.getByText('As alterações não salvas voltaram.').waitFor()
  expect((await readRow(id)).flow).toBeNull()
})

test('a draft that another user saved is met by a choice, and the own changes become a copy', async () => {
  const id = await createFlow('Disputado')
  await open(ana, id)
  await add(ana, 'Intervalo', (form) => form.getByLabel('Segundos').fill('3'))
  const start = { id: '1', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Inicio do fluxo' } }
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, { nodes: [start], connections: [] })
  await ana.getByText('Outra pessoa salvou este fluxo').waitFor()
  await expectAccessible(ana, 'flow saved by another user')
  await button(ana, 'Salvar').click()
  await dialog(ana).getByText('Outra pessoa salvou este fluxo').waitFor()
  await expectAccessible(ana, 'flow 2')
  await button(ana, 'Salvar como cópia').click()
  await ana.waitForURL((url) => !url.pathname.endsWith(`/${id}`))
  await card(ana, 'Intervalo 3 seg.').waitFor()
  expect((await readRow(id)).flow?.nodes).toHaveLength(1)
})

test('errors stop the publication and are listed in words', async () => {
  const id = await createFlow('Com erros')
  const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data })
  const nodes = [node('1', 'start', {}), node('w', 'interval', { sec: 0 }), node('q', 'quantum', { spin: 1 })]
  const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'w' }]
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, { nodes, connections })
  await open(ana, id)
  await button(ana, 'Publicar').click()
  await ana.getByText('O intervalo vai de 1 a 120 segundos.').waitFor()
  await ana.getByText('Este tipo de bloco não é executado por esta versão.').waitFor()
  expect((await readRow(id)).version).toBeNull()
})
