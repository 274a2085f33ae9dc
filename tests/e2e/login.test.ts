import { expect, test } from 'bun:test'
import { list, signIn, waitForValue } from './screen'
import { password, people } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

setUpShop()

test('a password can be pasted into the login (ASVS V6.2.7)', async () => {
  const page = await (await harness.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
  await page.goto(`${shop.url}/login`)
  await page.getByLabel('E-mail').fill(people.bia.email)
  await page.evaluate((text) => navigator.clipboard.writeText(text), password)
  const field = page.getByLabel('Senha', { exact: true })
  await field.focus()
  await page.keyboard.press('Control+v')
  await waitForValue(field, password)
  await page.keyboard.press('Enter')
  await list(page).waitFor()
})

test('a message that the service worker did not send opens no page (ASVS V3.5.5)', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  await page.evaluate(async () => {
    window.postMessage({ open: '/contacts' }, '*')
    await new Promise((resolve) => addEventListener('message', resolve, { once: true }))
  })
  expect(new URL(page.url()).pathname).toBe('/tickets')
})
