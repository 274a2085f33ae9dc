import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { below, type Measure } from './figures'
import { executable, scratch, secret } from './product'
import { serveProvider } from './provider'

/** Rows of the dump. */
const [messages, contacts, tickets, users] = [1_000_000, 20_000, 40_000, 10]
const times = '2024-03-01 10:00:00-03\t2024-03-05 18:30:00.123-03'
const stamps = '"createdAt", "updatedAt"'

/** `balcao import` of a company with a million messages, and the second run, which changes nothing. */
export async function formerSystem(): Promise<Measure[]> {
  const [directory, dump] = [join(scratch, 'data-former'), join(scratch, 'former.sql')]
  rmSync(directory, { recursive: true, force: true })
  await (await serveProvider(directory)).stop()
  await writeDump(dump)
  const bring = async () => {
    const started = performance.now()
    const child = Bun.spawn([executable, 'import', dump], {
      env: { BALCAO_DATA_DIR: directory, ...secret },
      stdout: 'pipe',
    })
    const [said, code] = [await new Response(child.stdout).text(), await child.exited]
    if (code !== 0) throw new Error(said)
    return (performance.now() - started) / 1000
  }
  const result = [
    below('import of 1,000,000 messages of another product', 600, 's', [await bring()]),
    below('the same again, which changes nothing', 600, 's', [await bring()]),
  ]
  for (const path of [directory, dump]) rmSync(path, { recursive: true, force: true })
  return result
}

async function writeDump(path: string) {
  const writer = Bun.file(path).writer()
  const write = async (table: string, columns: string, count: number, row: (id: number) => string) => {
    writer.write(`COPY public."${table}" (id, ${columns}) FROM stdin;\n`)
    for (let id = 1; id <= count; id++) {
      writer.write(`${id}\t${row(id)}\n`)
      if (id % 10_000 === 0) await writer.flush()
    }
    writer.write('\\.\n\n')
  }
  await write(
    'Users',
    `name, email, profile, ${stamps}`,
    users,
    (id) => `Pessoa ${id}\tp${id}@loja.test\tadmin\t${times}`,
  )
  await write(
    'Contacts',
    `name, number, ${stamps}`,
    contacts,
    (id) => `Pessoa ${id}\t55119${80_000_000 + id}\t${times}`,
  )
  await write('Messages', `wid, body, ack, read, "fromMe", "ticketId", "createdAt"`, messages, messageRow)
  await write(
    'Tickets',
    `status, "contactId", "userId", ${stamps}`,
    tickets,
    (id) => `closed\t${1 + (id % contacts)}\t${1 + (id % users)}\t${times}`,
  )
  writer.write('-- PostgreSQL database dump complete\n')
  await writer.end()
}

/** Times in no order, as the rows of a table are that were changed since. */
function messageRow(id: number): string {
  const at = new Date(1.7e12 + ((id * 7919) % messages) * 30_000).toISOString().replace('T', ' ').replace('Z', '+00')
  const body = `Bom dia, gostaria de saber o preço do pedido ${id} e quando entrega, obrigado`
  return `3EB0${id}\t${body}\t3\tt\t${id % 2 ? 't' : 'f'}\t${1 + (id % tickets)}\t${at}`
}
