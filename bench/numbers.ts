import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Emulator } from '../emulator/emulator'
import { scratch } from './product'

/** Environment with which the product (or a bare client) connects to this emulator. */
export async function towards(emulator: Emulator): Promise<Record<string, string>> {
  mkdirSync(scratch, { recursive: true })
  const caFile = join(scratch, `ca-${crypto.randomUUID()}.pem`)
  await Bun.write(caFile, emulator.caPem)
  return {
    BALCAO_WHATSAPP_URL: emulator.url,
    BALCAO_WHATSAPP_ROOT_KEY: emulator.rootKey,
    BALCAO_WHATSAPP_CA: caFile,
  }
}

interface Connection {
  id: number
  status: string
  qrcode: string
}

/** Adds a connection, scans its code with a simulated phone and waits until it is connected; returns its id. */
export async function link(url: string, token: string, emulator: Emulator, number: string): Promise<number> {
  const { id } = await ask<Connection>(url, token, 'POST', '/whatsapp', { name: `n${number}` })
  const { qrcode } = await until(url, token, id, ({ qrcode }) => qrcode !== '')
  await emulator.owner(number).scan(qrcode)
  await until(url, token, id, ({ status }) => status === 'CONNECTED')
  return id
}

async function until(url: string, token: string, id: number, fits: (connection: Connection) => boolean) {
  for (let left = 600; left > 0; left--) {
    const connection = await ask<Connection>(url, token, 'GET', `/whatsapp/${id}`)
    if (fits(connection)) return connection
    await Bun.sleep(50)
  }
  throw new Error(`connection ${id} did not reach the expected state`)
}

/** Calls the product's API; returns the body. @throws Error for a status other than 2xx */
export async function ask<T>(url: string, token: string, method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
