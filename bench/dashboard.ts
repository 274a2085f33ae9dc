import { askers, period, reporting } from './data'
import { below, interleaved, type Measure, percentile, ratio } from './figures'
import { login, serveProduct } from './product'

const asks = 40

/**
 * The dashboard of 90 days for a company with 100,000 attendances and 50 attendants, beside one with a tenth of them in
 * the same database, and the division of its figures by number, which reads all attendances of the period.
 */
export async function dashboard(data: string): Promise<Measure[]> {
  const product = await serveProduct(data)
  try {
    const many = await asker(product.url, askers.slice(0, 4))
    const tenth = await asker(product.url, [`admin${reporting[1]}@bench.test`])
    await many()
    await tenth()
    const pairs = await interleaved(5, many, tenth)
    const parts = await asker(product.url, askers.slice(4, 8), '/parts', { by: 'number' })
    await parts()
    const divided = await interleaved(5, parts, many)
    const times = pairs.map(([time]) => time)
    return [
      below('dashboard of 90 days p99, 100,000 attendances', 300, 'ms', times),
      ratio('dashboard of 90 days p99, 100,000 attendances ÷ 10,000, ms', 3, 'less', pairs),
      below(
        'parts by number of 90 days p99, 100,000 attendances',
        300,
        'ms',
        divided.map(([time]) => time),
      ),
      ratio('parts by number ÷ dashboard of 90 days p99, ms', 25, 'less', divided),
    ]
  } finally {
    await product.stop()
  }
}

async function asker(url: string, emails: string[], path = '', more: Record<string, string> = {}) {
  const tokens = await Promise.all(emails.map((email) => login(url, email)))
  const { date_from, date_to } = period
  return async () => {
    const took: number[] = []
    for (let n = 0; n < asks; n++) {
      const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` }
      const from = performance.now()
      const answer = await fetch(
        `${url}/api/dashboard${path}?${new URLSearchParams({ date_from, date_to, ...more })}`,
        { headers },
      )
      const { counters, count } = (await answer.json()) as { counters?: { supportFinished: number }; count?: number }
      took.push(performance.now() - from)
      if (!counters?.supportFinished && !count) throw new Error(`the dashboard answered ${answer.status}`)
    }
    return percentile(took, 0.99)
  }
}
