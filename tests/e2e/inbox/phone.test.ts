import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { findClippedElements } from '../clipped-elements'
import { phone, until } from '../harness'
import {
  acceptTicket,
  bubble,
  button,
  composer,
  conversation,
  fillLogin,
  horizontalOverflow,
  list,
  openAccountMenu,
  row,
  signIn,
  tab,
} from '../screen'
import { createTicket, emailOf, password, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** The main screens on a phone of 360 × 780 px, used by touch, never wider than the screen. */

let page: Page

setUpShop()
beforeAll(async () => {
  page = await (await harness.newContext(phone)).newPage()
})

const fits = async () => expect([page.url(), await horizontalOverflow(page)]).toEqual([page.url(), 0])

const bottomBar = () => page.getByRole('navigation', { name: 'Navegação principal' })

test('login, sign-up and set-up fit the width', async () => {
  for (const path of ['login', 'signup', 'setup']) {
    await page.goto(`${shop.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await fits()
  }
})

test('accepting, replying and closing work by touch, one pane at a time', async () => {
  const long = 'Maria Aparecida dos Santos Albuquerque Figueiredo'
  const { number } = await createTicket(
    harness,
    shop,
    long,
    'https://padaria.test/um-endereço-muito-longo-sem-espaços-nenhuns',
  )
  await page.goto(`${shop.url}/login`)
  await fillLogin(page, emailOf('ana'), password)
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
  await button(conversation(page), 'Mais ações').tap()
  // A finger presses no keys.
  const keys = page.getByRole('menu').locator('kbd')
  expect([(await keys.count()) > 0, await keys.filter({ visible: true }).count()]).toEqual([true, 0])
  await page.getByRole('menuitem', { name: 'Encerrar' }).tap()
  await page.getByText('Atendimento encerrado.').waitFor()
  await list(page).waitFor()
  const bar = (await bottomBar().boundingBox())!
  expect([bar.height >= 56, bar.y + bar.height]).toEqual([true, phone.viewport.height])
  const toast = page.locator('[data-sonner-toast][data-front=true]')
  await until('the toast above the bar', async () => {
    const place = await toast.boundingBox()
    return place && place.y + place.height <= bar.y
  })
  await tab(page, 'Encerrados').tap()
  await row(page, 'Maria').waitFor()
  await fits()
})

test('a long press on a message opens its menu, and a reaction can be tapped beside its edge', async () => {
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

  // The touch target of a reaction is larger than its 24 px.
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
  await until('the larger touch target', () => mark.evaluate(isMetBeside))
})

test('a long press on a row closes a pending or open ticket and reopens a closed one', async () => {
  const choose = async (name: string, item: string) => {
    await row(page, name).dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 90, clientY: 300 })
    const chosen = page.getByRole('menuitem', { name: item })
    await chosen.waitFor()
    await row(page, name).dispatchEvent('pointerup', { pointerType: 'touch' })
    await chosen.tap()
  }
  const otto = await createTicket(harness, shop, 'Otto Reis')
  await page.getByRole('link', { name: 'Voltar para a lista' }).tap()
  await tab(page, 'Aguardando').tap()
  // The row may leave with the event, before the response brings its toast: an older toast would be tapped.
  await until('no toast', async () => (await page.locator('[data-sonner-toast]').count()) === 0)
  await choose('Otto Reis', 'Encerrar')
  await row(page, 'Otto Reis').waitFor({ state: 'detached' })
  // Undo makes the ticket pending without a user, as before.
  await button(page.locator('[data-sonner-toast][data-front=true]'), 'Desfazer').tap()
  await row(page, 'Otto Reis').waitFor()
  expect(await shop.request<object>('GET', `/tickets/${otto.id}`)).toMatchObject({ status: 'pending', userId: null })

  await tab(page, 'Meus').tap()
  await choose('Maria', 'Encerrar')
  await tab(page, 'Encerrados').tap()
  await choose('Maria', 'Reabrir')
  await composer(page).waitFor()
})

test('with the keyboard open, messages have 60 % of the screen, also while a message can be undone', async () => {
  const shareOfMessages = async () => {
    const log = await page.getByRole('log').boundingBox()
    return (log?.height ?? 0) / 508
  }
  // A phone of 390 × 844 px whose keyboard covers 336 px.
  await page.setViewportSize({ width: 390, height: 508 })
  await composer(page).tap()
  await bottomBar().waitFor({ state: 'hidden' })
  expect(await shareOfMessages()).toBeGreaterThanOrEqual(0.6)

  setUndoSeconds(10)
  await page.reload()
  await composer(page).fill('Um instante')
  const before = await shareOfMessages()
  await button(page, 'Enviar').tap()
  await bubble(page, 'Um instante').getByRole('button', { name: 'Desfazer' }).tap()
  expect([await shareOfMessages(), before >= 0.6]).toEqual([before, true])
  await bubble(page, 'Um instante').waitFor({ state: 'detached' })
  await composer(page).fill('')
  setUndoSeconds(0)
  await page.setViewportSize(phone.viewport)
  await fits()
})

const setUndoSeconds = (seconds: number) =>
  writeDatabase(shop.serving.dataDir, (db) =>
    db.run('update users set undoSeconds = ? where email = ?', [seconds, emailOf('ana')]),
  )

test('attachments, recording, menu, connections and their dialogs fit the width', async () => {
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

  await page.getByRole('link', { name: 'Voltar para a lista' }).tap()
  await openAccountMenu(page)
  await page.getByRole('dialog').getByRole('group', { name: 'Idioma' }).waitFor()
  await fits()
  await page.getByRole('dialog').getByRole('link', { name: 'Conexões' }).tap()
  await page.getByText('Conectada', { exact: true }).waitFor()
  await fits()
  await button(page, 'Nova conexão').tap()
  await page.getByRole('dialog').getByLabel('Nome').fill('Segundo número')
  await fits()
  await button(page.getByRole('dialog'), 'Salvar').tap()
  await page.getByRole('img', { name: 'QR Code para conectar Segundo número' }).waitFor()
  await fits()
  await button(page.getByRole('dialog'), 'Conectar com o número de telefone').tap()
  await page.getByRole('dialog').getByLabel('Número com código do país').waitFor()
  await fits()
})

test('the login page fits at 200 % zoom', async () => {
  const small = await (await harness.newContext({ ...phone, viewport: { width: 180, height: 390 } })).newPage()
  await small.goto(`${shop.url}/login`)
  await small.getByLabel('E-mail').waitFor()
  expect(await horizontalOverflow(small)).toBe(0)
})

/** Other pages of an agent, each with an element that is there once it is loaded. */
const screens: Record<string, (page: Page) => Locator> = {
  contacts: (page) => page.getByRole('listitem').filter({ hasText: 'Heitor Lima' }),
  kanban: (page) => page.locator('[data-card]'),
  schedules: (page) => page.getByRole('grid'),
  chats: (page) => button(page, 'Nova conversa'),
  'quick-messages': (page) => page.getByText('/pix', { exact: true }),
  tags: (page) => page.getByText('Orçado'),
  todolist: (page) => page.getByLabel('O que falta fazer?'),
}

/** Withholds the messages of conversations until the returned function is called. */
async function holdMessages(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/messages\/\d+/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Windows of 1440 × 900 and 1280 × 720 px at 200 % zoom. */
test('at 200 % zoom on a desktop no content is clipped', async () => {
  await shop.request('POST', '/quick-messages', { shortcode: 'pix', message: 'A chave é esta.', geral: true })
  for (const name of ['Orçado', 'Pronto']) await shop.request('POST', '/tags', { name, kanban: 1 })
  await createTicket(harness, shop, 'Heitor Lima')
  const zoomed = await signIn(await harness.newContext({ viewport: { width: 720, height: 450 } }), shop.url, 'bia')
  const check = async () =>
    expect([zoomed.url(), await horizontalOverflow(zoomed), await findClippedElements(zoomed)]).toEqual([
      zoomed.url(),
      0,
      [],
    ])
  const areFieldAndButtonVisible = async () => {
    const boxes = [
      composer(zoomed),
      button(zoomed, /^(Enviar|Gravar mensagem de voz)$/)
        .last()
        .last(),
    ].map((one) => one.boundingBox())
    const height = zoomed.viewportSize()?.height as number
    return (await Promise.all(boxes)).every((box) => box && box.y + box.height <= height)
  }
  await zoomed.getByText('Nenhum atendimento em andamento').waitFor()
  await check()
  const release = await holdMessages(zoomed)
  await acceptTicket(zoomed, 'Heitor Lima')
  await conversation(zoomed).getByRole('status', { name: 'Carregando' }).waitFor()
  expect(await areFieldAndButtonVisible()).toBe(true)
  release()
  await bubble(zoomed, 'Oi, aqui é Heitor Lima').waitFor()
  await check()
  const lines = Array.from({ length: 12 }, (_, n) => `linha ${n + 1}`).join('\n')
  for (const size of [
    { width: 720, height: 450 },
    { width: 640, height: 360 },
  ]) {
    await zoomed.setViewportSize(size)
    for (const text of ['Oi', lines]) {
      await composer(zoomed).fill(text)
      expect([size.height, await areFieldAndButtonVisible()]).toEqual([size.height, true])
      const read = await zoomed.getByRole('log').boundingBox()
      expect(read?.height).toBeGreaterThan(size.height / 5)
    }
    await check()
  }
  await zoomed.setViewportSize({ width: 720, height: 450 })
  for (const [path, shown] of Object.entries(screens)) {
    await zoomed.evaluate((to) => history.pushState(null, '', to), `/${path}`)
    await shown(zoomed).first().waitFor()
    await check()
  }
  await zoomed.context().close()
})

/** Part of a cut text that can be seen, from 0 to 1. */
const shownShare = (text: Locator) => text.evaluate(({ clientWidth, scrollWidth }) => clientWidth / scrollWidth)

test('the header of a conversation and the live team name queue and customer beside the due time', async () => {
  const hour = 60
  for (const [answerMinutes, words] of [
    [hour, 'Breno Paz'],
    [30 * 24 * hour, 'Cida Reis'],
  ] as const) {
    await shop.request('PUT', `/queue/${shop.queueId}`, { answerMinutes })
    await createTicket(harness, shop, words)
    await page.goto(`${shop.url}/team`)
    const waiting = page.getByRole('listitem').filter({ hasText: words })
    await waiting.first().waitFor()
    for (const text of [words, 'Balcão da loja'])
      expect([text, await shownShare(waiting.last().getByText(text, { exact: true }))]).toEqual([text, 1])
    await page.goto(`${shop.url}/tickets`)
    await tab(page, 'Aguardando').tap()
    await button(page, `Aceitar o atendimento de ${words}`).tap()
    await composer(page).waitFor()
    const queue = conversation(page).locator('header').getByText('Balcão da loja')
    expect([words, (await shownShare(queue)) > 0.5]).toEqual([words, true])
  }
  // The details closed by their button leave nothing behind for the way back.
  await button(conversation(page), 'Mostrar detalhes').tap()
  await button(page.getByRole('dialog'), 'Ocultar detalhes').tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goBack()
  await list(page).waitFor()
  await shop.request('PUT', `/queue/${shop.queueId}`, { answerMinutes: 0 })
})
