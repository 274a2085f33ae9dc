import { expect, test } from 'bun:test'
import { expectAccessible } from '../../expect-accessible'
import { phone } from '../harness'
import { button, horizontalOverflow, signIn } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Starred messages. */

setUpShop()

test('a message is starred by its menu and by key, listed, opened in its conversation and unstarred', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id, uuid } = await createTicket(harness, shop, 'Maria Souza')
  await shop.request('PUT', `/tickets/${id}`, { status: 'open' })
  for (const body of ['Chave Pix: padaria@estrela.example', 'Entrega na Rua das Flores, 7'])
    await shop.request('POST', `/messages/${id}`, { body })
  await page.goto(`${shop.url}/tickets/${uuid}`)
  const log = page.getByRole('log', { name: 'Mensagens' })
  const bubble = (text: string) => log.locator('[data-message]', { hasText: text })
  await bubble('Chave Pix').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Marcar com estrela' }).click()
  await bubble('Chave Pix').getByRole('img', { name: 'Com estrela' }).waitFor()
  await bubble('Rua das Flores').focus()
  await page.keyboard.press('*')
  await bubble('Rua das Flores').getByRole('img', { name: 'Com estrela' }).waitFor()

  const openList = async () => {
    await button(page, /Mais listas e visões$/).click()
    await page.getByRole('menuitem', { name: 'Mensagens com estrela' }).click()
  }
  await openList()
  const dialog = page.getByRole('dialog', { name: 'Mensagens com estrela' })
  await dialog.getByText('Rua das Flores').waitFor()
  await expectAccessible(page, 'starred messages')
  await button(dialog, 'Remover a estrela').first().click()
  await dialog.getByText('Rua das Flores').waitFor({ state: 'detached' })
  await dialog.getByRole('link', { name: /Chave Pix/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await bubble('Chave Pix').getByRole('img', { name: 'Com estrela' }).waitFor()
  expect(await bubble('Rua das Flores').getByRole('img', { name: 'Com estrela' }).count()).toBe(0)

  const mobile = await signIn(await harness.newContext(phone), shop.url, 'ana')
  await mobile.goto(`${shop.url}/tickets`)
  await button(mobile, /Mais listas e visões$/).click()
  await mobile.getByRole('menuitem', { name: 'Mensagens com estrela' }).click()
  await mobile.getByRole('dialog').getByText('Chave Pix').waitFor()
  expect(await horizontalOverflow(mobile)).toBeLessThanOrEqual(0)
})
