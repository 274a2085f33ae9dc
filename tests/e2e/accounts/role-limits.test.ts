import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { desktop, phone } from '../harness'
import { button, horizontalOverflow, openWithoutReload, signIn } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

setUpShop()

const cell = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('an admin takes the export from agents: it leaves an open screen at once, and returns', async () => {
  const [admin, agent] = [
    await signIn(await harness.newContext({ viewport: desktop }), shop.url, 'ana'),
    await signIn(await harness.newContext({ viewport: desktop }), shop.url, 'bia'),
  ]
  await openWithoutReload(agent, 'contacts')
  const entries = async () => {
    await button(agent, 'Importar e exportar').click()
    const texts = await agent.getByRole('menuitem').allTextContents()
    await agent.keyboard.press('Escape')
    return texts
  }
  expect(await entries()).toContain('Exportar contatos.csv')

  await openWithoutReload(admin, 'settings?part=security')
  await cell(admin, 'Exportar: Atendente').click()
  await admin.getByText('Configuração salva.').first().waitFor()
  expect(await cell(admin, 'Exportar: Atendente').isChecked()).toBe(false)
  await expectAccessible(admin, 'security settings')
  expect(await entries()).not.toContain('Exportar contatos.csv')

  await cell(admin, 'Exportar: Atendente').click()
  expect(await cell(admin, 'Exportar: Atendente').isChecked()).toBe(true)
})

test('an agent without the right sees the end of a number only, also in the form, which keeps it', async () => {
  const { number } = await createTicket(harness, shop, 'Rita Moura')
  await shop.request('PUT', '/settings/roleLimits', { value: '{"user":["numbers"]}' })
  for (const options of [{ viewport: desktop }, phone]) {
    const page = await signIn(await harness.newContext(options), shop.url, 'bia')
    await openWithoutReload(page, 'contacts')
    await page.getByText('Rita Moura').first().waitFor()
    expect(await page.locator('main').textContent()).not.toContain(number.slice(-8, -4))
    await page.getByText('Rita Moura').first().click()
    await page.getByText(`Você vê só o fim deste número (••••${number.slice(-4)})`, { exact: false }).waitFor()
    await page.locator('input[name=email]').fill('rita@moura.test')
    await button(page, 'Salvar').last().click()
    await page.getByText('Contato salvo.').first().waitFor()
  }
  const stored = (await shop.request<{ contacts: object[] }>('GET', '/contacts?searchParam=Rita')).contacts[0]
  expect(stored).toMatchObject({ number, email: 'rita@moura.test' })
  await shop.request('PUT', '/settings/roleLimits', { value: '' })
})

test('the table of roles fits a phone', async () => {
  const page = await signIn(await harness.newContext(phone), shop.url, 'ana')
  await page.goto(`${shop.url}/settings?part=security`)
  await cell(page, 'Campanhas: Supervisor').waitFor()
  await cell(page, 'Campanhas: Supervisor').scrollIntoViewIfNeeded()
  expect(await horizontalOverflow(page)).toBe(0)
})
