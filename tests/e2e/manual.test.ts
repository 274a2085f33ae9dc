import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { languages } from '../../src/shared/enums'
import { expectAccessible } from '../expect-accessible'
import { phone } from './harness'
import { button, horizontalOverflow, openAccountMenu, signIn } from './screen'
import { harness, setUpShop, shop } from './shop-setup'

setUpShop()

/** The tab that a click opens. */
async function opened(page: Page, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), click()])
  await tab.waitForLoadState()
  return tab
}

test('a page of the interface and the account menu open the manual in a tab of its own', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  await page.goto(`${shop.url}/contacts`)
  const about = await opened(page, () => page.getByRole('link', { name: 'Manual desta tela' }).click())
  expect(about.url()).toBe(`${shop.url}/docs/pt/contacts`)
  await about.getByRole('heading', { name: 'Contatos', level: 1 }).waitFor()
  await about.getByRole('link', { name: 'English' }).click()
  await about.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await about.close()
  await openAccountMenu(page)
  const start = await opened(page, () => button(page, 'Manual').click())
  await start.getByRole('heading', { name: 'Atender na caixa de entrada' }).waitFor()
})

test.each([
  ['desk', {}],
  ['phone', phone],
] as const)('the manual is readable without a login and without faults on a %s, in both themes', async (_, size) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await (await harness.newContext({ ...size, colorScheme })).newPage()
    for (const language of languages) {
      await page.goto(`${shop.url}/docs/${language}/server`)
      expect([language, await horizontalOverflow(page)]).toEqual([language, 0])
      await expectAccessible(page, `manual, ${language}, ${colorScheme}`, { themes: ['light'], includeMinor: true })
    }
    await page.context().close()
  }
})
