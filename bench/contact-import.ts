import type { ContactImport } from '../src/features/contacts/imports/model'
import { sheetXml, workbook } from '../tests/workbook'
import { askers } from './data'
import { below, type Measure, percentile } from './figures'
import { ask } from './numbers'
import { login, type ProductServing, residentMb, serveProduct } from './product'

const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const count = rows.toLocaleString('en')
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Pause between two requests of the other company, and between two looks at the memory, ms. */
const pace = 10

/**
 * The import of an .xlsx file with 100,000 people, or `BENCH_ROWS`, from the upload to its end: time, memory of the process above that
 * before, and the requests of another company meanwhile. Then the same while the other company imports as well.
 */
export async function contactImport(data: string): Promise<Measure[]> {
  const product = await serveProduct(data)
  try {
    const token = await login(product.url, askers[0] as string)
    const other = await login(product.url, 'admin2@bench.test')
    const file = makeFile()
    const [times, memory, waits, shared]: number[][] = [[], [], [], []]
    for (let round = 0; round < rounds; round++) {
      const watch = watchProduct(product, other)
      times?.push(await importOnce(product, token, file))
      const { grownMb, p99 } = await watch.stop()
      memory?.push(grownMb)
      waits?.push(p99)
    }
    for (let round = 0; round < rounds; round++) {
      const neighbour = importOnce(product, other, file)
      shared?.push(await importOnce(product, token, file))
      await neighbour
    }
    return [
      below(`import of ${count} rows`, rows / 5, 'ms', times as number[]),
      below('memory of the process meanwhile, above before', 100, 'MB', memory as number[]),
      below('requests of another company meanwhile, p99', 100, 'ms', waits as number[]),
      below('the same import while another company imports as many', (rows * 2) / 5, 'ms', shared as number[]),
    ]
  } finally {
    await product.stop()
  }
}

function makeFile(): Blob {
  const people = Array.from({ length: rows }, (_, n) => [
    ...[`Cliente número ${n}`, `119${80_000_000 + n}`, `cliente${n}@exemplo.com.br`],
  ])
  return new Blob([workbook(sheetXml([['nome', 'numero', 'email'], ...people]))])
}

/** Imports the file into a new list; milliseconds until all people are in it. */
async function importOnce({ url }: ProductServing, token: string, file: Blob): Promise<number> {
  const { id } = await ask<{ id: number }>(url, token, 'POST', '/contact-lists', { name: 'Clientes' })
  const form = new FormData()
  form.append('file', file, 'lista.xlsx')
  const from = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/contact-lists/${id}/upload`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`)
  for (;;) {
    const [last] = await ask<ContactImport[]>(url, token, 'GET', `/contact-lists/${id}/imports`)
    if (last?.state === 'done' && last.added === rows) return performance.now() - from
    if (last?.state !== 'running') throw new Error(`the import ended with ${JSON.stringify(last)}`)
    await Bun.sleep(50)
  }
}

/** Looks at the memory and requests the conversations of another company again and again. */
function watchProduct({ url, pid }: ProductServing, token: string) {
  const times: number[] = []
  let [isStopped, peak] = [false, 0]
  const work = (async () => {
    const before = await residentMb(pid)
    while (!isStopped) {
      const from = performance.now()
      await ask(url, token, 'GET', '/tickets?status=open&showAll=true')
      times.push(performance.now() - from)
      peak = Math.max(peak, await residentMb(pid))
      await Bun.sleep(pace)
    }
    return peak - before
  })()
  return {
    async stop() {
      isStopped = true
      return { grownMb: await work, p99: percentile(times, 0.99) }
    },
  }
}
