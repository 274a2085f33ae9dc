import type { Database as Sqlite } from 'bun:sqlite'
import type { Page } from 'playwright'
import { fluent, framesDuring, onPage, wheelOver } from './browser'
import { askers } from './data'
import type { Measure } from './figures'
import { login } from './product'

const cards = 1_000
const laneCount = 8
const rounds = 5
const roundMs = 4_000
const first = 900_000
/** Id of the first asker, to whom all cards belong. */
const holder = 1000

/**
 * The board with 1,000 cards in Chromium: frames while a lane is scrolled, while a card is dragged to and fro across
 * the lanes, and without input; in each case ten messages per second arrive on its cards.
 */
export const board = (data: string): Promise<Measure[]> =>
  onPage(data, populate, async (page, url) => {
    await page.goto(`${url}/kanban`)
    await page.getByText(/^1000 atendimentos/).waitFor()
    const token = await login(url, askers[1] as string)
    const scenes = {
      'while it lies still': () => Bun.sleep(roundMs),
      'while a lane is scrolled': () => wheelOver(page, '[data-lane-cards]', 120, roundMs),
      'while a card is dragged': () => drag(page),
    }
    const measures: Measure[] = []
    for (const [name, scene] of Object.entries(scenes)) {
      const frames: number[][] = []
      for (let n = 0; n <= rounds; n++) frames.push(await framesDuring(page, () => whileTalking(url, token, scene)))
      measures.push(fluent(`board with 1,000 cards, ten messages a second: frames ${name}`, 59, frames.slice(1)))
    }
    return measures
  })

function populate(sqlite: Sqlite) {
  const tag = sqlite.prepare(
    "insert into tags (id, companyId, name, searchText, color, kanban, orderTag) values (?, 1, ?, ?, '#d03836', 1, ?)",
  )
  for (let n = 1; n <= laneCount; n++) tag.run(first + n, `Coluna ${n}`, `coluna ${n}`, n)
  sqlite.run("update tickets set status = 'closed' where companyId = 1")
  const contact = sqlite.prepare(
    'insert into contacts (id, companyId, name, number, waJid, searchText) values (?, 1, ?, ?, ?, ?)',
  )
  const ticket = sqlite.prepare(
    `insert into tickets (id, companyId, uuid, status, contactId, whatsappId, userId, queueId, lastMessage,
     lastMessageAt, unreadMessages, updatedAt) values (?, 1, ?, 'open', ?, 1, ${holder}, ?, ?, ?, ?, ?)`,
  )
  const tagged = sqlite.prepare('insert into ticket_tags (companyId, ticketId, tagId) values (1, ?, ?)')
  for (let n = 0; n < cards; n++) {
    const id = first + n
    const [name, number] = [`Cliente ${n}`, `55118${80_000_000 + n}`]
    const at = new Date(Date.parse('2026-08-01T00:00:00.000Z') + n * 60_000).toISOString()
    contact.run(id, name, number, `${number}@s.whatsapp.net`, name.toLowerCase())
    ticket.run(id, crypto.randomUUID(), id, (n % 5) + 1, `Bom dia, e o pedido ${n}?`, at, n % 7, at)
    if (n % (laneCount + 1) > 0) tagged.run(id, first + (n % (laneCount + 1)))
  }
}

let said = 0

async function whileTalking(url: string, token: string, scene: () => Promise<unknown>) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const talking = setInterval(() => {
    const body = JSON.stringify({ body: `Seu pedido ${said} saiu` })
    void fetch(`${url}/api/messages/${first + ((said++ * 37) % cards)}`, { method: 'POST', headers, body })
  }, 100)
  await scene()
  clearInterval(talking)
}

/** Drags the first card over the lanes and their edges and drops it in the next lane. */
async function drag(page: Page) {
  const card = await page.locator('[data-card]').first().boundingBox()
  if (!card) throw new Error('no card on screen')
  await page.mouse.move(card.x + 40, card.y + 40)
  await page.mouse.down()
  const end = Date.now() + roundMs
  for (let step = 0; Date.now() < end; step++) {
    const swing = (1 - Math.cos(step / 20)) / 2
    await page.mouse.move(card.x + 40 + swing * 1_130, card.y + 40 + swing * 500)
    await Bun.sleep(16)
  }
  await page.mouse.move(card.x + 340, card.y + 200)
  await page.mouse.up()
}
