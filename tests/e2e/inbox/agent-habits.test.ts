import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../harness'
import { acceptTicket, button, composer, conversation, row, searchField, signIn } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Places in the inbox that people reach without looking. */

setUpShop()

let page: Page
beforeAll(async () => {
  for (const name of ['Joana Reis', 'Heitor Lima', 'Lia Braz']) await createTicket(harness, shop, name)
  page = await signIn(await harness.newContext(), shop.url, 'bia')
  for (const name of ['Joana Reis', 'Heitor Lima', 'Lia Braz']) await acceptTicket(page, name)
})

test('the whole placeholder of the search is visible', async () => {
  const fits = await searchField(page).evaluate((field: HTMLInputElement) => {
    field.value = field.placeholder
    const fits = field.scrollWidth <= field.clientWidth
    field.value = ''
    return fits
  })
  expect(fits).toBe(true)
})

test('the menu of the composer has what can be sent and typed, and no settings', async () => {
  await button(conversation(page), 'Mais opções da mensagem').click()
  const names = await page.getByRole('menu').getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  expect(names.map((name) => name.replace(/(\/|\{\{)$/, ''))).toEqual([
    'Arquivo',
    'Enviar contato',
    'Enviar localização',
    'Enviar figurinha',
    'Respostas rápidas',
    'Inserir variável',
    'Enviar mais tarde',
    'Nota interna',
  ])
})

test('the composer of a conversation that was not loaded before stands at the bottom while offline', async () => {
  await page.reload()
  await row(page, 'Joana Reis').waitFor()
  await page.context().setOffline(true)
  await row(page, 'Joana Reis').getByRole('link').click()
  const field = composer(page.getByRole('region', { name: 'Conversa com Joana Reis' }))
  await until('the composer at the bottom', async () => {
    const box = await field.boundingBox()
    return box && box.y > 700
  })
  await page.context().setOffline(false)
})

test('a toast covers no control in the heads of list and conversation', async () => {
  await row(page, 'Lia Braz').getByRole('link').click()
  await button(page.getByRole('region', { name: 'Conversa com Lia Braz' }), 'Encerrar').click()
  const covered = await page.waitForFunction(findCovered)
  expect(await covered.jsonValue()).toEqual({ names: [] })
})

/** Runs in the page: the controls of the first 120 px that the toast lies over; null until a toast stands still. */
function findCovered() {
  const toast = document.querySelector('[data-sonner-toast][data-mounted=true]')
  if (!toast || toast.getAnimations().length > 0) return null
  const place = toast.getBoundingClientRect()
  const isCovered = ({ left, right, top, bottom }: DOMRect) =>
    top < 120 && left < place.right && place.left < right && top < place.bottom && place.top < bottom
  const controls = [...document.querySelectorAll('#root button, #root a, #root input')]
  return { names: controls.filter((one) => isCovered(one.getBoundingClientRect())).map((one) => one.textContent) }
}

test('a conversation that was transferred makes room for the next one', async () => {
  await row(page, 'Heitor Lima').getByRole('link').click()
  const shown = page.getByRole('region', { name: 'Conversa com Heitor Lima' })
  await button(shown, 'Transferir atendimento').click()
  await page.getByRole('combobox', { name: /^Atendente/ }).fill('cai')
  await page.getByRole('option').first().click()
  await button(page.getByRole('dialog'), 'Transferir').last().click()
  await shown.waitFor({ state: 'detached' })
  await conversation(page).waitFor()
  await composer(conversation(page)).waitFor()
})
