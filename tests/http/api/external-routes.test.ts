import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCompanyArchive } from '../../../src/features/provider/data-transfer/company/company-export'
import { readConfig } from '../../../src/features/provider/payments/config'
import { createInstallation, type Name } from '../../installation'

/**
 * Success of routes that tenant.test.ts sees only refused, because they need a phone, a file or a secret. `app` compares
 * each response with the API document (tests/documented-responses.ts).
 */
const installation = await createInstallation()
const send = async (name: Name | null, method: string, path: string, body?: object | Uint8Array<ArrayBuffer>) => {
  const headers = new Headers(name ? { authorization: `Bearer ${await installation.tokenOf(name)}` } : {})
  const isFile = body instanceof Uint8Array
  if (body && !isFile) headers.set('content-type', 'application/json')
  const payload = isFile ? body : body && JSON.stringify(body)
  const response = await installation.app.handle(
    new Request(`http://localhost/api${path}`, { method, headers, body: payload }),
  )
  return { status: response.status, body: await response.json() }
}

test('a connection is linked by QR or pairing code, unlinked and deleted', async () => {
  await installation.insertConnection() // the default connection, which cannot be deleted
  const { id } = await installation.insertConnection()
  const setStatus = (status: 'DISCONNECTED' | 'CONNECTED') =>
    installation.acme.transaction((tx) => tx.update('connections').set({ status }).where('id', '=', id).execute())
  await setStatus('DISCONNECTED')
  const phone = { number: '5511988887777' }
  expect(await send('ana', 'POST', `/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(await send('ana', 'PUT', `/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { id } })
  const pairing = await send('ana', 'POST', `/whatsappsession/${id}/pair`, phone)
  expect(pairing).toEqual({ status: 200, body: { pairingCode: 'ABCD1234' } })
  await setStatus('CONNECTED')
  expect(await send('ana', 'DELETE', `/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(installation.whatsapp.calls.map(({ method }) => method)).toEqual(['start', 'startFresh', 'pair', 'logout'])
  expect(await send('ana', 'DELETE', `/whatsapp/${id}`)).toEqual({ status: 200, body: { id } })
  expect((await send('ana', 'GET', `/whatsapp/${id}`)).status).toBe(404)
})

test('DELETE /queue/:id deletes a queue without members and tickets', async () => {
  expect(await send('ana', 'DELETE', '/queue/2')).toEqual({ status: 200, body: { id: 2 } })
  expect((await send('ana', 'GET', '/queue/2')).status).toBe(404)
})

test('POST /contacts/:id/erase deletes the contact and returns the erasure', async () => {
  const { id, number } = await installation.insertContact()
  const { status, body } = await send('ana', 'POST', `/contacts/${id}/erase`, { confirmation: number, reason: 'Pediu' })
  expect([status, body]).toMatchObject([200, { contactId: id, reason: 'Pediu', counts: { tickets: 0 } }])
  expect((await send('ana', 'GET', `/contacts/${id}`)).status).toBe(404)
  expect((await send('ana', 'GET', '/erasures')).body.erasures).toEqual([body])
})

test('a file is imported into the contacts, looked at by other columns, and cancelled', async () => {
  const [token, form] = [await installation.tokenOf('ana'), new FormData()]
  form.append('file', new File(['nome;numero\nAna Conceição;5511977776666'], 'clientes.csv'))
  form.append('ask', 'true')
  const headers = { authorization: `Bearer ${token}` }
  const request = new Request('http://localhost/api/contacts/imports', { method: 'POST', headers, body: form })
  const made = (await (await installation.app.handle(request)).json()) as { id: number; preview: { layout: object } }
  const person = { row: 2, name: 'Ana Conceição', number: '5511977776666', email: '', fields: [], fault: null }
  expect(made).toMatchObject({ state: 'mapping', contactListId: null, preview: { rows: [person], sampled: 1 } })
  const path = `/contacts/imports/${made.id}`
  const layout = { sheet: 0, heading: 1, columns: ['field', 'number'] }
  const other = await send('ana', 'PUT', `${path}/preview`, { sheet: 0, layout })
  expect(other.body.preview.rows).toMatchObject([{ name: '5511977776666', fields: [{ value: 'Ana Conceição' }] }])
  expect(await send('ana', 'GET', path)).toMatchObject({ status: 200, body: { preview: { layout } } })
  expect(await send('ana', 'PUT', path, made.preview.layout)).toMatchObject({ status: 200, body: { state: 'running' } })
  expect(await send('ana', 'POST', `${path}/cancel`)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
  expect((await send('ana', 'GET', '/contacts/imports')).body).toMatchObject([{ id: made.id }])
})

test('POST /companies/import imports an exported company', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-company-')), 'rival.tar')
  await writeCompanyArchive(installation.scopeOf('rui'), path)
  await installation.store.write(({ kysely }) =>
    kysely.updateTable('users').set({ email: 'o@x.test' }).where('id', '=', 5).execute(),
  )
  const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
  const { status, body } = await send('root', 'POST', '/companies/import?planId=1&name=Chegada', bytes)
  expect([status, body]).toMatchObject([200, { name: 'Chegada' }])
  expect((await send('root', 'GET', `/companies/${body.id}`)).body).toMatchObject({ id: body.id, name: 'Chegada' })
})

test('the Pix webhook accepts a notification with the secret', async () => {
  const { body: config } = await send('root', 'GET', '/payments/config')
  const manualPix = { ...config, pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' }
  expect((await send('root', 'PUT', '/payments/config', manualPix)).status).toBe(200)
  const { webhookSecret } = await readConfig(installation.ports)
  const notification = { pix: [{ txid: 'abc' }] }
  const response = await send(null, 'POST', `/subscription/webhook/pix?hmac=${webhookSecret}`, notification)
  expect(response).toEqual({ status: 200, body: { ok: true } })
})
