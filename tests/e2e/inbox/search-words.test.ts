import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { acceptTicket, bubble, composer, searchField, signIn, tab, waitForValue } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** A word typed for the search never reaches the customer whose conversation is open (docs/adr/0031). */

setUpShop()

let page: Page
beforeEach(async () => {
  page = await signIn(await harness.newContext(), shop.url, 'bia')
})
afterEach(() => page.context().close())

test('words typed after a press on the search, its pane, a list or a control elsewhere are not in the message', async () => {
  await createTicket(harness, shop, 'Vera Luz')
  await acceptTicket(page, 'Vera Luz')
  await bubble(page, 'Oi, aqui é Vera Luz').waitFor()
  await composer(page).and(page.locator(':focus')).waitFor()
  const search = searchField(page)

  await search.click()
  await page.keyboard.type('vanessa')
  await page.keyboard.press('Enter')
  await waitForValue(search, 'vanessa')
  await page.getByText('Nada encontrado para “vanessa”').waitFor()
  // The key of the search selects the word; the next one replaces it.
  await page.keyboard.press('Alt+/')
  await page.keyboard.type('brigadeiro')
  await waitForValue(search, 'brigadeiro')
  // After a press on the pane nothing has the focus.
  await page.getByText('Nada encontrado para “brigadeiro”').click()
  await page.keyboard.type('s')
  await waitForValue(search, 'brigadeiros')
  // On the tab of a list the letters are for the search too.
  await tab(page, 'Meus').click()
  await waitForValue(search, '')
  await page.keyboard.type('nada')
  await waitForValue(search, 'nada')
  expect(await composer(page).inputValue()).toBe('')
  // On a control of no place they go nowhere.
  await tab(page, 'Meus').click()
  await page.getByRole('link', { name: 'Atendimentos' }).first().focus()
  await page.keyboard.type('sumiu')
  expect([await composer(page).inputValue(), await search.inputValue()]).toEqual(['', ''])
  for (const word of ['vanessa', 'brigadeiro', 'nada', 'sumiu']) expect(await bubble(page, word).count()).toBe(0)

  await bubble(page, 'Oi, aqui é Vera Luz').click()
  await page.keyboard.type('Bom dia')
  await waitForValue(composer(page), 'Bom dia')
})

test('Escape clears the search, then returns to the list before it', async () => {
  await tab(page, 'Encerrados').click()
  await page.keyboard.press('/')
  await page.keyboard.type('bolo')
  await page.getByText('Nada encontrado para “bolo”').waitFor()
  await page.keyboard.press('Escape')
  await waitForValue(searchField(page), '')
  await page.keyboard.press('Escape')
  await tab(page, 'Encerrados').and(page.locator('[aria-selected=true]')).waitFor()
})
