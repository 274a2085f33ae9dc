import { expect, test } from 'bun:test'
import { createInstallation, people } from '../installation'

const mebibyte = 2 ** 20

/** Sends a form as a browser does: with its length. */
async function sendForm(
  app: { handle(request: Request): Promise<Response> },
  path: string,
  token: string,
  form: FormData,
) {
  const encoded = new Response(form)
  const body = await encoded.clone().bytes()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': encoded.headers.get('content-type') ?? '',
    'content-length': `${body.length}`,
  }
  return app.handle(new Request(`http://localhost/api${path}`, { method: 'POST', headers, body }))
}

test('POST /messages/:id with two files of 3 MiB and a text stores both files unchanged', async () => {
  const { app, tokenOf, insertTicket, acme } = await createInstallation()
  const { id } = await insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  const contents = [7, 8].map((byte) => new Uint8Array(3 * mebibyte).fill(byte))
  const form = new FormData()
  form.append('body', 'Segue o catálogo')
  for (const [n, bytes] of contents.entries()) form.append('medias', new File([bytes], `ação ${n}.bin`))
  const answer = await sendForm(app, `/messages/${id}`, await tokenOf('bob'), form)
  expect([answer.status, await answer.json()]).toMatchObject([200, { messages: [{}, {}] }])
  const rows = await acme.select('media').select(['originalName', 'size', 'sha256']).orderBy('originalName').execute()
  expect(rows).toEqual(
    contents.map((bytes, n) => ({
      originalName: `ação ${n}.bin`,
      size: 3 * mebibyte,
      sha256: new Bun.SHA256().update(bytes).digest('hex'),
    })),
  )
})

/** Sends a form of one file of 2 MiB in bytes, with these fields of its Content-Disposition and this end. */
async function sendOneFile(disposition: string, end: string) {
  const { app, tokenOf, insertTicket, acme } = await createInstallation()
  const { id } = await insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  const body = Buffer.concat([
    Buffer.from(`--xYz\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    new Uint8Array(2 * mebibyte),
    Buffer.from(end),
  ])
  const headers = {
    authorization: `Bearer ${await tokenOf('bob')}`,
    'content-type': 'multipart/form-data; boundary=xYz',
    'content-length': `${body.length}`,
  }
  const answer = await app.handle(new Request(`http://localhost/api/messages/${id}`, { method: 'POST', headers, body }))
  expect(await acme.select('media').select('id').execute()).toEqual([])
  return [answer.status, await answer.json()]
}

test('a large form that was cut short is refused with 400, and nothing is stored', async () => {
  expect(await sendOneFile('name="medias"; filename="a.bin"', '')).toMatchObject([400, {}])
})

test('a large form with a file without a field name is refused with the reason, and nothing is stored', async () => {
  expect(await sendOneFile('filename="a.bin"', '\r\n--xYz--\r\n')).toEqual([400, { error: 'ERR_FILE_WITHOUT_FIELD' }])
})
