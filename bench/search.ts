import { Database as Sqlite } from 'bun:sqlite'
import { databaseFile } from '../src/core/storage/data-directory'
import { askers, large, rareWord } from './data'
import { below, interleaved, type Measure, percentile } from './figures'
import { login, serveProduct } from './product'

const asks = 400
/** A common word, an ordinary one, two words, a rare one, an absent one, one too short for the index. */
const questions = ['pedido', 'rastreio', 'boleto amanha', rareWord, 'zebuzado', 'pe']

/** Searches in a million messages by users of the largest company and of a small one, and the size of the index. */
export async function search(data: string): Promise<Measure[]> {
  const product = await serveProduct(data)
  try {
    const largest = await asker(product.url, askers.slice(0, 4))
    const smallest = await asker(product.url, [`admin${large.companies}@bench.test`])
    await largest()
    await smallest()
    const pairs = await interleaved(5, largest, smallest)
    return [
      below(
        'search p99, the company with half a million messages',
        25,
        'ms',
        pairs.map(([many]) => many),
      ),
      below(
        'search p99, one with 26,000',
        25,
        'ms',
        pairs.map(([, few]) => few),
      ),
      share(product.directory),
    ]
  } finally {
    await product.stop()
  }
}

async function asker(url: string, emails: string[]) {
  const tokens = await Promise.all(emails.map((email) => login(url, email)))
  return async () => {
    const took: number[] = []
    for (let n = 0; n < asks; n++) {
      const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` }
      const q = encodeURIComponent(questions[n % questions.length] as string)
      const from = performance.now()
      const answer = await fetch(`${url}/api/search?q=${q}`, { headers })
      await answer.arrayBuffer()
      took.push(performance.now() - from)
      if (!answer.ok) throw new Error(`the search answered ${answer.status}`)
    }
    return percentile(took, 0.99)
  }
}

/** Size of the index ÷ size of all other pages. */
function share(directory: string): Measure {
  const sqlite = new Sqlite(databaseFile(directory), { readonly: true })
  const { index, all } = sqlite
    .query("select sum(iif(name glob 'message_search*', pgsize, 0)) as 'index', sum(pgsize) as 'all' from dbstat")
    .get() as { index: number; all: number }
  sqlite.close()
  const figure = index / (all - index)
  const rounds = `${Math.round(index / 1e6)} MB/${Math.round((all - index) / 1e6)} MB`
  return { name: 'search index ÷ base', bar: '≤ 0.45', figure, unit: '×', met: figure <= 0.45, rounds }
}
