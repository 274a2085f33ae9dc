import type { Page } from 'playwright'
import { said } from './said'
import { button } from './screen'

/** Steps to a ticket and its parts that several screenshots share. */

/** The first row is not used, because a ticket that arrives meanwhile takes its place. */
export const firstRow = (page: Page) => page.locator('[data-ticket]').nth(1)

/** Opens a conversation, with the contact's details beside it if the screen is wide enough. */
export async function openTicket(page: Page) {
  await firstRow(page).getByRole('link').click()
  await page.locator('[data-message]').first().waitFor()
}

/** Opens a conversation and chooses an entry of the menu in its header. */
export async function inTicketMenu(page: Page, entry: string) {
  await openTicket(page)
  await button(page, said('Mais ações')).click()
  await page.getByRole('menuitem', { name: said(entry) }).click()
}

/** Opens a conversation with the details of its contact, which a phone shows only when asked. */
export async function openDetails(page: Page, phone: boolean) {
  await openTicket(page)
  if (phone) await button(page, said('Mostrar detalhes do contato')).click()
  await page.getByRole('heading', { name: said('Detalhes do contato') }).waitFor()
}

/** Opens the menu of the last message: by a long press on a phone, else by a right click. */
export async function openMessageMenu(page: Page, phone: boolean, message = page.locator('[data-message]').last()) {
  // The conversation moves while its pictures arrive.
  await page.waitForLoadState('networkidle')
  const bubble = message.locator('p, span').first()
  if (phone) await holdFinger(page, bubble)
  else await bubble.click({ button: 'right' })
  await page.getByRole('menu').waitFor()
}

/** Presses an element by touch until a menu opens. */
export async function holdFinger(page: Page, element: ReturnType<Page['locator']>) {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not on the screen')
  const devtools = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await page.getByRole('menu').waitFor()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}
