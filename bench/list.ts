import type { Database as Sqlite } from 'bun:sqlite'
import type { Page } from 'playwright'
import { fluent, framesDuring, onPage, wheelOver } from './browser'
import { below, type Measure } from './figures'

const openTickets = 10_000
const rounds = 7
const scrollMs = 5_000
const firstTicket = 900_000
/** Id of the first asker, to whom all tickets belong. */
const holder = 1000

/**
 * The ticket list of a user with 10,000 open tickets in Chromium: time from the click in the menu until its rows are
 * painted, and frames drawn while it is scrolled through many pages.
 */
export const list = (data: string): Promise<Measure[]> =>
  onPage(data, populate, async (page, url) => {
    const paints: number[] = []
    for (let n = 0; n <= rounds; n++) paints.push(await firstPaint(page, url))
    const frames: number[][] = []
    for (let n = 0; n < rounds; n++)
      frames.push(await framesDuring(page, () => wheelOver(page, '[data-ticket]', 240, scrollMs)))
    return [
      below('ticket list with 10,000 open tickets: first paint', 200, 'ms', paints.slice(1)),
      fluent('ticket list with 10,000 open tickets: frames while scrolling', 59, frames),
    ]
  })

function populate(sqlite: Sqlite) {
  const contact = sqlite.prepare(
    'insert into contacts (id, companyId, name, number, waJid, searchText) values (?, 1, ?, ?, ?, ?)',
  )
  const ticket = sqlite.prepare(
    `insert into tickets (id, companyId, uuid, status, contactId, whatsappId, userId, queueId, lastMessage,
     lastMessageAt, unreadMessages, updatedAt) values (?, 1, ?, 'open', ?, 1, ${holder}, ?, ?, ?, ?, ?)`,
  )
  for (let n = 0; n < openTickets; n++) {
    const id = firstTicket + n
    const [name, number] = [`Cliente ${n}`, `55118${80_000_000 + n}`]
    const at = new Date(Date.parse('2026-08-01T00:00:00.000Z') + n * 60_000).toISOString()
    contact.run(id, name, number, `${number}@s.whatsapp.net`, name.toLowerCase())
    ticket.run(id, crypto.randomUUID(), id, (n % 5) + 1, `Bom dia, e o pedido ${n}?`, at, n % 7, at)
  }
}

/** Milliseconds from the click in the menu until the frame with the first rows; the page load clears all caches. */
async function firstPaint(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/connections`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('nav a[href="/tickets"]')
    const from = performance.now()
    link?.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!document.querySelector('[data-ticket]')) await frame()
    await frame() // the previous frame painted the rows
    return performance.now() - from
  })
}
