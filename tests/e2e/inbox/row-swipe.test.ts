import { beforeAll, expect, test } from 'bun:test'
import type { CDPSession, Page } from 'playwright'
import { until } from '../harness'
import { acceptTicket, list, row, signIn } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Swipes on rows of a phone, with a real touch of the browser: close, snooze, and a scroll that does neither. */

let page: Page
let touch: CDPSession

setUpShop()
beforeAll(async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  page = await signIn(await harness.newContext(phone), shop.url, 'bia')
  touch = await page.context().newCDPSession(page)
})

/** Creates a ticket of Bia, and shows the list with its row. */
async function openList(name: string) {
  const ticket = await createTicket(harness, shop, name)
  await acceptTicket(page, name)
  await page.goto(`${shop.url}/tickets`)
  await row(page, name).waitFor()
  return ticket
}

/**
 * Moves one finger from the middle of a row by these steps of px, and lifts it. The steps are 16 ms apart by their time
 * stamps, as on a fast machine; the first comes after `rest` ms.
 */
async function drag(name: string, steps: [x: number, y: number][], rest = 16) {
  const box = (await row(page, name).boundingBox())!
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  let timestamp = Date.now() / 1000
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp })
  timestamp += (rest - 16) / 1000
  for (const [byX, byY] of steps) {
    x += byX
    y += byY
    timestamp += 0.016
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }], timestamp })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
}
const sideways = (by: number): [number, number][] => Array.from({ length: 8 }, () => [by / 8, 0])

const statusOf = async (id: number) => (await shop.request<{ status: string }>('GET', `/tickets/${id}`)).status

test('a short swipe, a scroll that goes sideways later and a swipe after a rest do nothing; swipes to both sides snooze and close', async () => {
  const { id } = await openList('Rosa Lima')
  await drag('Rosa Lima', sideways(60))
  await drag('Rosa Lima', [[0, 8], [2, 10], [4, 10], ...sideways(150)])
  await drag('Rosa Lima', sideways(130), 600)
  const dialog = page.getByRole('dialog', { name: 'Adiar o atendimento de Rosa Lima' })
  await drag('Rosa Lima', sideways(-130))
  await dialog.getByText(/^Sai da lista/).waitFor()
  expect(await statusOf(id)).toBe('open')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await drag('Rosa Lima', sideways(130))
  await until('the close', async () => (await statusOf(id)) === 'closed')
  await row(page, 'Rosa Lima').waitFor({ state: 'detached' })
  await list(page).waitFor()
})
