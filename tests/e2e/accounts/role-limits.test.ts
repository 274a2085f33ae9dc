import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { desktop, phone } from '../harness'
import { button, horizontalOverflow, openWithoutReload, signIn } from '../screen'
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

test('the table of roles fits a phone', async () => {
  const page = await signIn(await harness.newContext(phone), shop.url, 'ana')
  await page.goto(`${shop.url}/settings?part=security`)
  await cell(page, 'Campanhas: Supervisor').waitFor()
  await cell(page, 'Campanhas: Supervisor').scrollIntoViewIfNeeded()
  expect(await horizontalOverflow(page)).toBe(0)
})
