import { Database } from 'bun:sqlite'
import { afterEach, beforeAll, expect, test } from 'bun:test'
import type { Control } from '../../emulator/control-client'
import { databaseFile } from '../../src/core/storage/data-directory'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { cleanUp, openSignUp, type Serving, serve } from './balcao'

afterEach(cleanUp)

let control: Control
let whatsapp: Record<string, string>
beforeAll(async () => {
  const simulated = await startSimulatedWhatsApp()
  control = simulated.control
  whatsapp = simulated.env
})

/** More files than the job queue ever read at once, sent by customers, who need no login. */
const files = 400
const customersOfOne = 4

test(`a reply and an export of one company end while ${files} files of another wait for a download`, async () => {
  const serving = await serve(whatsapp)
  const flooded = await openCompany(serving, 'Cheia', '5511911110001')
  const other = await openCompany(serving, 'Outra', '5511911110002')
  const phone = '5511930000900'
  await control.addCustomer({ number: phone, name: 'Ana' })
  await control.send({ from: phone, to: other.owner, content: 'Oi' })
  const ticketId = await until('the ticket', async () => {
    const { tickets } = await other.request<{ tickets: { id: number }[] }>('GET', '/tickets?status=pending')
    return tickets[0]?.id
  })
  await other.request('PUT', `/tickets/${ticketId}`, { status: 'open' })

  await control.fault('holdMedia', true, 'download')
  await sendFiles(flooded.owner)
  await until('every file waits', () => countFiles(serving) === files)
  const { id: exportId } = await other.request<{ id: number }>('POST', '/exports', {})
  await other.request('POST', `/messages/${ticketId}`, { body: 'Já vamos' })
  await control.waitForMessage({ phone, text: 'Já vamos' })
  await until('the export', async () => {
    const { exports } = await other.request<{ exports: { id: number; status: string }[] }>('GET', '/exports')
    return exports.find(({ id }) => id === exportId)?.status === 'ready'
  })
  expect(countFiles(serving)).toBe(files)
})

/** Company with an admin and a number linked to the emulator. */
async function openCompany(serving: Serving, name: string, owner: string) {
  const { url } = serving
  await openSignUp(serving)
  const [email, password] = [`${name}@balcao.test`, 'nove violoncelos pardos']
  let token = ''
  const request = async <T>(method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  await request('POST', '/companies/cadastro', { name, email, phone: '11999998888', password, planId: 1 })
  token = (await request<{ token: string }>('POST', '/auth/login', { email, password })).token
  await control.addOwner({ number: owner, name })
  const { id } = await request<{ id: number }>('POST', '/whatsapp', { name, isDefault: true })
  const connection = () => request<{ status: string; qrcode: string }>('GET', `/whatsapp/${id}`)
  await until(`a QR code of ${name}`, async () => {
    const { qrcode: qr } = await connection()
    return qr !== '' && control.scan({ owner, qr })
  })
  await until(`the connection of ${name}`, async () => (await connection()).status === 'CONNECTED')
  return { owner, request }
}

async function sendFiles(owner: string) {
  const senders = Array.from({ length: customersOfOne }, (_, n) => `551193000000${n}`)
  await Promise.all(
    senders.map(async (from) => {
      await control.addCustomer({ number: from, name: `Cliente ${from}` })
      for (let n = 0; n < files / customersOfOne; n++)
        await control.send({ from, to: owner, content: { image: { sample: 'jpeg' } } })
    }),
  )
}

function countFiles({ dataDir }: Serving): number {
  const sqlite = new Database(databaseFile(dataDir), { readonly: true })
  const { count } = sqlite.query("select count(*) as count from jobs where name = 'media.fetch'").get() as {
    count: number
  }
  sqlite.close()
  return count
}
