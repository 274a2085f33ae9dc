import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { readFlow, type StoredFlow } from '../../../src/shared/flow/read'
import { expectAccessible } from '../../expect-accessible'
import { phone, until } from '../harness'
import { button, horizontalOverflow, signIn } from '../screen'
import { harness, setUpShop, shop } from '../shop-setup'

/** The outline of a flow: the same triage by keyboard alone, and on a phone. */

let ana: Page
setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const createFlow = async (name: string) => (await shop.request<{ id: number }>('POST', '/flowbuilder', { name })).id
interface FlowRow {
  version: number | null
  flow: StoredFlow | null
}
const readRow = async (id: number) => (await shop.request<{ flow: FlowRow }>('GET', `/flowbuilder/flow/${id}`)).flow
async function open(page: Page, id: number) {
  await page.goto(`${shop.url}/flowbuilder/${id}`)
  await page.getByText('Desenhe seu fluxo').waitFor()
  await page.getByRole('tab', { name: 'Estrutura' }).click()
}

/** Presses Tab until the focus is on the element of this role and name. */
async function tabTo(page: Page, role: 'button' | 'combobox', name: string | RegExp, key = 'Tab') {
  const wanted = page.getByRole(role, { name })
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${role} ${name}`)
}

/** Opens the block menu behind a way out of the open row, and chooses a kind by its letters; its first field gets the focus. */
async function chooseKind(page: Page, way: string, kind: string) {
  await tabTo(page, 'button', `Novo bloco depois de ${way}`)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Buscar bloco' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(kind)
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: `Editar: ${kind}` })
    .locator(':focus')
    .waitFor()
}

/** Adds a node behind a way out of the open row, and goes back from its fields to its row. */
async function addAfter(page: Page, way: string, kind: string, fill: () => Promise<unknown>) {
  await chooseKind(page, way, kind)
  await fill()
  await page.keyboard.press('Escape')
  await page.locator('[data-row]:focus').waitFor()
}

/** Moves in the outline to the row whose name contains the text, and opens it. */
async function openRow(page: Page, text: string) {
  await tabTo(page, 'button', /^\d+\. /)
  await page.keyboard.press('Home')
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let presses = 0; presses < 20 && !(await focused()).includes(text); presses++)
    await page.keyboard.press('ArrowDown')
  const name = new RegExp(`^\\d+\\. .*${text}`)
  if ((await page.getByRole('button', { name, expanded: false }).count()) > 0) await page.keyboard.press('Enter')
  await page.getByRole('button', { name, expanded: true }).waitFor()
}

const type = (page: Page, text: string) => page.keyboard.type(text)

test('a triage is drawn by keyboard in the outline, and published', async () => {
  const id = await createFlow('Triagem do teclado')
  await open(ana, id)
  await openRow(ana, 'Início')
  await addAfter(ana, 'Continuar', 'Menu', async () => {
    await type(ana, 'Em que podemos ajudar?')
    await ana.keyboard.press('Tab')
    await type(ana, 'Pedidos')
    await tabTo(ana, 'button', 'Adicionar opção')
    await ana.keyboard.press('Enter')
    await ana.keyboard.press('Shift+Tab')
    await type(ana, 'Reclamação')
  })
  await openRow(ana, 'Menu')
  await addAfter(ana, 'Pedidos', 'Ticket', async () => {
    await type(ana, 'Balcão')
    await ana.getByRole('combobox', { name: 'Setor' }).waitFor()
  })
  await openRow(ana, 'Menu')
  await addAfter(ana, 'Reclamação', 'Pergunta', async () => {
    await type(ana, 'O que aconteceu?')
    await ana.keyboard.press('Tab')
    await type(ana, 'problema')
  })
  await openRow(ana, 'Pergunta')
  await addAfter(ana, 'Continuar', 'Encerrar', async () => {
    await type(ana, 'Registramos: {{prob')
    await ana.getByRole('option', { name: '{{problema}}' }).waitFor()
    await ana.keyboard.press('Enter')
    await ana.getByRole('button', { name: /Encerrar Registramos: {{problema}}/ }).waitFor()
  })
  await expectAccessible(ana, 'outline 1')
  await tabTo(ana, 'button', 'Publicar', 'Shift+Tab')
  await ana.keyboard.press('Enter')
  await ana
    .getByRole('dialog')
    .getByLabel(/O que mudou/)
    .waitFor()
  await tabTo(ana, 'button', 'Publicar')
  await ana.keyboard.press('Enter')
  await until('the first version', async () => (await readRow(id)).version === 1)
  const { nodes, edges } = readFlow((await readRow(id)).flow!)
  const kind = (nodeId: string) => nodes.find((node) => node.id === nodeId)?.kind
  expect(edges.map(({ source, handle, target }) => `${kind(source)} ${handle} → ${kind(target)}`).sort()).toEqual([
    ...['menu a1 → ticket', 'menu a2 → question', 'question a → end', 'start a → menu'],
  ])
  expect(nodes.find((node) => node.kind === 'end')?.data).toEqual({ text: 'Registramos: {{problema}}', closes: true })
})

test('an arrow key in a way out tries targets as one step, and Delete in a row removes its node', async () => {
  const id = await createFlow('Setas')
  const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data })
  const nodes = [node('1', 'start', {}), node('m', 'message', { label: 'um' }), node('n', 'message', { label: 'dois' })]
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, { nodes, connections: [] })
  await open(ana, id)
  await openRow(ana, 'Início')
  await tabTo(ana, 'combobox', 'Continuar leva a')
  await ana.keyboard.press('ArrowDown')
  await ana.keyboard.press('ArrowDown')
  await until('the second target', async () => (await ana.getByLabel('Continuar leva a').inputValue()) === 'n')
  await button(ana, 'Desfazer').click()
  expect(await ana.getByLabel('Continuar leva a').inputValue()).toBe('')
  await openRow(ana, 'dois')
  await ana.keyboard.press('Delete')
  await ana.getByRole('button', { name: 'dois' }).waitFor({ state: 'detached' })
})

const focusIsIn = (page: Page, selector: string) =>
  until(`the focus in ${selector}`, () => page.evaluate((it) => !!document.activeElement?.closest(it), selector))

test('letters find a block each time the menu opens, Escape leaves the menu and the fields', async () => {
  await open(ana, await createFlow('Letras'))
  for (const kind of ['Ticket', 'Pergunta', 'Conteúdo']) {
    await openRow(ana, 'Início')
    await tabTo(ana, 'button', 'Novo bloco depois de Continuar')
    await ana.keyboard.press('Enter')
    await ana.getByRole('combobox', { name: 'Buscar bloco' }).and(ana.locator(':focus')).waitFor()
    await ana.keyboard.press('Escape')
    await ana.getByRole('dialog').waitFor({ state: 'detached' })
    await chooseKind(ana, 'Continuar', kind)
    await ana.keyboard.press('Escape')
    await focusIsIn(ana, '[data-row]')
    await ana.getByRole('button', { name: new RegExp(`^\\d+\\. ${kind}`), expanded: true }).waitFor()
  }
})

test('the focus goes to the new row, to the row after a removed one, and to the row that a search found', async () => {
  await open(ana, await createFlow('Foco'))
  await openRow(ana, 'Início')
  for (const [index, text] of ['um', 'dois', 'três'].entries()) {
    await chooseKind(ana, 'Continuar', 'Pergunta')
    await type(ana, text)
    await ana.keyboard.press('Tab')
    await type(ana, `resposta${index}`)
    await ana.keyboard.press('Enter')
    const row = `[data-row]:has-text("${text}")`
    await until(`the focus on ${text}`, () => ana.locator(row).evaluate((it) => it === document.activeElement))
  }
  const focused = () => ana.evaluate(() => document.activeElement?.textContent)
  await openRow(ana, 'dois')
  await ana.keyboard.press('Delete')
  await ana.getByRole('button', { name: 'dois' }).waitFor({ state: 'detached' })
  expect(await focused()).toContain('três')
  await ana.keyboard.press('Control+f')
  await ana.getByRole('textbox', { name: 'Buscar no fluxo' }).waitFor()
  await type(ana, 'um')
  await ana.keyboard.press('Enter')
  await ana.keyboard.press('Escape')
  await until('the focus on the row found', async () => (await focused())?.includes('Pergunta um'))
  await tabTo(ana, 'button', 'Publicar', 'Shift+Tab')
  await ana.keyboard.press('Enter')
  await focusIsIn(ana, 'textarea')
  await ana.keyboard.press('Escape')
})

test('a problem shows its row in the outline with its text in view', async () => {
  const id = await createFlow('Longo')
  const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data })
  const messages = Array.from({ length: 105 }, (_, at) => node(`n${at}`, 'message', { label: `texto ${at}` }))
  const nodes = [node('1', 'start', {}), ...messages]
  const connections = messages.map(({ id }, at) => ({
    ...{ id, source: nodes[at]?.id ?? '', sourceHandle: 'a', target: id },
  }))
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, { nodes, connections })
  await open(ana, id)
  await ana.getByRole('tab', { name: /^Problemas/ }).click()
  await ana.getByText('há mais de 100 blocos sem espera').click()
  await button(ana, /^101\. Mensagem texto 99/).waitFor()
  const text = ana.getByRole('complementary').getByText('há mais de 100 blocos sem espera')
  await until('the text in view', () => text.evaluate((it) => it.getBoundingClientRect().bottom < innerHeight))
})

test('a phone gets the outline in place of the canvas', async () => {
  const id = await createFlow('Telefone')
  await ana.setViewportSize(phone.viewport)
  await open(ana, id)
  await ana.getByRole('button', { name: /Início/ }).click()
  await button(ana, 'Novo bloco depois de Continuar').click()
  await ana.getByRole('option', { name: 'Intervalo' }).click()
  await ana.getByLabel('Segundos').fill('5')
  await button(ana.getByRole('dialog'), 'Concluir').click()
  await ana
    .getByRole('button', { name: /Intervalo/ })
    .first()
    .waitFor()
  expect(await ana.locator('.react-flow').count()).toBe(0)
  expect(await horizontalOverflow(ana)).toBe(0)
  await expectAccessible(ana, 'outline 2')
  await button(ana, 'Salvar').click()
  await until('the draft', async () => (await readRow(id)).flow?.connections.length === 1)

  // A panel covers the flow builder, which takes no focus meanwhile.
  const versions = button(ana, 'Versões')
  await versions.click()
  const panel = ana.getByRole('region', { name: 'Versões' })
  const close = panel.getByRole('button', { name: 'Fechar' })
  await close.and(ana.locator(':focus')).waitFor()
  const row = ana.getByRole('button', { name: /Intervalo/ }).first()
  for (const covered of [row, button(ana, 'Publicar')]) {
    await covered.evaluate((it) => it.focus())
    await close.and(ana.locator(':focus')).waitFor()
  }
  await expectAccessible(ana, 'panel over the outline')
  await close.click()
  await versions.and(ana.locator(':focus')).waitFor()
})
