import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { signIn } from './screen'
import { createTicket } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** Lists while their rows are on the way. */

setUpShop()

let page: Page

beforeAll(async () => {
  await shop.request('POST', '/tags', { name: 'Encomenda', color: '#2f855a', kanban: 0 })
  await createTicket(harness, shop, 'Rosa Prado')
  await shop.request('POST', '/quick-messages', { shortcode: 'horario', message: 'Abrimos às 7h.', geral: true })
  page = await signIn(await harness.newContext(), shop.url, 'ana')
  await page.addInitScript(sumShifts)
})

/** Runs in the page: adds up the movements of all elements since the last reset. */
function sumShifts() {
  const shifts = { sum: 0 }
  Object.assign(window, { shifts })
  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift' })
}
type Shifting = { shifts: { sum: number } }

/** Opens a page whose list arrives when `release` is called. */
async function openWithHeldList(path: string, requests: RegExp) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(requests, async (route) => {
    if (route.request().method() === 'GET') await held
    await route.continue()
  })
  await page.goto(`${shop.url}/${path}`)
  return release
}

const boxOf = async (selector: string) => {
  const box = await page.locator('#content').locator(selector).first().boundingBox()
  return box && { top: Math.round(box.y), height: Math.round(box.height) }
}

test.each([
  ['tags', /\/api\/tags\b/, 'li'],
  ['contacts', /\/api\/contacts\b/, '[role=listitem]'],
  ['quick-messages', /\/api\/quick-messages\b/, 'li'],
  ['users', /\/api\/users\b/, 'tbody tr'],
  ['queues', /\/api\/queue\b/, 'tbody tr'],
  ['connections', /\/api\/whatsapp\b/, 'tbody tr'],
] as const)('rows of %s come where their placeholders stood', async (path, requests, row) => {
  const release = await openWithHeldList(path, requests)
  const skeleton = page.locator('#content').getByRole('status', { name: 'Carregando' })
  // The code of the page has its own placeholder, without a heading.
  await page.locator('#content h1').waitFor()
  await skeleton.waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const placeholder = await boxOf('[role=status] > div, [role=status] tbody tr')
  await page.evaluate(() => {
    ;(window as never as Shifting).shifts.sum = 0
  })
  release()
  await skeleton.waitFor({ state: 'detached' })
  await page.locator('#content').locator(row).first().waitFor()
  expect(await boxOf(row)).toEqual(placeholder)
  expect(await page.evaluate(() => (window as never as Shifting).shifts.sum)).toBeLessThan(0.001)
  await page.unroute(requests)
})
