import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { askers } from './data'
import { median, ratio } from './figures'
import { login, type Serving, serveProduct } from './product'

const writes = 300
const rounds = 7

/**
 * Cost of the audit log: an admin's change, beside the same change on a database whose trigger drops the inserted audit
 * rows. Both sides build the row; only the insert differs.
 */
export async function audited(data: string) {
  const [logged, unlogged] = [await serveProduct(data), await serveProduct(data)]
  try {
    dropLines(unlogged.directory)
    const [ours, theirs] = [await changer(logged), await changer(unlogged)]
    const pairs: [number, number][] = []
    for (let n = 0; n <= rounds; n++) pairs.push(await round(ours, theirs))
    pairs.shift() // the first round compiles the code of both sides
    return [ratio('a change with its line in the audit log ÷ without, median ms', 1.1, 'less', pairs)]
  } finally {
    await logged.stop()
    await unlogged.stop()
  }
}

/** Median milliseconds of both sides. The requests alternate, so that both sides see the same load of the machine. */
async function round(ours: () => Promise<number>, theirs: () => Promise<number>): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []]
  for (let n = 0; n < writes; n++) {
    took[0].push(await ours())
    took[1].push(await theirs())
  }
  return [median(took[0]), median(took[1])]
}

function dropLines(directory: string) {
  const sqlite = new Database(join(directory, 'balcao.db'))
  sqlite.run('pragma busy_timeout = 5000')
  sqlite.run('create trigger dropped before insert on audit_log begin select raise(ignore); end')
  sqlite.close()
}

async function changer({ url }: Serving) {
  const headers = { authorization: `Bearer ${await login(url, askers[0]!)}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/api/queue${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const name = `Medida ${crypto.randomUUID().slice(0, 8)}`
  const { id } = (await send('POST', '', { name, color: '#123456' })) as { id: number }
  let n = 0
  return async () => {
    const from = performance.now()
    await send('PUT', `/${id}`, { greetingMessage: `Olá, somos a medida ${++n}` })
    return performance.now() - from
  }
}
