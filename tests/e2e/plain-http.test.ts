import { expect, test } from 'bun:test'
import { plainHost } from './harness'
import { acceptTicket, bubble, button, composer, sendMessage, signIn, waitForValue } from './screen'
import { createTicket } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** Work over http at an address of the network, where browsers hide what needs https. */

setUpShop()

test('messages, copies and the internal chat work at an address without https', async () => {
  await createTicket(harness, shop, 'Joana Reis')
  const url = `http://${plainHost}:${new URL(shop.url).port}`
  const page = await signIn(await harness.newContext(), url, 'bia')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await acceptTicket(page, 'Joana Reis')
  await sendMessage(page, 'Rua das Flores, 10')
  const ours = bubble(page, 'Rua das Flores, 10')
  await ours.getByRole('img', { name: /Enviada|Entregue/ }).waitFor()
  await ours.hover()
  await button(ours, 'Ações da mensagem').click()
  await page.getByRole('menuitem', { name: 'Copiar texto' }).click()
  await page.getByText('Copiado.').waitFor()
  await composer(page).press('Control+v')
  await waitForValue(composer(page), 'Rua das Flores, 10')

  await page.goto(`${url}/chats`)
  await button(page, 'Nova conversa').first().click()
  await page.getByLabel('Caio Lima').check()
  await button(page, 'Iniciar conversa').click()
  const field = page.getByRole('textbox', { name: 'Mensagem para os colegas' })
  await field.fill('chegou a farinha')
  await field.press('Enter')
  await page.getByRole('log', { name: 'Mensagens' }).getByText('chegou a farinha').waitFor()
  await waitForValue(field, '')
})
