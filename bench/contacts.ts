import type { Database as Sqlite } from 'bun:sqlite'
import type { Page } from 'playwright'
import { foldText } from '../src/shared/text'
import { fluent, framesDuring, onPage, wheelOver } from './browser'
import { askers } from './data'
import { below, type Measure, percentile } from './figures'
import { login } from './product'

const contacts = 100_000
const rounds = 5
const asks = 40
const scrollMs = 5_000
/** Rows to which the page is scrolled before it is measured. */
const depths = [1_000, 20_000]
const first = 900_000
const given = 'Ana Bruno Carla Daniel Érica Fábio Gisele Hugo Igor Joana'.split(' ')

/**
 * The contacts page with 100,000 contacts in Chromium: time until the next page of rows is drawn, and frames while
 * scrolling, both near the top and far below; and the time of searches, including words that almost all contacts have.
 */
export const manyContacts = (data: string): Promise<Measure[]> =>
  onPage(data, populate, async (page, url) => {
    const measures: Measure[] = []
    const token = await login(url, askers[1] as string)
    for (const text of ['cliente', 'joana', 'cliente 9999', '55118'])
      measures.push(below(`100,000 contacts: finding “${text}”, p99`, 25, 'ms', await finding(url, token, text)))
    await page.goto(`${url}/contacts`)
    await page.locator('[role=list] [role=listitem]').first().waitFor()
    for (const depth of depths) {
      const took = await scrollTo(page, depth)
      const row = depth.toLocaleString('en')
      measures.push(below(`100,000 contacts: a page more at row ${row}`, 100, 'ms', took.slice(-rounds)))
      const frames: number[][] = []
      for (let n = 0; n < rounds; n++)
        frames.push(await framesDuring(page, () => wheelOver(page, '[role=list] [role=listitem]', 240, scrollMs)))
      measures.push(fluent(`100,000 contacts: frames while scrolling at row ${row}`, 59, frames))
    }
    return measures
  })

function populate(sqlite: Sqlite) {
  const contact = sqlite.prepare(
    'insert into contacts (id, companyId, name, number, waJid, searchText, email) values (?, 1, ?, ?, ?, ?, ?)',
  )
  for (let n = 0; n < contacts; n++) {
    const [name, number] = [`${given[(n * 7919) % given.length]} cliente ${n}`, `55118${80_000_000 + n}`]
    contact.run(first + n, name, number, `${number}@s.whatsapp.net`, foldText(name), n % 3 ? '' : `c${n}@loja.test`)
  }
}

async function finding(url: string, token: string, text: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const figures: number[] = []
  for (let n = 0; n <= rounds; n++) {
    const took: number[] = []
    for (let m = 0; m < asks; m++) {
      const from = performance.now()
      const answer = await fetch(`${url}/api/contacts?searchParam=${encodeURIComponent(text)}`, { headers })
      await answer.arrayBuffer()
      took.push(performance.now() - from)
      if (!answer.ok) throw new Error(`the search answered ${answer.status}`)
    }
    figures.push(percentile(took, 0.99))
  }
  return figures.slice(1)
}

/** Scrolls to the end of the loaded rows until there are `rows`; milliseconds of each wait for the next page. */
function scrollTo(page: Page, rows: number): Promise<number[]> {
  return page.evaluate(async (target) => {
    const scroller = document.querySelector('[role=list]')?.parentElement
    if (!scroller) throw new Error('no list on screen')
    const took: number[] = []
    while (scroller.scrollHeight < target * 56) {
      const before = scroller.scrollHeight
      const from = performance.now()
      scroller.scrollTop = before
      while (scroller.scrollHeight < before + 560) await new Promise((resolve) => requestAnimationFrame(resolve))
      took.push(performance.now() - from)
    }
    return took
  }, rows)
}
