import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { phone } from '../harness'
import {
  acceptTicket,
  button,
  composer,
  conversation,
  horizontalOverflow,
  openPage,
  row,
  signIn,
  waitForValue,
} from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'
import { burst, withoutFrames } from './burst'

/** Tags and the board: tags on tickets, cards moved by mouse, touch, keys and menu. */

let ana: Page
const tagIds: Record<string, number> = {}

setUpShop()
beforeAll(async () => {
  for (const [name, kanban] of [
    ['Novo pedido', 1],
    ['Orçamento', 1],
    ['VIP do mês', 0],
  ] as const)
    tagIds[name] = (await shop.request<{ id: number }>('POST', '/tags', { name, color: '#d03836', kanban })).id
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

/** Loads a page and removes the routes and dialogs of the previous test. */
async function go(path: string) {
  await ana.unrouteAll()
  await ana.goto(shop.url + path)
}

/** Creates a pending ticket in the lane of the tag. */
async function createWaitingTicket(name: string, tag?: string) {
  const { id } = await createTicket(harness, shop, name)
  if (tag) await shop.request('PUT', `/ticket-tags/${id}/${tagIds[tag]}`)
}

const lane = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (page: Page, name: string) => page.locator('[data-card]', { hasText: name })
const inLane = (page: Page, name: string, who: string) => lane(page, name).locator('[data-card]', { hasText: who })

test('a tag is created and found; a second one whose name differs only in case and accents is refused', async () => {
  await go('/tags')
  await button(ana, 'Nova etiqueta').first().click()
  const dialog = ana.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Pós-venda')
  await dialog.getByRole('switch', { name: 'Coluna do Kanban' }).click()
  await button(dialog, 'Salvar').click()
  await dialog.waitFor({ state: 'detached' })
  await ana.getByLabel('Buscar etiqueta').fill('pos-v')
  await ana.getByText('VIP do mês').waitFor({ state: 'detached' })
  await ana.getByText('Pós-venda', { exact: true }).waitFor()
  // The filter is kept while another page is open.
  const pages = ana.getByRole('navigation')
  await pages.getByRole('link', { name: 'Kanban' }).click()
  await lane(ana, 'Orçamento').waitFor()
  await openPage(ana, 'Etiquetas')
  await waitForValue(ana.getByLabel('Buscar etiqueta'), 'pos-v')
  await button(ana, 'Limpar').click()
  await ana.getByText('VIP do mês').waitFor()

  await button(ana, 'Nova etiqueta').first().click()
  await dialog.getByLabel('Nome').fill('ORCAMENTO')
  await dialog.getByRole('radio', { checked: true }).press('ArrowRight')
  await button(dialog, 'Salvar').click()
  await dialog.getByText('Já existe uma etiqueta com este nome.').waitFor()
  await expectAccessible(ana, 'tags')
})

test('a card moved by mouse, keys or menu moves on a colleague’s board too', async () => {
  for (const name of ['Joana Reis', 'Ivo Campos']) await createWaitingTicket(name)
  const bia = await signIn(await harness.newContext(), shop.url, 'bia')
  await go('/kanban')
  await bia.getByRole('link', { name: 'Kanban' }).click()
  for (const page of [ana, bia]) await inLane(page, 'Sem etiqueta', 'Joana Reis').waitFor()
  await card(ana, 'Joana Reis').dragTo(lane(ana, 'Orçamento'))
  for (const page of [ana, bia]) await inLane(page, 'Orçamento', 'Joana Reis').waitFor()

  await card(ana, 'Joana Reis').press('Shift+ArrowLeft')
  await inLane(ana, 'Novo pedido', 'Joana Reis').waitFor()
  await ana.getByText('Joana Reis foi para Novo pedido.').waitFor({ state: 'attached' })
  await ana.locator('[data-card]:focus', { hasText: 'Joana Reis' }).waitFor()
  await ana.keyboard.press('Shift+ArrowLeft')
  for (const page of [ana, bia]) await inLane(page, 'Sem etiqueta', 'Joana Reis').waitFor()

  await button(bia, 'Mover Ivo Campos para…').click()
  await bia.getByRole('menuitem', { name: 'Orçamento' }).click()
  for (const page of [ana, bia]) await inLane(page, 'Orçamento', 'Ivo Campos').waitFor()
  await bia.context().close()
})

test('keys pressed before a moved card has the focus again act on it, and the focus goes to no card later', async () => {
  await createWaitingTicket('Lena Costa')
  await go('/kanban')
  await card(ana, 'Lena Costa').focus()
  await burst(ana, 'Shift+ArrowRight', 'Shift+ArrowRight')
  await inLane(ana, 'Orçamento', 'Lena Costa').waitFor()
  await ana.locator('[data-card]:focus', { hasText: 'Lena Costa' }).waitFor()
  const filter = button(ana, 'Todos os setores')
  await withoutFrames(ana, async () => {
    await burst(ana, 'Shift+ArrowLeft', 'Shift+ArrowLeft')
    await inLane(ana, 'Sem etiqueta', 'Lena Costa').waitFor()
    await filter.focus()
  })
  await createWaitingTicket('Nilo Paz')
  await inLane(ana, 'Sem etiqueta', 'Nilo Paz').waitFor()
  await ana.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await filter.and(ana.locator(':focus')).waitFor()
})

test('a card opens beside the board and is accepted there; a failed move is undone', async () => {
  await createWaitingTicket('Marcos Lima', 'Orçamento')
  await go('/kanban')
  await card(ana, 'Marcos Lima').press('Enter')
  await button(conversation(ana), 'Aceitar').first().click()
  await composer(ana).waitFor()
  expect(new URL(ana.url()).pathname).toBe('/kanban')
  await inLane(ana, 'Orçamento', 'Marcos Lima').getByText('Ana Prado').waitFor()

  await ana.route('**/api/ticket-tags/**', (route) => route.abort())
  await card(ana, 'Marcos Lima').press('Shift+ArrowLeft')
  await ana.getByText('Não foi possível mover: Marcos Lima voltou para Orçamento.').waitFor({ state: 'attached' })
  await inLane(ana, 'Orçamento', 'Marcos Lima').waitFor()
  await expectAccessible(ana, 'board')
})

test('tags added and created in a conversation are shown in the list', async () => {
  await createWaitingTicket('Rita Alves')
  // A name typed before the tags are loaded selects the existing tag instead of creating a similar one.
  await ana.route('**/api/tags/list', async (route) => {
    await Bun.sleep(500)
    await route.continue()
  })
  await go('/tickets')
  await acceptTicket(ana, 'Rita Alves')
  await button(conversation(ana), 'Etiquetas do atendimento').click()
  const field = ana.getByRole('textbox', { name: 'Buscar etiqueta' })
  await field.fill('vip')
  await field.press('Enter')
  await row(ana, 'Rita Alves').getByText('VIP do mês').waitFor({ state: 'attached' })
  await field.fill('Casamento')
  await field.press('Enter')
  await row(ana, 'Rita Alves').getByText('Casamento').waitFor({ state: 'attached' })
  await ana.keyboard.press('Escape')
})

test('on a phone a card is dragged by touch across lanes, and its conversation covers the board', async () => {
  await createWaitingTicket('Paulo Nunes')
  const small = await signIn(await harness.newContext(phone), shop.url, 'bia')
  await small.goto(`${shop.url}/kanban`)
  await inLane(small, 'Sem etiqueta', 'Paulo Nunes').waitFor()
  expect(await horizontalOverflow(small)).toBeLessThanOrEqual(0)

  const finger = await touchScreen(small)
  const carried = small.locator('[data-carried]')
  await finger.down(await middle(card(small, 'Paulo Nunes')))
  await carried.waitFor()
  await finger.move({ x: 352, y: 400 }) // the board scrolls until the lane is visible
  const there = await small.waitForFunction(
    (at) => (document.querySelector(`[data-lane="${at}"]`)?.getBoundingClientRect().left ?? 999) < 200 && at,
    tagIds.Orçamento,
  )
  expect(await there.jsonValue()).toBe(tagIds.Orçamento as number)
  await finger.move({ x: 240, y: 400 })
  await finger.up()
  await inLane(small, 'Orçamento', 'Paulo Nunes').waitFor()
  await carried.waitFor({ state: 'detached' })

  await finger.down(await middle(card(small, 'Paulo Nunes')))
  await carried.waitFor()
  await finger.lose()
  await carried.waitFor({ state: 'detached' })
  await inLane(small, 'Orçamento', 'Paulo Nunes').waitFor()

  await card(small, 'Paulo Nunes').tap()
  await conversation(small).waitFor()
  await lane(small, 'Orçamento').waitFor({ state: 'hidden' })
  await small.goBack()
  await lane(small, 'Orçamento').waitFor()
  await small.context().close()
})

interface Point {
  x: number
  y: number
}

/** Sends touch events through the DevTools protocol, so that the browser derives pointer events and gestures. */
async function touchScreen(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (at: Point) => touch('touchStart', at),
    move: (to: Point) => touch('touchMove', to),
    up: () => touch('touchEnd'),
    lose: () => touch('touchCancel'),
  }
}

async function middle(of: Locator): Promise<Point> {
  const box = await of.boundingBox()
  if (!box) throw new Error('not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
