import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { row, signIn, tab } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Measures of the list in docs/design.md, with 14 waiting customers. */

const customers = 14
let page: Page

setUpShop()
beforeAll(async () => {
  for (let count = 1; count <= customers; count++) await createTicket(harness, shop, `Cliente ${count}`)
  page = await signIn(await harness.newContext({ viewport: { width: 1440, height: 900 } }), shop.url, 'ana')
  await tab(page, 'Aguardando').click()
  await row(page, 'Cliente 14').waitFor()
})

/** Tops and heights of the rows that are whole in the window. */
const wholeRows = (of: Page) =>
  of.locator('[data-ticket]').evaluateAll((rows) =>
    rows
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
      .map(({ top, height }) => ({ top: Math.round(top), height: Math.round(height) })),
  )

test('the list shows 13 conversations at 1440 × 900 and 10 at 1280 × 720, below three bars of 124 px', async () => {
  expect(await page.getByRole('tablist').count()).toBe(1)
  const wide = await wholeRows(page)
  expect(wide.length).toBeGreaterThanOrEqual(13)
  expect(wide[0]).toEqual({ top: 124, height: 56 })
  await page.setViewportSize({ width: 1280, height: 720 })
  expect((await wholeRows(page)).length).toBeGreaterThanOrEqual(10)
  await page.setViewportSize({ width: 1440, height: 900 })
})
