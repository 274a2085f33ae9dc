import { askers, period, reporting } from './data'
import { below, interleaved, type Measure, percentile, ratio } from './figures'
import { login, serveProduct } from './product'

const asks = 40

/**
 * The dashboard of 90 days for a company with 100,000 attendances and 50 attendants, beside one with a tenth of them in
 * the same database.
 */
export async function dashboard(data: string): Promise<Measure[]> {
  const product = await serveProduct(data)
  try {
    const many = await asker(product.url, askers.slice(0, 4))
    const tenth = await asker(product.url, [`admin${reporting[1]}@bench.test`])
    await many()
    await tenth()
    const pairs = await interleaved(5, many, tenth)
    const times = pairs.map(([time]) => time)
    return [
      below('dashboard of 90 days p99, 100,000 attendances', 300, 'ms', times),
      ratio('dashboard of 90 days p99, 100,000 attendances ÷ 10,000, ms', 3, 'less', pairs),
    ]
  } finally {
    await product.stop()
  }
}

async function asker(url: string, emails: string[]) {
  const tokens = await Promise.all(emails.map((email) => login(url, email)))
  const { date_from, date_to } = period
  return async () => {
    const took: number[] = []
    for (let n = 0; n < asks; n++) {
      const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` }
      const from = performance.now()
      const answer = await fetch(`${url}/api/dashboard?${new URLSearchParams({ date_from, date_to })}`, { headers })
      const { counters } = (await answer.json()) as { counters?: { supportFinished: number } }
      took.push(performance.now() - from)
      if (!counters?.supportFinished) throw new Error(`the dashboard answered ${answer.status}`)
    }
    return percentile(took, 0.99)
  }
}
