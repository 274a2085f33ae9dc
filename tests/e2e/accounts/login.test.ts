import { test } from 'bun:test'
import { list, waitForValue } from '../screen'
import { emailOf, password } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

setUpShop()

test('a password can be pasted into the login (ASVS V6.2.7)', async () => {
  const page = await (await harness.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
  await page.goto(`${shop.url}/login`)
  await page.getByLabel('E-mail').fill(emailOf('bia'))
  await page.evaluate((text) => navigator.clipboard.writeText(text), password)
  const field = page.getByLabel('Senha', { exact: true })
  await field.focus()
  await page.keyboard.press('Control+v')
  await waitForValue(field, password)
  await page.keyboard.press('Enter')
  await list(page).waitFor()
})
