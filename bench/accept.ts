import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { accepted, words } from './accepted'
import { askers, openTickets } from './data'
import { interleaved, type Measure, ratio } from './figures'
import { login, type ProductServing, scratch, serve, serveProduct } from './product'

const seconds = 6
const rounds = 5

/** How the other side flushes its commits (FLUSH of beside/durable.ts), the name of its line and its bar. */
export const flushes = [
  ['sqlite', 'raw Bun + SQLite, same statements', 0.7],
  ['thread', 'the same flushed in another thread, as we do', 0.75],
] as const

/**
 * Replies accepted per second, durable and idempotent, in a database of a million messages, beside raw Bun and
 * bun:sqlite running the same statements, once with SQLite's own flush and once with the product's. The number is not
 * connected, so that neither side delivers. After each round of the product the database must hold every acknowledged
 * reply.
 */
export async function accept(data: string) {
  const product = await serveProduct(data)
  const rawData = join(scratch, 'data-raw')
  rmSync(rawData, { recursive: true, force: true })
  cpSync(data, rawData, { recursive: true })
  try {
    const ours = await replier(product)
    const measures: Measure[] = []
    for (const [FLUSH, name, bar] of flushes) {
      const raw = await serve([process.execPath, join(import.meta.dir, 'beside', 'accept.ts')], {
        BALCAO_DATA_DIR: rawData,
        FLUSH,
      })
      const theirs = async () => (await reply(raw.url, ['none'], rawData)).perSecond
      await ours() // compiles the code of both sides before they are measured
      await theirs()
      const pairs = await interleaved(rounds, ours, theirs)
      await raw.stop()
      measures.push(ratio(`replies accepted per second ÷ ${name}`, bar, 'more', pairs))
    }
    return measures
  } finally {
    await product.stop()
    rmSync(rawData, { recursive: true, force: true })
  }
}

/** Returns a function that measures the replies accepted per second. */
export async function replier({ url, directory }: ProductServing) {
  const tokens = await Promise.all(askers.map((email) => login(url, email)))
  return async () => (await reply(`${url}/api/messages`, tokens, directory)).perSecond
}

/** Sends replies by 64 clients, or the given number, each one after the other. */
export const reply = (url: string, tokens: string[], directory: string, clients?: number) =>
  accepted(url, directory, script(tokens, Math.floor(performance.now())), seconds, clients)

/** Requests with a key each and a body of 150 bytes, spread over 16 users and 1,000 open tickets. */
const script = (tokens: string[], run: number) => `
local tokens = { ${tokens.map((token) => `'${token}'`).join(', ')} }
local text = '${words}'
local n = 0
local path = nil
request = function()
  n = n + 1
  path = path or wrk.path
  local headers = {
    ['authorization'] = 'Bearer ' .. tokens[n % #tokens + 1],
    ['content-type'] = 'application/json',
    ['idempotency-key'] = 'bench-${run}-' .. n,
  }
  return wrk.format('POST', (path == '/' and '' or path) .. '/' .. (n % ${openTickets} + 1), headers, '{"body":"' .. text .. n .. '"}')
end
`
