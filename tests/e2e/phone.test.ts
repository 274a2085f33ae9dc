import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { findClippedElements } from './clipped-elements'
import { phone, until } from './harness'
import {
  acceptTicket,
  bubble,
  button,
  composer,
  conversation,
  fillLogin,
  horizontalOverflow,
  list,
  row,
  signIn,
  tab,
} from './screen'
import { createTicket, password, people } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** The essentials on a telephone of 360 × 780 pixels, by touch alone. Nothing is ever wider than the screen. */

let page: Page

setUpShop()
beforeAll(async () => {
  page = await (await harness.newContext(phone)).newPage()
})

const fits = async () => expect([page.url(), await horizontalOverflow(page)]).toEqual([page.url(), 0])

test('the sign-in screens fit', async () => {
  for (const path of ['login', 'signup', 'setup']) {
    await page.goto(`${shop.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await fits()
  }
})

test('list, conversation and back; accept, answer and close', async () => {
  const long = 'Maria Aparecida dos Santos Albuquerque Figueiredo'
  const { number } = await createTicket(
    harness,
    shop,
    long,
    'https://padaria.test/um-endereço-muito-longo-sem-espaços-nenhuns',
  )
  await page.goto(`${shop.url}/login`)
  await fillLogin(page, people.ana.email, password)
  await list(page).waitFor()
  await fits()
  await tab(page, 'Aguardando').tap()
  await fits()
  await button(page, `Aceitar o atendimento de ${long}`).tap()
  await composer(page).waitFor()
  await list(page).waitFor({ state: 'hidden' })
  await bubble(page, 'padaria.test').waitFor()
  await fits()

  await composer(page).tap()
  await page.keyboard.insertText('Oi, Maria! Já vamos ver.')
  await button(page, 'Enviar').tap()
  await harness.control.waitForMessage({ phone: number, text: 'Oi, Maria! Já vamos ver.' })
  await harness.control.send({
    from: number,
    to: shop.owner,
    content: { image: { sample: 'photo' }, caption: 'x'.repeat(300) },
  })
  await bubble(page, 'xxxx').locator('img').waitFor()
  await fits()

  await page.getByRole('link', { name: 'Voltar para a lista' }).tap()
  await list(page).waitFor()
  await conversation(page).waitFor({ state: 'hidden' })
  await row(page, 'Maria').getByRole('link').tap()
  await composer(page).waitFor()
  await page.goBack()
  await list(page).waitFor()
  await row(page, 'Maria').getByRole('link').tap()
  await button(conversation(page), 'Encerrar').tap()
  await page.getByText('Atendimento encerrado.').waitFor()
  await list(page).waitFor()
  await tab(page, 'Encerrados').tap()
  await row(page, 'Maria').waitFor()
  await fits()
})

test('a finger held on a message opens its menu', async () => {
  await row(page, 'Maria').getByRole('link').tap()
  await button(conversation(page), 'Reabrir').first().tap()
  await composer(page).waitFor()
  const touched = bubble(page, 'Já vamos ver')
  await touched.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 200, clientY: 300 })
  await page.getByRole('menuitem', { name: 'Responder' }).tap()
  await button(page, 'Cancelar a resposta').waitFor()
  await touched.dispatchEvent('pointerup', { pointerType: 'touch' })
  await fits()
  await button(page, 'Cancelar a resposta').tap()

  // A mark of 24 pixels is met by a finger that lands beside it.
  await touched.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 200, clientY: 300 })
  await page.getByRole('menuitemradio', { name: 'Reagir com 👍' }).tap()
  await touched.dispatchEvent('pointerup', { pointerType: 'touch' })
  const mark = button(touched, 'Remover a reação 👍')
  await mark.waitFor()
  const isMetBeside = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const points = [
      [-20, 0],
      [20, 0],
      [0, -14],
      [0, 26],
    ] as const
    return points.every(([right, down]) => document.elementFromPoint(x + right, y + down) === element)
  }
  await until('the mark to be met', () => mark.evaluate(isMetBeside))
})

test('a finger held on a row closes what waits or is open, and reopens what is closed', async () => {
  const choose = async (name: string, item: string) => {
    await row(page, name).dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 90, clientY: 300 })
    const chosen = page.getByRole('menuitem', { name: item })
    await chosen.waitFor()
    await row(page, name).dispatchEvent('pointerup', { pointerType: 'touch' })
    await chosen.tap()
  }
  const otto = await createTicket(harness, shop, 'Otto Reis')
  await page.getByRole('link', { name: 'Voltar para a lista' }).tap()
  await tab(page, 'Abertos').tap()
  await tab(page, 'Aguardando').tap()
  await choose('Otto Reis', 'Encerrar')
  await row(page, 'Otto Reis').waitFor({ state: 'detached' })
  // What waited was nobody's, and waits again.
  await button(page.locator('[data-sonner-toast][data-front=true]'), 'Desfazer').tap()
  await row(page, 'Otto Reis').waitFor()
  expect(await shop.request<object>('GET', `/tickets/${otto.id}`)).toMatchObject({ status: 'pending', userId: null })

  await tab(page, 'Atendendo').tap()
  await choose('Maria', 'Encerrar')
  await tab(page, 'Encerrados').tap()
  await choose('Maria', 'Reabrir')
  await composer(page).waitFor()
})

test('attachments, recording, menu, connections and their dialogs fit', async () => {
  const name = `${'catálogo completo de doces e salgados '.repeat(3)}.pdf`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await page.getByRole('dialog').getByText('catálogo completo').waitFor()
  await fits()
  await button(page.getByRole('dialog'), 'Fechar').tap()
  await button(page, 'Gravar mensagem de voz').tap()
  await page
    .getByRole('region', { name: 'Gravando' })
    .getByText(/^0:0[1-9]$/)
    .waitFor()
  await fits()
  await button(page, 'Parar e ouvir').tap()
  await button(page, 'Enviar mensagem de voz').waitFor()
  await fits()
  await button(page, 'Descartar a gravação').tap()

  await button(page, 'Abrir o menu').tap()
  await page.getByRole('dialog').getByLabel('Idioma').waitFor()
  await fits()
  await page.getByRole('dialog').getByRole('link', { name: 'Conexões' }).tap()
  await page.getByText('Conectada', { exact: true }).waitFor()
  await fits()
  await button(page, 'Adicionar conexão').tap()
  await page.getByRole('dialog').getByLabel('Nome').fill('Segundo número')
  await fits()
  await button(page.getByRole('dialog'), 'Adicionar conexão').tap()
  await page.getByRole('img', { name: 'QR code para conectar Segundo número' }).waitFor()
  await fits()
  await button(page.getByRole('dialog'), 'Conectar com um código pelo número').tap()
  await page.getByRole('dialog').getByLabel('Número com código do país').waitFor()
  await fits()
})

test('with letters twice as large the sign-in is still within reach', async () => {
  const small = await (await harness.newContext({ ...phone, viewport: { width: 180, height: 390 } })).newPage()
  await small.goto(`${shop.url}/login`)
  await small.getByLabel('E-mail').waitFor()
  expect(await horizontalOverflow(small)).toBe(0)
})

/** What an agent has beside tickets, and what stands there once it is loaded. */
const screens: Record<string, (page: Page) => Locator> = {
  contacts: (page) => page.getByRole('listitem').filter({ hasText: 'Heitor Lima' }),
  kanban: (page) => page.locator('[data-card]'),
  schedules: (page) => page.getByRole('grid'),
  chats: (page) => button(page, 'Nova conversa'),
  'quick-messages': (page) => page.getByText('/pix', { exact: true }),
  tags: (page) => page.getByText('Orçado'),
  todolist: (page) => page.getByLabel('O que falta fazer?'),
}

/** A desk of 1440 × 900 at 200 %, and one of 1280 × 720. */
test('at a desk twice as large nothing is cut off', async () => {
  await shop.request('POST', '/quick-messages', { shortcode: 'pix', message: 'A chave é esta.', geral: true })
  for (const name of ['Orçado', 'Pronto']) await shop.request('POST', '/tags', { name, kanban: 1 })
  await createTicket(harness, shop, 'Heitor Lima')
  const desk = await signIn(await harness.newContext({ viewport: { width: 720, height: 450 } }), shop.url, 'bia')
  const check = async () =>
    expect([desk.url(), await horizontalOverflow(desk), await findClippedElements(desk)]).toEqual([desk.url(), 0, []])
  await desk.getByText('Nenhum atendimento em andamento').waitFor()
  await check()
  await acceptTicket(desk, 'Heitor Lima')
  await check()
  const lines = Array.from({ length: 12 }, (_, n) => `linha ${n + 1}`).join('\n')
  for (const size of [
    { width: 720, height: 450 },
    { width: 640, height: 360 },
  ]) {
    await desk.setViewportSize(size)
    for (const text of ['Oi', lines]) {
      await composer(desk).fill(text)
      const bottoms = [composer(desk), button(desk, /^Enviar$/)].map(async (one) => {
        const box = await one.boundingBox()
        return box && box.y + box.height <= size.height
      })
      expect([size.height, ...(await Promise.all(bottoms))]).toEqual([size.height, true, true])
      const read = await desk.getByRole('log').boundingBox()
      expect(read?.height).toBeGreaterThan(size.height / 5)
    }
    await check()
  }
  await desk.setViewportSize({ width: 720, height: 450 })
  for (const [path, shown] of Object.entries(screens)) {
    await desk.evaluate((to) => history.pushState(null, '', to), `/${path}`)
    await shown(desk).first().waitFor()
    await check()
  }
  await desk.context().close()
})
