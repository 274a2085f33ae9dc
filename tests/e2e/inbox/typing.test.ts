import { afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { desktop, until } from '../harness'
import { acceptTicket, bubble, button, composer, conversation, list, row, signIn, tab, waitForValue } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Letters typed outside a field go to the composer of the open conversation and are no commands (docs/adr/0031). */

setUpShop()

const sentence = 'Oi Lívia, pode vir até as 18h'
/** Bia's page, opened again at the tickets after each test: a browser context of its own takes three times as long. */
let page: Page
beforeAll(async () => {
  page = await signIn(await harness.newContext({ permissions: ['clipboard-read', 'clipboard-write'] }), shop.url, 'bia')
})
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(desktop)
  await page.goto(`${shop.url}/tickets`)
  await list(page).waitFor()
})

const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
const waitForComposerFocus = () => composer(page).and(page.locator(':focus')).waitFor()
/** Question about the unsent reply of a conversation that is being closed. */
const draftQuestion = () => page.getByRole('dialog', { name: 'Encerrar com uma resposta não enviada?' })
const closeWithDraft = async () => {
  await page.keyboard.press('Alt+e')
  await button(draftQuestion(), 'Encerrar assim mesmo').click()
}
const ticketOf = (id: number) =>
  shop.request<{ status: string; user: { name: string } | null }>('GET', `/tickets/${id}`)
const expectHeldByBia = async (id: number) =>
  expect(await ticketOf(id)).toMatchObject({ status: 'open', user: { name: 'Bia Torres' } })

/** Creates a ticket that Bia accepts; its conversation is open. */
async function openOwnTicket(name: string) {
  const ticket = await createTicket(harness, shop, name)
  await acceptTicket(page, name)
  await bubble(page, `Oi, aqui é ${name}`).waitFor()
  return ticket
}

test('a sentence typed after a click on a bubble is complete in the composer and changes no ticket', async () => {
  const { id } = await openOwnTicket('Lívia Ramos')
  await bubble(page, 'Oi, aqui é Lívia Ramos').click()
  await page.keyboard.type(sentence)
  await waitForValue(composer(page), sentence)
  await heading('Lívia Ramos').waitFor()
  await expectHeldByBia(id)

  // After another click outside the field, typing continues at the end of the text.
  await heading('Lívia Ramos').click()
  await page.keyboard.press('Shift+E')
  await waitForValue(composer(page), `${sentence}E`)
  // Space and Enter on a button press the button.
  await composer(page).fill('')
  const details = button(page, /detalhes/).first()
  await details.focus()
  const before = await details.getAttribute('aria-expanded')
  await page.keyboard.press('Space')
  expect(await details.getAttribute('aria-expanded')).not.toBe(before)
  await page.keyboard.press('Enter')
  expect(await details.getAttribute('aria-expanded')).toBe(before)
  await page.keyboard.press('v')
  await waitForValue(composer(page), 'v')
  await expectHeldByBia(id)
})

test('accents begun outside the composer and pasted text are inserted into it', async () => {
  await openOwnTicket('Aurélia Paz')
  await bubble(page, 'Oi, aqui é Aurélia Paz').click()
  const devtools = await page.context().newCDPSession(page)
  // The dead key ´, then the character composed with a.
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'BracketLeft' })
  await waitForComposerFocus()
  await devtools.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 })
  await devtools.send('Input.insertText', { text: 'á' })
  await waitForValue(composer(page), 'á')
  await bubble(page, 'Oi, aqui é Aurélia Paz').click()
  await page.evaluate(() => navigator.clipboard.writeText(' vista, ou em três vezes?'))
  await page.keyboard.press('Control+v')
  await waitForValue(composer(page), 'á vista, ou em três vezes?')
})

test('text typed while a ticket is being accepted by key is inserted once the composer is open', async () => {
  const { id } = await createTicket(harness, shop, 'Otávia Reis')
  await tab(page, 'Aguardando').click()
  await row(page, 'Otávia Reis').waitFor()
  await page.route(`**/api/tickets/${id}`, async (route) => {
    await until('the words', async () => words >= text.length)
    await route.continue()
  })
  const text = 'Oi, pode vir agora'
  let words = 0
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('a')
  for (const sign of text) {
    await page.keyboard.press(sign === ' ' ? 'Space' : sign)
    words++
  }
  await waitForValue(composer(page), text)
  await waitForComposerFocus()
  await page.keyboard.type('!')
  await waitForValue(composer(page), `${text}!`)
  await expectHeldByBia(id)
})

test('letters typed while no composer is open change no ticket', async () => {
  const { id } = await openOwnTicket('Quitéria Luz')
  await button(conversation(page), 'Encerrar').click()
  await heading('Quitéria Luz').waitFor({ state: 'detached' })
  // Closing has opened the next conversation of the list.
  await page.getByRole('link', { name: 'Atendimentos' }).first().click()
  const typed = 'uma aveia, já vejo se pesa? x/ testar'
  await page.keyboard.type('uma aveia, já vejo se pesa')
  await tab(page, 'Encerrados').click()
  await row(page, 'Quitéria Luz').getByRole('link').click()
  await button(conversation(page), 'Reabrir').first().waitFor()
  await page.keyboard.type(typed)
  await bubble(page, 'Oi, aqui é Quitéria Luz').click()
  await page.keyboard.type(typed)
  await heading('Quitéria Luz').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await ticketOf(id)).toMatchObject({ status: 'closed' })

  // On a focused row, the letter is a command.
  await tab(page, 'Encerrados').focus()
  await row(page, 'Quitéria Luz').getByRole('link').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('a')
  await waitForComposerFocus()
  await expectHeldByBia(id)
})

test('words typed before the response to an edit are kept for the next message', async () => {
  await openOwnTicket('Cléo Paz')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/messages/edit/*', async (route) => {
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response })
  })
  await composer(page).fill('São 80 reais')
  await page.keyboard.press('Enter')
  await bubble(page, 'São 80 reais')
    .getByRole('img', { name: /Enviada|Entregue|Lida/ })
    .waitFor()
  await page.keyboard.press('ArrowUp')
  await waitForValue(composer(page), 'São 80 reais')
  await composer(page).fill('São 90 reais')
  await page.keyboard.press('Enter')
  await bubble(page, 'São 90 reais').getByText('editada').waitFor()
  await page.keyboard.type(sentence)
  const response = page.waitForResponse('**/api/messages/edit/*')
  gate.resolve()
  await response
  await waitForValue(composer(page), sentence)
  await page.keyboard.press('Enter')
  await bubble(page, sentence).waitFor()
})

test('Alt with a letter is a command anywhere, also while writing, and keeps the draft', async () => {
  const first = await openOwnTicket('Amália Sá')
  const second = await createTicket(harness, shop, 'Benta Gil')
  await acceptTicket(page, 'Benta Gil')
  await composer(page).fill('meio escrito')
  await page.keyboard.press('Alt+e')
  await button(draftQuestion(), 'Cancelar').click()
  await waitForComposerFocus()
  await waitForValue(composer(page), 'meio escrito')
  await expectHeldByBia(second.id)
  await closeWithDraft()
  await heading('Amália Sá').waitFor()
  await waitForComposerFocus()
  expect(await ticketOf(second.id)).toMatchObject({ status: 'closed' })
  await page.keyboard.type('tarde')
  await waitForValue(composer(page), 'tarde')
  await expectHeldByBia(first.id)
  await page.keyboard.press('Alt+t')
  await button(page.getByRole('dialog'), 'Transferir').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('in the internal chat, text typed outside its field is inserted into it', async () => {
  await page.getByRole('link', { name: 'Chat interno' }).click()
  await button(page, 'Nova conversa').first().click()
  await page.getByLabel('Título').fill('Forno')
  await page.getByLabel('Caio Lima').check()
  await button(page, 'Iniciar conversa').click()
  const words = page.getByRole('textbox', { name: 'Mensagem para os colegas' })
  await words.waitFor()
  await page.getByRole('log', { name: 'Mensagens' }).click()
  await page.keyboard.type('gira, e dá?')
  await waitForValue(words, 'gira, e dá?')
})

/** Creates two tickets of Bia; the second one is open and the first one is next in the list. */
async function openTwo(names: [string, string]) {
  const first = await openOwnTicket(names[0])
  const second = await createTicket(harness, shop, names[1])
  await acceptTicket(page, names[1])
  // The composer of the first one has the focus until the second one is on screen.
  await heading(names[1]).waitFor()
  await waitForComposerFocus()
  return [first, second] as const
}
/** Holds the request that closes a ticket until it is released. */
async function holdClosing(id: number) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(`**/api/tickets/${id}`, async (route) =>
    (await promise) === 'abort' ? route.abort() : route.continue(),
  )
  return resolve
}

test.each([
  ['without a draft', '', () => page.keyboard.press('Alt+e')],
  ['with a draft', 'nunca enviado', closeWithDraft],
])('words typed after closing a conversation %s wait for the next one, accents included', async (_, draft, close) => {
  const [, { id }] = await openTwo(['Cora Dias', 'Davi Reis'])
  await page.keyboard.type(draft)
  const release = await holdClosing(id)
  await close()
  await page.keyboard.type('Ol')
  // The dead key ´, then the character composed with a.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'BracketLeft' })
  await devtools.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 })
  await devtools.send('Input.insertText', { text: 'á' })
  await page.keyboard.type(', Cora')
  expect(await composer(page).inputValue()).toBe(draft)
  release('continue')
  await heading('Cora Dias').waitFor()
  await waitForValue(composer(page), 'Olá, Cora')
  await waitForComposerFocus()
  await page.keyboard.type('!')
  await waitForValue(composer(page), 'Olá, Cora!')
})

test('words typed while the question about an unsent reply is asked go where the answer leads', async () => {
  await openTwo(['Iara Luz', 'Jonas Sá'])
  await page.keyboard.type('Um ')
  await page.keyboard.press('Alt+e')
  await button(draftQuestion(), 'Cancelar').waitFor()
  await page.keyboard.type('momento, por favor')
  await button(draftQuestion(), 'Cancelar').click()
  await waitForValue(composer(page), 'Um momento, por favor')
  await page.keyboard.press('Alt+e')
  await button(draftQuestion(), 'Cancelar').waitFor()
  await page.keyboard.type('Bom dia, Iara')
  await button(draftQuestion(), 'Encerrar assim mesmo').click()
  await page.keyboard.type('!')
  await heading('Iara Luz').waitFor()
  await waitForValue(composer(page), 'Bom dia, Iara!')
})

test('words typed while the question is asked become part of the reply that a close without a next one keeps', async () => {
  await openOwnTicket('Lia Sá')
  // Without room for the list no next conversation opens.
  await page.setViewportSize({ width: 700, height: 800 })
  await waitForComposerFocus()
  await page.keyboard.type('Um ')
  await page.keyboard.press('Alt+e')
  await button(draftQuestion(), 'Cancelar').waitFor()
  await page.keyboard.type('momento')
  await button(draftQuestion(), 'Encerrar assim mesmo').click()
  await tab(page, 'Encerrados').click()
  await row(page, 'Lia Sá').getByRole('link').click()
  await button(conversation(page), 'Reabrir').first().click()
  await waitForValue(composer(page), 'Um momento')
})

test('words typed after a close that is refused return to the conversation', async () => {
  const [, { id }] = await openTwo(['Elza Melo', 'Fábio Sá'])
  await page.keyboard.type('Um ')
  const release = await holdClosing(id)
  await closeWithDraft()
  await page.keyboard.type('momento')
  release('abort')
  await waitForValue(composer(page), 'Um momento')
  await heading('Fábio Sá').waitFor()
  await waitForComposerFocus()
})

test('words typed after accepting the next customer from a conversation go to that customer', async () => {
  await openOwnTicket('Gil Prado')
  await createTicket(harness, shop, 'Hilda Nery')
  // The key does nothing until the browser knows of a waiting customer.
  await tab(page, 'Aguardando').filter({ hasText: '1' }).waitFor()
  await waitForComposerFocus()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/tickets/accept-next*', async (route) => promise.then(() => route.continue()))
  await page.keyboard.press('Alt+q')
  await page.keyboard.type('Bom dia, Hilda')
  resolve()
  await heading('Hilda Nery').waitFor()
  await waitForValue(composer(page), 'Bom dia, Hilda')
  await row(page, 'Gil Prado').getByRole('link').click()
  await heading('Gil Prado').waitFor()
  await waitForValue(composer(page), '')
})
