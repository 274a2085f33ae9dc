import { Database as Sqlite } from 'bun:sqlite'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { databaseFile } from '../src/core/storage/data-directory'
import { askers, password } from './data'
import { type Measure, median, percentile, round } from './figures'
import { scratch, serveProduct } from './product'

const args = ['--disable-gpu', '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

/** Opens the served page in Chromium as the first asker, on a copy of the data to which `populate` adds rows. */
export async function onPage<R>(
  data: string,
  populate: (sqlite: Sqlite) => void,
  measure: (page: Page, url: string) => Promise<R>,
): Promise<R> {
  const directory = join(scratch, `data-${crypto.randomUUID()}`)
  cpSync(data, directory, { recursive: true })
  const sqlite = new Sqlite(databaseFile(directory))
  sqlite.transaction(() => populate(sqlite))()
  sqlite.close()
  const product = await serveProduct(directory)
  rmSync(directory, { recursive: true })
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
    await page.goto(`${product.url}/login`)
    await page.getByLabel('E-mail').fill(askers[0] as string)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/tickets')
    return await measure(page, product.url)
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Milliseconds between the frames drawn while `busy` runs. */
export async function framesDuring(page: Page, busy: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const counted = window as unknown as { gaps: number[]; counting: boolean }
    Object.assign(counted, { gaps: [], counting: true })
    let last = performance.now()
    const count = () => {
      const now = performance.now()
      counted.gaps.push(now - last)
      last = now
      if (counted.counting) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  await busy()
  return page.evaluate(() => {
    const counted = window as unknown as { gaps: number[]; counting: boolean }
    counted.counting = false
    return counted.gaps
  })
}

/** Turns the wheel over the column of an element; the first row of a virtual list may be above the window. */
export async function wheelOver(page: Page, selector: string, pixels: number, ms: number) {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`no ${selector} on screen`)
  await page.mouse.move(box.x + box.width / 2, Math.max(box.y + box.height / 2, 400))
  const end = Date.now() + ms
  while (Date.now() < end) {
    await page.mouse.wheel(0, pixels)
    await Bun.sleep(32)
  }
}

/** Frames per second of each round, which must reach the bar; logs the longest frames. */
export function fluent(name: string, bar: number, rounds: number[][]): Measure {
  const perSecond = rounds.map((gaps) => (gaps.length / gaps.reduce((sum, gap) => sum + gap, 0)) * 1000)
  const longest = rounds.map((gaps) => round(percentile(gaps, 0.99))).join(' · ')
  console.error(`  ${name}: longest 1 % of frames from ${longest} ms`)
  const figure = median(perSecond)
  const measured = perSecond.map((value) => String(round(value))).join(' · ')
  return { name, bar: `≥ ${bar} fps`, figure, unit: 'fps', met: figure >= bar, rounds: measured }
}
