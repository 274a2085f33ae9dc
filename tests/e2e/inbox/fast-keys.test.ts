import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { acceptTicket, bubble, button, composer, row, signIn, tab, waitForValue } from '../screen'
import { createTicket, people } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'
import { burst, withoutFrames } from './burst'

/** Keys pressed faster than the screen changes reach the place for which they are meant (docs/adr/0095). */

setUpShop()

let page: Page
beforeEach(async () => {
  page = await signIn(await harness.newContext(), shop.url, 'bia')
})
afterEach(() => page.context().close())

/** Creates a ticket that Bia accepts; its composer has the focus. */
async function openOwnTicket(name: string) {
  const ticket = await createTicket(harness, shop, name)
  await acceptTicket(page, name)
  await bubble(page, `Oi, aqui é ${name}`).waitFor()
  await composer(page).and(page.locator(':focus')).waitFor()
  return ticket
}

test('words typed right after the key of a panel, dialog or search are in its field, none in the message', async () => {
  await openOwnTicket('Lia Prado')
  await composer(page).fill('meio escrito')
  await withoutFrames(page, async () => {
    await burst(page, 'Alt+l', { text: 'urgente' })
    await waitForValue(page.getByRole('textbox', { name: 'Buscar etiqueta' }), 'urgente')
    await page.keyboard.press('Escape')
    await burst(page, 'Alt+c', { text: 'veja' })
    const contact = page.getByRole('combobox', { name: 'Contato' })
    await waitForValue(contact, 'veja')
    // The first Escape closes the options.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await contact.waitFor({ state: 'detached' })
    // The dialog of a scheduled message has the words of the composer, at each opening.
    const scheduled = page.getByRole('dialog').getByRole('textbox', { name: 'Mensagem' })
    for (let opening = 0; opening < 2; opening++) {
      await burst(page, 'Alt+s', { text: 'amanhã' })
      await waitForValue(scheduled, 'meio escritoamanhã')
      await page.keyboard.press('Escape')
      await button(page, 'Descartar').click()
      await scheduled.waitFor({ state: 'detached' })
    }
    await burst(page, 'Alt+/', { text: 'aveia' })
    await waitForValue(page.locator('[data-ticket-search]'), 'aveia')
    expect(await composer(page).inputValue()).toBe('meio escrito')
    // Searched for, the word is in the field again when the search is opened; the next one replaces it.
    await page.getByText('Nada encontrado para “aveia”').waitFor()

    // From a row of the list, where letters are commands.
    await tab(page, 'Meus').click()
    await tab(page, 'Meus').focus()
    await page.keyboard.press('ArrowDown')
    await burst(page, '/', { text: 'bolo' })
    await waitForValue(page.locator('[data-ticket-search]'), 'bolo')
  })
})

/** Holds back the code that the page loads from now on. Returns the function that releases it. */
async function holdCode() {
  const gate = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => gate.promise.then(() => route.continue()))
  return gate.resolve
}

test('letters typed right after the key that opens the emojis are in their search, none in the message', async () => {
  await openOwnTicket('Rui Matos')
  await composer(page).fill('meio escrito')
  const search = page.getByRole('textbox', { name: 'Buscar emoji' })
  let release = await holdCode()
  // Closed again before the emojis are there, the letters are for the message.
  await button(page, 'Emoji').focus()
  await burst(page, 'Enter', 'Enter', { text: 'a' })
  await waitForValue(composer(page), 'meio escritoa')
  await button(page, 'Emoji').focus()
  await burst(page, 'Enter', { text: 'b' }, 'Escape')
  await waitForValue(composer(page), 'meio escritoab')
  expect(await button(page, 'Emoji').getAttribute('aria-expanded')).toBe('false')
  await button(page, 'Emoji').focus()
  await burst(page, 'Enter', { text: 'bolo' })
  release()
  await waitForValue(search, 'bolo')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await composer(page).inputValue()).toBe('meio escritoab')

  release = await holdCode()
  await bubble(page, 'Oi, aqui é Rui').hover()
  await button(bubble(page, 'Oi, aqui é Rui'), 'Ações da mensagem').click()
  await page.getByRole('menuitem', { name: 'Outra reação' }).focus()
  await burst(page, 'Enter', { text: 'festa' })
  release()
  await waitForValue(page.getByRole('dialog').locator(search), 'festa')
  expect(await composer(page).inputValue()).toBe('meio escritoab')
})

test('Enter after a shortcode whose quick replies are still loading inserts the reply and sends nothing', async () => {
  await shop.request('POST', '/quick-messages', {
    shortcode: 'pronto',
    message: 'Seu pedido está pronto.',
    geral: true,
  })
  await openOwnTicket('Mel Torres')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/quick-messages/**', async (route) => gate.promise.then(() => route.continue()))
  await burst(page, { text: '/pronto' }, 'Enter')
  await waitForValue(composer(page), '/pronto')
  gate.resolve()
  await waitForValue(composer(page), 'Seu pedido está pronto.')
  expect(await bubble(page, 'pronto').count()).toBe(0)
})

test('a macro runs once by its key pressed twice; words typed before its response are for the next conversation', async () => {
  const actions = [{ kind: 'note', text: 'Resolvido pela tecla' }, { kind: 'close' }]
  await shop.request('PUT', '/settings/macros', { value: JSON.stringify([{ name: 'Fim', keys: 'F8', actions }]) })
  await page.reload()
  await openOwnTicket('Nina Sá')
  const { id } = await openOwnTicket('Olga Reis')
  // Words are held for the next row of the list, once the conversation on screen has taken those typed for it.
  for (const name of ['Nina Sá', 'Olga Reis']) await row(page, name).waitFor()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const gate = Promise.withResolvers<void>()
  let requests = 0
  await page.route(`**/api/tickets/${id}/actions`, (route) => {
    requests++
    return gate.promise.then(() => route.continue())
  })
  await page.keyboard.press('F8')
  await page.keyboard.press('F8')
  await page.keyboard.type('Bom dia, Nina')
  expect(await composer(page).inputValue()).toBe('')
  gate.resolve()
  const next = page.getByRole('region', { name: 'Conversa com Nina Sá' })
  await waitForValue(composer(next), 'Bom dia, Nina')
  expect(await shop.request<{ status: string }>('GET', `/tickets/${id}`)).toMatchObject({ status: 'closed' })
  expect(requests).toBe(1)
})

test('Enter right after the first letters of a colleague mentions the colleague and leaves no letter', async () => {
  await page.getByRole('link', { name: 'Chat interno' }).click()
  await button(page, 'Nova conversa').first().click()
  await page.getByLabel(people.caio.name).check()
  await button(page, 'Iniciar conversa').click()
  const words = page.getByRole('textbox', { name: 'Mensagem para os colegas' })
  await words.click()
  await burst(page, { text: '@cai' }, 'Enter')
  await waitForValue(words, `@${people.caio.name} `)
})
