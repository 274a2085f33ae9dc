import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { acceptTicket, bubble, composer, signIn, tab, waitForValue } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** A word typed for the search never reaches the customer whose conversation is open (docs/adr/0031). */

setUpShop()

let page: Page
beforeEach(async () => {
  page = await signIn(await harness.newContext(), shop.url, 'bia')
})
afterEach(() => page.context().close())

test('words typed after a press on the search, its pane or a control elsewhere are not in the message', async () => {
  await createTicket(harness, shop, 'Vera Luz')
  await acceptTicket(page, 'Vera Luz')
  await bubble(page, 'Oi, aqui é Vera Luz').waitFor()
  await composer(page).and(page.locator(':focus')).waitFor()
  const search = page.locator('[data-ticket-search]')

  await tab(page, 'Busca').click()
  await page.keyboard.type('vanessa')
  await page.keyboard.press('Enter')
  await waitForValue(search, 'vanessa')
  // A press on the chosen tab selects the word; the next one replaces it.
  await tab(page, 'Busca').click()
  await page.keyboard.type('brigadeiro')
  await waitForValue(search, 'brigadeiro')
  // After a press on the pane nothing has the focus.
  await page.getByText('Nada encontrado para “brigadeiro”').click()
  await page.keyboard.type('s')
  await waitForValue(search, 'brigadeiros')
  // On a control elsewhere the letters go nowhere.
  await tab(page, 'Abertos').click()
  await page.keyboard.type('nada')
  expect(await composer(page).inputValue()).toBe('')
  for (const word of ['vanessa', 'brigadeiro', 'nada']) expect(await bubble(page, word).count()).toBe(0)

  await bubble(page, 'Oi, aqui é Vera Luz').click()
  await page.keyboard.type('Bom dia')
  await waitForValue(composer(page), 'Bom dia')
})
