import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { writeCompanyArchive } from '../../src/features/data-transfer/company-export'
import { readConfig } from '../../src/features/payments/config'
import { createInstallation, type Name } from '../installation'

/**
 * Routes that the walk of all actors (actors.ts) asks in vain, because they want a phone, a file or a secret: asked here
 * once so that they answer. What `app` answers is compared with the API's document (tests/documented-responses.ts).
 */
const installation = await createInstallation()
const ask = async (name: Name | null, method: string, path: string, body?: object | Uint8Array<ArrayBuffer>) => {
  const headers = new Headers(name ? { authorization: `Bearer ${await installation.tokenOf(name)}` } : {})
  const isFile = body instanceof Uint8Array
  if (body && !isFile) headers.set('content-type', 'application/json')
  const sent = isFile ? body : body && JSON.stringify(body)
  const answer = await installation.app.handle(
    new Request(`http://localhost/api${path}`, { method, headers, body: sent }),
  )
  return { status: answer.status, body: await answer.json() }
}

test('a number is linked by QR code or by a code, unlinked and deleted', async () => {
  await installation.insertConnection() // the default, which stays
  const { id } = await installation.insertConnection()
  const become = (status: 'DISCONNECTED' | 'CONNECTED') =>
    installation.acme.transaction((tx) => tx.update('connections').set({ status }).where('id', '=', id).execute())
  await become('DISCONNECTED')
  const phone = { number: '5511988887777' }
  expect(await ask('ana', 'POST', `/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(await ask('ana', 'PUT', `/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { id } })
  const pairing = await ask('ana', 'POST', `/whatsappsession/${id}/pair`, phone)
  expect(pairing).toEqual({ status: 200, body: { pairingCode: 'ABCD1234' } })
  await become('CONNECTED')
  expect(await ask('ana', 'DELETE', `/whatsappsession/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(installation.whatsapp.calls.map(({ method }) => method)).toEqual(['start', 'startFresh', 'pair', 'logout'])
  expect(await ask('ana', 'DELETE', `/whatsapp/${id}`)).toEqual({ status: 200, body: { id } })
  expect((await ask('ana', 'GET', `/whatsapp/${id}`)).status).toBe(404)
})

test('a queue that nobody is in goes', async () => {
  expect(await ask('ana', 'DELETE', '/queue/2')).toEqual({ status: 200, body: { id: 2 } })
  expect((await ask('ana', 'GET', '/queue/2')).status).toBe(404)
})

test('a contact is forgotten, with a proof', async () => {
  const { id, number } = await installation.insertContact()
  const { status, body } = await ask('ana', 'POST', `/contacts/${id}/erase`, { confirmation: number, reason: 'Pediu' })
  expect([status, body]).toMatchObject([200, { contactId: id, reason: 'Pediu', counts: { tickets: 0 } }])
  expect((await ask('ana', 'GET', `/contacts/${id}`)).status).toBe(404)
  expect((await ask('ana', 'GET', '/erasures')).body.erasures).toEqual([body])
})

test('a spreadsheet is read, and nothing stored', async () => {
  const rows = [
    ['nome', 'numero'],
    ['Ana Conceição', '5511977776666'],
  ]
  const file = await writeXlsx({ sheets: [{ name: 'Plan1', rows }] })
  const read = { rows: [{ row: 2, name: 'Ana Conceição', number: '5511977776666', email: '' }] }
  expect(await ask('ana', 'PUT', '/contacts/spreadsheet', new Uint8Array(file))).toEqual({ status: 200, body: read })
})

test('a company’s file is taken in by the provider', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-company-')), 'rival.tar')
  await writeCompanyArchive(installation.scopeOf('rui'), path)
  await installation.store.write(({ kysely }) =>
    kysely.updateTable('users').set({ email: 'o@x.test' }).where('id', '=', 5).execute(),
  )
  const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
  const { status, body } = await ask('root', 'POST', '/companies/import?planId=1&name=Chegada', bytes)
  expect([status, body]).toMatchObject([200, { name: 'Chegada' }])
  expect((await ask('root', 'GET', `/companies/${body.id}`)).body).toMatchObject({ id: body.id, name: 'Chegada' })
})

test('a payment service that knows the secret is heard', async () => {
  const { body: config } = await ask('root', 'GET', '/payments/config')
  const byHand = { ...config, pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' }
  expect((await ask('root', 'PUT', '/payments/config', byHand)).status).toBe(200)
  const { webhookSecret } = await readConfig(installation.ports)
  const heard = { pix: [{ txid: 'abc' }] }
  const answer = await ask(null, 'POST', `/subscription/webhook/pix?hmac=${webhookSecret}`, heard)
  expect(answer).toEqual({ status: 200, body: { ok: true } })
})
