import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { button, signIn } from '../screen'
import { harness, setUpShop, shop } from '../shop-setup'

/** The menu at the left edge: its end in a low window, and its width from the first paint on. */

let ana: Page
setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const rail = () => ana.getByRole('complementary', { name: 'Menu' })
const rows = () => rail().locator('.scroll-hint-y')

/** Screenshot of four rows of pixels left of the links, at the upper or lower end of the rows. */
async function takeEnd(end: 'upper' | 'lower'): Promise<string> {
  const box = (await rows().boundingBox())!
  const y = end === 'upper' ? box.y : box.y + box.height - 1
  return (await ana.screenshot({ clip: { x: box.x, y: Math.floor(y), width: 1, height: 1 } })).toString('base64')
}

test.each(['light', 'dark'] as const)('in a low window, the %s menu is shaded where more rows are', async (theme) => {
  await ana.setViewportSize({ width: 1366, height: 600 })
  await ana.emulateMedia({ colorScheme: theme })
  await rows().evaluate((element) => element.scrollTo(0, 0))
  const plain = await takeEnd('upper')
  expect(await takeEnd('lower')).not.toBe(plain)
  await rows().evaluate((element) => element.scrollTo(0, element.scrollHeight))
  expect(await takeEnd('lower')).toBe(plain)
  expect(await takeEnd('upper')).not.toBe(plain)
  await ana.emulateMedia({ colorScheme: 'light' })
})

/** Width of the rail while the session is unknown, and afterwards. */
async function measureStart(): Promise<number[]> {
  const gate = Promise.withResolvers<void>()
  await ana.route('**/api/auth/refresh_token', (route) => gate.promise.then(() => route.continue()))
  await ana.reload()
  const skeleton = (await ana
    .getByRole('status', { name: 'Abrindo o Balcão…' })
    .locator('> div')
    .first()
    .boundingBox())!
  gate.resolve()
  const { width } = (await rail().boundingBox())!
  await ana.unrouteAll()
  return [skeleton.width, width]
}

test('the placeholder of the start has the width of the menu that replaces it', async () => {
  for (const width of [1024, 1366, 1700]) {
    await ana.setViewportSize({ width, height: 800 })
    const [before, after] = await measureStart()
    expect([width, before]).toEqual([width, after])
  }
  await button(rail(), 'Ocultar os nomes do menu').click()
  const [before, after] = await measureStart()
  expect(before).toBe(after)
})
