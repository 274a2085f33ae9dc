import { askers } from './data'
import { interleaved, percentile, ratio } from './figures'
import { wrk } from './load'
import { login, type Serving, serveProduct } from './product'

const asks = 1500
const seconds = 6

/** First pages of the open, pending and closed tickets, one request at a time, large database beside small. */
export async function tickets(small: string, large: string) {
  const [few, many] = [await serveProduct(small), await serveProduct(large)]
  try {
    const [atFew, atMany] = [await reader(few), await reader(many)]
    await atFew()
    await atMany()
    const pairs = await interleaved(7, atMany, atFew)
    return [ratio('ticket list p99, 100,000 tickets ÷ 1,000, ms', 1.5, 'less', pairs)]
  } finally {
    await few.stop()
    await many.stop()
  }
}

const lists = ['status=open&showAll=true', 'status=pending', 'status=closed']

async function reader({ url }: Serving) {
  const tokens = await Promise.all(askers.slice(0, 4).map((email) => login(url, email)))
  return async () => {
    const took: number[] = []
    for (let n = 0; n < asks; n++) {
      const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` }
      const from = performance.now()
      const answer = await fetch(`${url}/api/tickets?${lists[n % lists.length]}`, { headers })
      await answer.arrayBuffer()
      took.push(performance.now() - from)
      if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
    }
    return percentile(took, 0.99)
  }
}

/** Returns a function that measures the pages of the list answered per second, under load. */
export async function lister({ url }: Serving) {
  const tokens = await Promise.all(askers.map((email) => login(url, email)))
  const script = `
local tokens = { ${tokens.map((token) => `'${token}'`).join(', ')} }
local lists = { ${lists.map((list) => `'${list}'`).join(', ')} }
local n = 0
request = function()
  n = n + 1
  local headers = { ['authorization'] = 'Bearer ' .. tokens[n % #tokens + 1] }
  return wrk.format('GET', '/api/tickets?' .. lists[n % #lists + 1], headers)
end
`
  return async () => (await wrk(url, script, seconds, 8)).perSecond
}
