import { afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { desktop, until } from '../harness'
import { acceptTicket, bubble, button, composer, conversation, row, sendMessage, signIn, tab } from '../screen'
import { createTicket, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'
import { insertHistory } from './message-history'

/** Search, navigation, notes, failed messages and media in a conversation. */

let page: Page
let joana: Awaited<ReturnType<typeof createTicket>>

setUpShop()
beforeAll(async () => {
  joana = await createTicket(harness, shop, 'Joana Reis')
  await createTicket(harness, shop, 'Heitor Lima')
  writeDatabase(shop.serving.dataDir, (db) => {
    insertHistory(db, joana.id, 400)
    db.query('update messages set id = id + 1000 where ticketId = ? and waId not like ?').run(joana.id, 'PAST%')
    db.query("update messages set body = 'O CHÁ de maçã acabou' where waId = 'PAST40' and ticketId = ?").run(joana.id)
  })
  page = await signIn(await harness.newContext(), shop.url, 'bia')
  await acceptTicket(page, 'Heitor Lima')
  await acceptTicket(page, 'Joana Reis')
})

// A test that fails on a phone's width leaves the next ones a desk.
afterEach(() => page.setViewportSize(desktop))

const waitUntilInView = (text: string) =>
  until(`${text} in view`, async () => {
    const frame = await page.getByRole('log').boundingBox()
    const box = await bubble(page, text).first().boundingBox()
    return frame && box && box.y >= frame.y - 1 && box.y + box.height <= frame.y + frame.height + 1
  })

test('the search in a conversation finds an old message without accents, and a button leads to the newest', async () => {
  await bubble(page, 'aqui é Joana').waitFor()
  // With a slow request, the list must not scroll to its end before the message is loaded.
  await page.route('**/messages/*?*around=*', (route) => Bun.sleep(1000).then(() => route.continue()))
  await composer(page).press('Control+f')
  await page.getByRole('textbox', { name: 'Buscar nesta conversa' }).fill('cha de maca')
  await page.getByText('1 de 1').waitFor()
  await waitUntilInView('O CHÁ de maçã acabou')
  const mark = bubble(page, 'O CHÁ de maçã acabou').locator('mark', { hasText: /^CHÁ de maçã$/ })
  await mark.waitFor()
  await page.keyboard.press('Escape')
  await mark.waitFor({ state: 'detached' })
  await composer(page).and(page.locator(':focus')).waitFor()
  await button(page, 'Ir para a última mensagem').click()
  await waitUntilInView('aqui é Joana')
})

test('a link to a message opens it with its surroundings, and scrolling loads up to the newest', async () => {
  await page.goto(`${shop.url}/tickets/${joana.uuid}?message=${await idOf('PAST100')}`)
  await waitUntilInView('100.')
  expect(new URL(page.url()).search).toBe('')
  await until('the end', async () => {
    await page.getByRole('log').evaluate((log) => log.scrollBy(0, 4000))
    return bubble(page, 'aqui é Joana').isVisible()
  })
})

for (const [width, height] of [
  [360, 740],
  [390, 844],
  [1440, 900],
] as const)
  test(`at ${width} px the button that leads to the newest message covers no message`, async () => {
    await page.setViewportSize({ width, height })
    await page.goto(`${shop.url}/tickets/${joana.uuid}?message=${await idOf('PAST97')}`)
    await waitUntilInView('97.')
    const jump = (await button(page, 'Ir para a última mensagem').boundingBox())!
    const log = (await page.getByRole('log').boundingBox())!
    expect(log.y + log.height).toBeLessThanOrEqual(jump.y)
    expect(await page.locator('[data-message]').count()).toBeGreaterThan(3)
  })

/** Lines of a text, and how far the time of its message stands below the last one, in px. */
const timesOnScreen = () =>
  page.locator('[data-message]').evaluateAll((all) =>
    all.flatMap((bubble) => {
      const [space, time] = [bubble.querySelector('[data-time-space]'), bubble.querySelector('time')]
      if (!space?.previousSibling || !time) return []
      const text = document.createRange()
      text.setStartBefore(space.parentElement!.firstChild!)
      text.setEndBefore(space)
      const lines = [...text.getClientRects()].filter(({ width }) => width > 0)
      const last = lines.at(-1)
      if (!last) return [] // a row far from the view is not drawn
      const box = time.getBoundingClientRect()
      const isBeside = box.top < last.bottom && box.bottom > last.top && box.left >= last.right
      return [{ text: bubble.textContent, isBeside }]
    }),
  )

for (const width of [360, 390, 1440])
  test(`at ${width} px no time stands alone on a line or on a word, and bubbles are flush with both margins`, async () => {
    await page.setViewportSize({ width, height: 844 })
    const seen = new Map<string, boolean>()
    for (const place of [60, 150, 240, 330]) {
      await page.goto(`${shop.url}/tickets/${joana.uuid}?message=${await idOf(`PAST${place}`)}`)
      await waitUntilInView(`${place}.`)
      for (const { text, isBeside } of await timesOnScreen()) seen.set(text ?? '', isBeside)
    }
    expect(seen.size).toBeGreaterThan(30)
    expect([...seen].filter(([, isBeside]) => !isBeside)).toEqual([])
    const margins = await page.getByRole('log').evaluate((log) => {
      const frame = log.getBoundingClientRect()
      const boxes = [...log.querySelectorAll('[data-message] > div:first-child')].map((one) =>
        one.getBoundingClientRect(),
      )
      const left = Math.min(...boxes.map((box) => box.left)) - frame.left
      return { left, right: frame.left + log.clientWidth - Math.max(...boxes.map((box) => box.right)) }
    })
    expect(margins.left).toBe(margins.right)
    expect(margins.left).toBeLessThanOrEqual(width < 600 ? 12 : 20)
  })

test('the number of a long line of a list stays on one line on a phone', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${shop.url}/tickets/${joana.uuid}?message=${await idOf('PAST97')}`)
  await waitUntilInView('97.')
  const number = bubble(page, '97.').first().getByText('97.', { exact: true })
  const lines = await number.evaluate((mark) => {
    const range = document.createRange()
    range.selectNodeContents(mark)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('a right click opens the menu of a message but not on marked words; a double click beside it quotes', async () => {
  await page.goto(`${shop.url}/tickets/${joana.uuid}`)
  const received = bubble(page, 'aqui é Joana')
  const menu = page.getByRole('menu', { name: 'Ações da mensagem' })
  const text = received.getByText('aqui é Joana')
  await text.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Responder' }).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await text.dblclick()
  await text.click({ button: 'right' })
  expect([await menu.count(), await button(page, 'Cancelar a resposta').count()]).toEqual([0, 0])
  const { width } = (await received.boundingBox())!
  await received.dblclick({ position: { x: width - 20, y: 10 } })
  await button(page, 'Cancelar a resposta').click()
})

test('a message forwarded to a contact is marked as forwarded', async () => {
  await sendMessage(page, 'Nosso endereço: Rua das Flores, 10')
  const ours = bubble(page, 'Rua das Flores')
  await ours.getByRole('img', { name: /Enviada|Entregue/ }).waitFor()
  await ours.hover()
  await button(ours, 'Ações da mensagem').click()
  await page.getByRole('menuitem', { name: 'Encaminhar' }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /Heitor Lima/ })
    .check()
  await button(page, 'Encaminhar para 1').click()
  await page.getByText('Mensagem encaminhada.').waitFor()
  await row(page, 'Heitor Lima').click()
  await bubble(page, 'Rua das Flores').getByText('Encaminhada').waitFor()
})

test('a colleague’s note appears and disappears live and is not among the messages', async () => {
  await row(page, 'Joana Reis').click()
  const { id } = await shop.request<{ id: number }>('POST', '/ticket-notes', {
    ticketId: joana.id,
    note: 'prefere retirar',
  })
  const note = conversation(page).getByRole('article', { name: /Nota de/ })
  await note.getByText('prefere retirar').waitFor()
  await shop.request('DELETE', `/ticket-notes/${id}`)
  await note.waitFor({ state: 'detached' })
  const { messages } = await shop.request<{ messages: { body: string }[] }>('GET', `/messages/${joana.id}`)
  expect(messages.map(({ body }) => body)).not.toContain('prefere retirar')
})

test('a message refused by WhatsApp shows the reason and is sent on retry', async () => {
  await harness.control.fault('ackError', 463, 1, shop.owner)
  await sendMessage(page, 'Fica pronto às seis')
  await bubble(page, 'Fica pronto')
    .getByText('Não entregue. O WhatsApp não deixa este número iniciar conversas agora (463)')
    .waitFor()
  await button(bubble(page, 'Fica pronto'), 'Tentar de novo').click()
  await harness.control.waitForMessage({ phone: joana.number, text: 'Fica pronto às seis' })
  await bubble(page, 'Fica pronto').getByText('Não entregue').waitFor({ state: 'detached' })
})

test('a refused message that is discarded is removed from conversation, list and API', async () => {
  await harness.control.fault('ackError', 463, 1, shop.owner)
  await sendMessage(page, 'Isto não vai')
  await button(bubble(page, 'Isto não vai'), 'Descartar').click()
  await bubble(page, 'Isto não vai').waitFor({ state: 'detached' })
  await row(page, 'Joana Reis').getByText('Fica pronto às seis').waitFor()
  const { messages } = await shop.request<{ messages: { body: string }[] }>('GET', `/messages/${joana.id}`)
  expect(messages.at(-1)?.body).toBe('Fica pronto às seis')
})

test('a file whose download failed is downloaded on retry', async () => {
  // Starts at the last of five attempts, since all of them take minutes.
  const last = "create trigger last after insert on jobs when new.name = 'media.fetch'"
  const { dataDir } = shop.serving
  writeDatabase(dataDir, (db) => db.run(`${last} begin update jobs set attempts = 4 where id = new.id; end`))
  await harness.control.fault('mediaFailure', 503, 100, 'download')
  const content = { image: { sample: 'cake' }, caption: 'este aqui' } as const
  await harness.control.send({ from: joana.number, to: shop.owner, content })
  const picture = bubble(page, 'este aqui')
  await picture.getByText('O arquivo não chegou').waitFor()
  await harness.control.fault('mediaFailure', 503, 0)
  writeDatabase(dataDir, (db) => db.run('drop trigger last'))
  await button(picture, 'Tentar de novo').click()
  await button(picture, 'Abrir a imagem').waitFor()
  await picture.getByText('O arquivo não chegou').waitFor({ state: 'detached' })
})

test('a view-once picture is not shown but announced with a hint to the phone', async () => {
  const content = { image: { sample: 'cake' }, viewOnce: true } as const
  await harness.control.send({ from: joana.number, to: shop.owner, content })
  const once = bubble(page, 'Visualização única')
  await once.getByText('Só pode ser aberta uma vez, no celular.').waitFor()
  expect(await once.getByRole('img').count()).toBe(0)
})

test('a message that cannot be decrypted yet has a placeholder, which its text replaces', async () => {
  await harness.control.fault('noContent')
  await harness.control.send({ from: joana.number, to: shop.owner, content: 'veio depois' })
  await bubble(page, 'Aguardando esta mensagem').waitFor()
  await bubble(page, 'veio depois').waitFor()
  await bubble(page, 'Aguardando esta mensagem').waitFor({ state: 'detached' })
})

test('the next voice note plays after the end of the previous one', async () => {
  const voice = (seconds: number) => ({ audio: { sample: 'voice', seconds }, ptt: true, seconds }) as const
  // The second one is long enough to be still playing when checked on a slow machine.
  for (const seconds of [1, 9])
    await harness.control.send({ from: joana.number, to: shop.owner, content: voice(seconds) })
  const spoken = page.locator('[data-message]', { has: page.getByRole('slider') })
  await button(spoken.nth(1), 'Ouvir').waitFor()
  await button(spoken.first(), 'Ouvir').click()
  await button(spoken.nth(1), 'Pausar').waitFor()
})

test('a new ticket of a contact shows the messages of the previous ticket above', async () => {
  await shop.request('PUT', `/tickets/${joana.id}`, { status: 'closed' })
  await shop.request('PUT', '/settings/reopenWindowMinutes', { value: '0' })
  await harness.control.send({ from: joana.number, to: shop.owner, content: 'Voltei!' })
  await tab(page, 'Aguardando').click()
  await row(page, 'Joana Reis').waitFor()
  await acceptTicket(page, 'Joana Reis')
  await bubble(page, 'Voltei!').waitFor()
  await bubble(page, 'Rua das Flores').waitFor()
  await page.getByText(/encerrou o atendimento/).waitFor()
  await page.getByText(/^Atendimento nº/).waitFor()
})

async function idOf(waId: string): Promise<number> {
  const { hits } = await shop.request<{ hits: { id: number }[] }>(
    'GET',
    `/messages/${joana.id}/search?q=${waId.replace('PAST', '')}.`,
  )
  return hits.at(-1)?.id as number
}

test('a mention in a note is in the notifications at the next login until the note is opened', async () => {
  const { users } = await shop.request<{ users: { id: number; name: string }[] }>('GET', '/users/list')
  const duda = users.find(({ name }) => name === 'Duda Reis')
  const note = '@Duda Reis, ela é alérgica a nozes'
  await shop.request('POST', '/ticket-notes', { ticketId: joana.id, note, mentions: [duda?.id] })
  const theirs = await signIn(await harness.newContext(), shop.url, 'duda')
  await button(theirs, 'Notificações: 1 atendimento espera por você').click()
  await theirs
    .getByRole('region', { name: 'Menções a você' })
    .getByRole('link', { name: /alérgica a nozes/ })
    .click()
  await conversation(theirs)
    .getByRole('article', { name: /Nota de/ })
    .getByText('alérgica a nozes')
    .waitFor()
  await theirs.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
  await theirs.reload()
  await theirs.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
})
