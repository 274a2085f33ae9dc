import { afterEach, expect, spyOn, test } from 'bun:test'
import { bytePace } from '../../src/core/process/byte-pace'
import { revealToken } from '../../src/features/numbers/connections/token'
import { createInstallation, type Name, people } from '../installation'

const installation = await createInstallation()
const { scopeOf, tokenOf, app } = installation
const { id: ticketId } = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
const bytes = new Uint8Array(2 * 2 ** 20).fill(7)
const pieces = spyOn(bytePace, 'pieces')
const paid = spyOn(bytePace, 'pay')
afterEach(() => {
  pieces.mockClear()
  paid.mockClear()
})

/** Sends a body with its length; returns the status and the companies at whose pace it was read and written. */
async function send(token: string, method: string, path: string, encoded: Response) {
  const contentType = encoded.headers.get('content-type')
  const body = await encoded.clone().bytes()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-length': `${body.length}`,
    ...(contentType ? { 'content-type': contentType } : {}),
  }
  const { status } = await app.handle(new Request(`http://localhost/api${path}`, { method, headers, body }))
  return { status, companies: pieces.mock.calls.map(([companyId]) => companyId) }
}

test('a form above 1 MiB is read, and its file written, at the pace of its company', async () => {
  const form = new FormData()
  form.append('medias', new File([bytes], 'a.bin'))
  const { companyId } = scopeOf('bob')
  expect(await send(await tokenOf('bob'), 'POST', `/messages/${ticketId}`, new Response(form))).toEqual({
    status: 200,
    companies: [companyId, companyId],
  })
})

test('a form above 1 MiB of the messages API is read, and its file written, at the pace of its company', async () => {
  const { id: whatsappId } = await installation.insertConnection('acme')
  installation.whatsapp.openConnections.add(whatsappId)
  const { companyId } = scopeOf('ana')
  const { token } = await revealToken(scopeOf('ana'), whatsappId)
  const form = new FormData()
  form.append('number', '(11) 98888-7777')
  form.append('medias', new File([bytes], 'a.bin'))
  expect(await send(token, 'POST', '/messages/send', new Response(form))).toEqual({
    status: 200,
    companies: [companyId, companyId],
  })
})

test.each<[Name, string, string, number]>([
  ['bob', 'PUT', `/messages/${ticketId}/upload?fileName=a.bin`, 200],
  ['ana', 'POST', '/flowbuilder/import', 422],
  ['root', 'POST', '/companies/import?planId=1', 422],
])('the body of %s %s %s is read at the pace of the company of its sender', async (name, method, path, status) => {
  const { companyId } = scopeOf(name)
  expect(await send(await tokenOf(name), method, path, new Response(bytes))).toEqual({ status, companies: [companyId] })
})

test('a message of 65,536 characters counts as 1 MiB against the pace of its company, a short one not at all', async () => {
  const json = (body: string) =>
    new Response(JSON.stringify({ body }), { headers: { 'content-type': 'application/json' } })
  const path = `/messages/${ticketId}`
  expect((await send(await tokenOf('bob'), 'POST', path, json('Bom dia'))).status).toBe(200)
  expect(paid).not.toHaveBeenCalled()
  expect((await send(await tokenOf('bob'), 'POST', path, json('가'.repeat(65_536)))).status).toBe(200)
  expect(paid.mock.calls.map(([companyId]) => companyId)).toEqual([scopeOf('bob').companyId])
  expect(paid.mock.calls[0]?.[1]).toBeWithin(2 ** 20, 2 ** 20 + 1000)
})
