import { beforeAll, expect, test } from 'bun:test'
import type { Serving } from '../executable/balcao'
import { openCompany } from './companies'
import { RawConnection } from './raw-http'
import { openSharedServer } from './shared-server'

/** Requests that the compiled executable once answered differently from the sources. */

let serving: Serving
let authorization: string
beforeAll(async () => {
  serving = await openSharedServer()
  authorization = `Bearer ${(await openCompany({ ...serving, providerToken: '' }, 'Recusada')).token}`
})

const request = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${serving.url}/api${path}`, { headers, ...init })
  return [answer.status, await answer.json()] as const
}

test.each(['0', '-1', '100001', '1e999', '-1e999', '1.01', '9'.repeat(30), 'NaN', 'x'])(
  'a page number of %s is refused on every paged route',
  async (page) => {
    for (const path of ['/tickets', '/contacts', '/messages/1']) {
      const answer = await request(`${path}?pageNumber=${page}`)
      expect([path, ...answer]).toMatchObject([path, 422, { error: 'ERR_VALIDATION' }])
    }
  },
)

test.each(['pageNumber=0&unknown=', 'pageNumber=um&pageNumber=-0&unknown=0'])(
  'an invalid page number beside an unknown name with the same value (%s) is refused without that name',
  async (query) => {
    for (const path of ['/tickets', '/contacts', '/announcements']) {
      const [status, answer] = await request(`${path}?${query}`)
      expect([path, status, answer]).toMatchObject([path, 422, { error: 'ERR_VALIDATION' }])
      // A blank or repeated value may leave the page number as the only one of this value.
      expect([[], ['pageNumber']]).toContainEqual((answer as { fields: string[] }).fields)
    }
  },
)

test.each(['0', '-1', '1e400', '9007199254740993'])(
  'an id of %s is refused with ERR_VALIDATION, not as a missing row',
  async (id) => {
    for (const path of ['/tickets', '/contacts', '/queue', '/whatsapp', '/messages'])
      expect([path, ...(await request(`${path}/${id}`))]).toMatchObject([path, 422, { error: 'ERR_VALIDATION' }])
  },
)

test('an object with its own toString or valueOf in place of a text is refused as an invalid field', async () => {
  const body = '{"token":{"toString":1},"name":[{"valueOf":1}],"email":"eu@balcao.test","password":"nove violoncelos"}'
  expect(await request('/auth/setup', { method: 'POST', body })).toEqual([
    422,
    { error: 'ERR_VALIDATION', fields: ['token', 'name'] },
  ])
})

test('an object with a length of 10^9 in place of a list is refused', async () => {
  const lists = ['waveform', 'mediaIds', 'medias', 'queueIds']
  const body = JSON.stringify({ name: 'Loja', ...Object.fromEntries(lists.map((name) => [name, { length: 1e9 }])) })
  const form = new FormData()
  for (const name of lists) form.append(name, '{"length":1000000000}')
  for (const path of ['/messages/1', '/whatsapp']) {
    expect((await request(path, { method: 'POST', body }))[0]).toBe(422)
    const answer = await fetch(`${serving.url}/api${path}`, { method: 'POST', headers: { authorization }, body: form })
    expect(answer.status).toBe(422)
  }
})

/** Sends these lines as a request and returns status and body. */
async function sendLines(...lines: string[]) {
  const line = new RawConnection(serving.port)
  const { status, body } = await line.sendBytes(new Uint8Array(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)))
  line.close()
  return [status, body.toString()] as const
}

test.each(['a', 'ab', 'crm', '1.1', 'crm:80', 'intranet', '[::1]'])(
  'a request with the Host header %s gets the same answer as with localhost',
  async (host) => {
    for (const path of [
      '/api/system',
      '/api/tickets/1',
      '/zz/api/system',
      '/zzzzzz/api/system',
      '/a/api/tickets/1?a=/b',
    ]) {
      const asked = `GET ${path} HTTP/1.1`
      expect([path, ...(await sendLines(asked, `Host: ${host}`))]).toEqual([
        path,
        ...(await sendLines(asked, 'Host: localhost')),
      ])
    }
  },
)

test.each([
  ['HTTP/1.0', 'Accept: */*'],
  ['HTTP/1.1', 'Host: a/b'],
  ['HTTP/1.1', 'Host:'],
])('with a missing or invalid host (%s, %s), /healthz answers and other paths get 400', async (version, header) => {
  expect((await sendLines(`GET /healthz ${version}`, header))[0]).toBe(200)
  for (const path of ['/zzzzzz/api/system', '/zzzzzz/api/tickets/1'])
    expect([path, ...(await sendLines(`GET ${path} ${version}`, header))]).toEqual([path, 400, '{"error":"ERR_BODY"}'])
})

test.each(['%', '%ff%fe', '%ED%A0%80', '%e0%a4'])(
  'a path with %s, invalid UTF-8, is refused with 400',
  async (text) => {
    for (const path of [`/api/users/set-language/${text}`, `/api/tickets/${text}`, `/${text}`])
      expect([path, ...(await sendLines(`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 0'))]).toEqual([
        path,
        400,
        '{"error":"ERR_BODY"}',
      ])
  },
)
