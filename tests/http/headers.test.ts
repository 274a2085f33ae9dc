import { expect, test } from 'bun:test'
import { populated } from './access/installation'
import { walked } from './access/table'

/** The headers of every answer, whoever asks and whatever becomes of it (core/http/headers.ts). */

const made = await populated()
const always = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
]
const lacking = (headers: Headers) => always.filter((name) => !headers.has(name))

test('every route answers a stranger with all of them', async () => {
  for (const route of walked(made.app)) {
    const address = `http://localhost${made.filled(route, made.ids.missing)}`
    const { headers, status } = await made.app.handle(new Request(address, { method: route.method }))
    expect([route.path, status, lacking(headers)]).toEqual([route.path, status, []])
  }
})

test('so do files, parts of files, parts that are not there, and what does not exist', async () => {
  const link = made.ports.media.link(1 as never, made.ids.own.media)
  const ask = (path: string, headers = {}) => made.app.handle(new Request(`http://localhost${path}`, { headers }))
  const answers = [
    await ask(link),
    await ask(link, { range: 'bytes=0-2' }),
    await ask(link, { range: 'bytes=900-' }),
    await ask('/media/nothing'),
    await ask('/api/nothing'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 206, 416, 404, 404])
  for (const { headers } of answers) expect(lacking(headers)).toEqual([])
  expect(answers[0]!.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})
