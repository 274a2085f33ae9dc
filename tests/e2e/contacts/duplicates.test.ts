import { expect, test } from 'bun:test'
import { expectAccessible } from '../../expect-accessible'
import { phone } from '../harness'
import { button, horizontalOverflow, signIn } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Contacts that may be one person. */

setUpShop()

test('a pair of probable duplicates is merged in one step and undone, and another is kept apart', async () => {
  for (const [name, email] of [
    ['Rosa Prado', 'rosa@x.test'],
    ['Rosa do Ateliê', 'rosa@x.test'],
    ['Caixa da Manhã', 'caixa@x.test'],
    ['Caixa da Tarde', 'caixa@x.test'],
  ] as const) {
    const { contactId } = (await createTicket(harness, shop, name)) as unknown as { contactId: number }
    await shop.request('PUT', `/contacts/${contactId}`, { email })
  }
  const page = await signIn(await harness.newContext(phone), shop.url, 'ana')
  await page.goto(`${shop.url}/contacts`)
  await button(page, 'Importar e exportar').click()
  await page.getByRole('menuitem', { name: 'Possíveis repetidos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Possíveis repetidos' })
  const pairs = dialog.getByRole('listitem')
  await pairs.filter({ hasText: 'Caixa da Manhã' }).waitFor()
  expect(await pairs.count()).toBe(2)
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page, 'probable duplicates')
  await button(pairs.filter({ hasText: 'Caixa da Manhã' }), 'Não é a mesma pessoa').click()
  await pairs.filter({ hasText: 'Caixa da Manhã' }).waitFor({ state: 'detached' })
  await button(dialog, /^Manter este e mesclar\W+Rosa Prado$/).click()
  await dialog.getByText('Nenhum possível repetido').waitFor()
  const { contacts } = await shop.request<{ contacts: { name: string }[] }>('GET', '/contacts?searchParam=rosa')
  expect(contacts.map(({ name }) => name)).toEqual(['Rosa Prado'])
  // The toast is above the dialog, which makes the page behind it inert.
  await button(page.locator('[data-sonner-toast]'), 'Desfazer').click()
  await page.getByText('A mesclagem foi desfeita.').waitFor()
  expect(await dialog.getByText('Nenhum possível repetido').isVisible()).toBe(true)
  const parted = await shop.request<{ contacts: { name: string }[] }>('GET', '/contacts?searchParam=rosa')
  expect(parted.contacts.map(({ name }) => name).toSorted()).toEqual(['Rosa Prado', 'Rosa do Ateliê'])
  await page.context().close()
})
