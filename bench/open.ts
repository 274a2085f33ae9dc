import type { Database as Sqlite } from 'bun:sqlite'
import type { Page } from 'playwright'
import { fluent, framesDuring, onPage, wheelOver } from './browser'
import { below, type Measure } from './figures'

const rounds = 7
const long = 20_000
const scrollMs = 5_000
/** Tickets of the first asker, on top of the list: a long conversation and a short one. */
const [one, other] = [900_000, 900_001]
const holder = 1000
/** Text of the last message of each. */
const last = { [one]: 'a última da longa', [other]: 'a última da curta' }

/** A conversation of 20,000 messages opened for the first time: from the click until its last bubble is painted. */
export const open = (data: string): Promise<Measure[]> =>
  onPage(data, populate, async (page, url) => {
    const took: number[] = []
    for (let n = 0; n <= rounds; n++) {
      await page.goto(`${url}/tickets`) // clears all caches of the page
      await page.locator(`[data-ticket="${one}"]`).waitFor()
      took.push(await clickToBubble(page, one))
    }
    return [below('opening a conversation of 20,000 messages, cold', 300, 'ms', took.slice(1))]
  })

/** Frames drawn while the same conversation is scrolled back through many pages. */
export const scrolling = (data: string): Promise<Measure[]> =>
  onPage(data, populate, async (page) => {
    await page.locator(`[data-ticket="${one}"]`).waitFor()
    await clickToBubble(page, one)
    const frames: number[][] = []
    for (let n = 0; n < rounds; n++)
      frames.push(await framesDuring(page, () => wheelOver(page, '[data-message]', -240, scrollMs)))
    return [fluent('a conversation of 20,000 messages: frames while scrolling', 59, frames)]
  })

/** Switches between two conversations seen before. Requests stay unanswered, so that only cached content is shown. */
export const switching = (data: string): Promise<Measure[]> =>
  onPage(data, populate, async (page) => {
    await page.locator(`[data-ticket="${one}"]`).waitFor()
    for (const id of [one, other]) await clickToBubble(page, id)
    await page.route('**/api/**', () => new Promise(() => undefined))
    const took: number[] = []
    for (let n = 0; n <= rounds; n++) for (const id of [one, other]) took.push(await clickToBubble(page, id))
    return [below('switching between two conversations seen before', 100, 'ms', took.slice(2))]
  })

function populate(sqlite: Sqlite) {
  for (const [id, count] of [
    [one, long],
    [other, 200],
  ] as const) {
    const number = `55117${80_000_000 + id}`
    const at = new Date().toISOString()
    sqlite.run('insert into contacts (id, companyId, name, number, waJid, searchText) values (?, 1, ?, ?, ?, ?)', [
      ...[id, `Conversa ${id}`, number, `${number}@s.whatsapp.net`, `conversa ${id}`],
    ])
    sqlite.run(
      `insert into tickets (id, companyId, uuid, status, contactId, whatsappId, userId, queueId, lastMessage,
       lastMessageAt, updatedAt) values (?, 1, ?, 'open', ?, 1, ${holder}, 1, '', ?, ?)`,
      [id, crypto.randomUUID(), id, at, at],
    )
    messages(sqlite, id, count)
  }
}

const phrase = 'bom dia o pedido sai hoje à tarde e chega amanhã cedo se tudo correr bem por favor confirme o endereço'
function messages(sqlite: Sqlite, ticket: number, count: number) {
  const insert = sqlite.prepare(
    `insert into messages (companyId, ticketId, contactId, whatsappId, waId, fromMe, origin, body, mediaType, ack,
     read, createdAt) values (1, ?, ?, 1, ?, ?, ?, ?, 'chat', 3, 1, ?)`,
  )
  const words = phrase.split(' ')
  for (let n = 1; n <= count; n++) {
    const at = new Date(Date.now() - (count - n) * 60_000).toISOString()
    const body = n === count ? last[ticket] : `${n}. ${words.slice(0, 2 + (n % 17)).join(' ')}`
    const fromMe = n % 5 < 2 ? 1 : 0
    insert.run(ticket, ticket, `OPEN${ticket}-${n}`, fromMe, fromMe ? 'agent' : 'customer', body as string, at)
  }
}

/** Milliseconds, by the page's clock, from the click until the frame after the one that drew the last bubble. */
const clickToBubble = (page: Page, id: number): Promise<number> =>
  page.evaluate(
    async ({ id, words }) => {
      const row = document.querySelector<HTMLElement>(`[data-ticket="${id}"] a`)
      const isThere = () =>
        [...document.querySelectorAll('[data-message]')].some((it) => it.textContent?.includes(words))
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const from = performance.now()
      row?.click()
      while (!isThere()) await frame()
      await frame()
      return performance.now() - from
    },
    { id, words: last[id] as string },
  )
