import { Database as Sqlite } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { databaseFile } from '../src/core/storage/data-directory'
import { until } from '../tests/until'
import { numbers, openSite, ownerOf, prepare, recipientOf, replies, startCampaigns } from './campaigns'
import { below, type Measure, percentile } from './figures'

/** People of each campaign who opt out. */
const perCampaign = 5
const wordsAtOnce = 4

/** From a customer's word until the register names the number, while 20 numbers send campaigns. */
export async function campaignOptOuts(data: string): Promise<Measure[]> {
  const prepared = prepare(data)
  const site = await openSite(prepared)
  rmSync(prepared, { recursive: true, force: true })
  const sqlite = new Sqlite(databaseFile(site.directory), { readonly: true })
  try {
    await startCampaigns(site)
    const times: number[] = []
    const all = Array.from({ length: numbers * perCampaign }, (_, n) => n)
    for (let at = 0; at < all.length; at += wordsAtOnce)
      times.push(...(await Promise.all(all.slice(at, at + wordsAtOnce).map((n) => optOut(site, sqlite, n)))))
    return [
      below('a customer’s word until the register names the number, median', 1000, 'ms', [percentile(times, 0.5)]),
      below('the same, p99', 1000, 'ms', [percentile(times, 0.99)]),
    ]
  } finally {
    sqlite.close()
    await site.stop()
  }
}

/** Milliseconds from the word of a person who received the campaign of list `n % 20`. */
async function optOut({ emulator }: Awaited<ReturnType<typeof openSite>>, sqlite: Sqlite, n: number) {
  const list = n % numbers
  const number = await until(`a message of list ${list}`, () => nextRecipient(sqlite, list))
  asked.add(number)
  const begun = performance.now()
  await emulator.customer(number).send(emulator.owner(ownerOf(list)), 'SAIR')
  const isRegistered = sqlite.query('select 1 from opt_outs where number = ?')
  while (isRegistered.get(number) === null) await Bun.sleep(5)
  return performance.now() - begun
}

const asked = new Set<string>()

/** A person of the list who received the message and has not been asked yet. */
function nextRecipient(sqlite: Sqlite, list: number): string | undefined {
  const [first, end] = [recipientOf(list, 0), recipientOf(list, replies)]
  const rows = sqlite
    .query("select number from campaign_recipients where state = 'sent' and number >= ? and number < ? order by id")
    .all(first, end) as { number: string }[]
  return rows.find(({ number }) => !asked.has(number))?.number
}
