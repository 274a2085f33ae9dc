import { Database } from 'bun:sqlite'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Secrets } from '../src/core/secrets'
import { flushes } from './accept'
import { accepted, words } from './accepted'
import { interleaved, type Measure, ratio } from './figures'
import { scratch, secret, serve, serveProduct } from './product'

const seconds = 6
const rounds = 5
/** Number of connections that programs send through; each token may send 20 messages per minute. */
const programs = 12_000

/**
 * Messages accepted by the API per second, durable and idempotent, in a database of a million messages,
 * beside raw Bun and bun:sqlite running the same statements. The connections are stored as connected without a session,
 * so that neither side delivers. After each round of the product the database must hold every acknowledged message.
 */
export async function sendApi(data: string) {
  const prepared = join(scratch, 'data-programs')
  const rawData = join(scratch, 'data-raw')
  for (const directory of [prepared, rawData]) rmSync(directory, { recursive: true, force: true })
  cpSync(data, prepared, { recursive: true })
  addPrograms(prepared)
  cpSync(prepared, rawData, { recursive: true })
  const product = await serveProduct(prepared)
  try {
    const ours = () => run(`${product.url}/api/messages/send`, product.directory)
    const measures: Measure[] = []
    for (const [FLUSH, name, bar] of flushes) {
      const raw = await serve([process.execPath, join(import.meta.dir, 'beside', 'send-api.ts')], {
        BALCAO_DATA_DIR: rawData,
        FLUSH,
        ...secret,
      })
      const pairs = await interleaved(rounds, ours, () => run(raw.url, rawData))
      await raw.stop()
      measures.push(ratio(`messages by the API per second ÷ ${name}`, bar, 'more', pairs))
    }
    return measures
  } finally {
    await product.stop()
    for (const directory of [prepared, rawData]) rmSync(directory, { recursive: true, force: true })
  }
}

const tokenOf = (n: number) => `program-${n}`
const numberOf = (n: number) => `55219${80_000_000 + n}`

/** Adds the connections, each with its token and one customer with a closed ticket. */
function addPrograms(directory: string) {
  const secrets = new Secrets(secret.BALCAO_SECRET)
  const sqlite = new Database(join(directory, 'balcao.db'))
  const connection = sqlite.query(
    "insert into connections (companyId, name, status, shouldConnect, tokenHash) values (1, ?, 'CONNECTED', 0, ?) returning id",
  )
  const contact = sqlite.query(
    'insert into contacts (companyId, name, number, waJid, searchText) values (1, ?, ?, ?, ?) returning id',
  )
  const ticket =
    sqlite.query(`insert into tickets (companyId, uuid, status, contactId, whatsappId, lastMessageAt, closedAt)
    values (1, ?, 'closed', ?, ?, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  sqlite.transaction(() => {
    sqlite.run("update companies set dueDate = '2099-12-31' where id = 1")
    sqlite.run('update plans set useExternalApi = 1')
    for (let n = 0; n < programs; n++) {
      const number = numberOf(n)
      const { id } = connection.get(`Programa ${n}`, secrets.hash(tokenOf(n))) as { id: number }
      const { id: customer } = contact.get(`Cliente ${n}`, number, `${number}@s.whatsapp.net`, `cliente ${n}`) as {
        id: number
      }
      ticket.run(crypto.randomUUID(), customer, id)
    }
  })()
  sqlite.close()
}

/** First program of the next round: continues after the last one, so that no token exceeds its limit. */
let next = 0

async function run(url: string, directory: string): Promise<number> {
  const { perSecond, stored } = await accepted(url, directory, script(next), seconds)
  next = (next + stored) % programs
  return perSecond
}

/** Requests with a key each and a body of 150 bytes, by one program after the other to its customer. */
const script = (first: number) => `
local text = '${words}'
local n = ${first}
local path = nil
request = function()
  n = n + 1
  path = path or wrk.path
  local program = n % ${programs}
  local headers = {
    ['authorization'] = 'Bearer program-' .. program,
    ['content-type'] = 'application/json',
    ['idempotency-key'] = 'bench-${Math.floor(performance.now())}-' .. n,
  }
  local number = '55219' .. (80000000 + program)
  return wrk.format('POST', path, headers, '{"number":"' .. number .. '","body":"' .. text .. n .. '"}')
end
`
