import { expect, test } from 'bun:test'
import { bytesUpTo, readBody } from '../../src/core/http/body'
import { limits } from '../../src/shared/limits'

const createRequest = (body: RequestInit['body']) => new Request('http://localhost/', { method: 'POST', body })
const json = (text: string) => readBody(createRequest(text), 'application/json')
const form = (fields: [string, string | File][]) => {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return readBody(createRequest(body), 'multipart/form-data')
}
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('readBody returns JSON unchanged, drops __proto__ and refuses more than 64 levels with ERR_BODY', async () => {
  expect(await json('{"a":[1,{"b":"x"}]}')).toEqual({ a: [1, { b: 'x' }] })
  expect(Object.keys((await json('{"__proto__":{"super":true},"a":1}')) as object)).toEqual(['a'])
  expect(JSON.stringify(await json(nested(64)))).toBe(nested(64))
  for (const text of [nested(65), '['.repeat(1e6), '{"a":'.repeat(65), `{"a":[{"b":${nested(63)}}]}`])
    await expect(json(text)).rejects.toMatchObject({ code: 'ERR_BODY' })
  for (const text of ['', '{', 'undefined']) await expect(json(text)).rejects.toThrow(SyntaxError)
})

test('brackets inside JSON strings do not count as nesting', async () => {
  for (const text of ['['.repeat(200), `"${'{['.repeat(100)}`, `\\"${'['.repeat(100)}\\`, `\\\\${'['.repeat(100)}`])
    expect(await json(JSON.stringify({ [text]: [text] }))).toEqual({ [text]: [text] })
  expect(await json(`[${Array(100).fill('[],{}').join()}]`)).toHaveLength(200)
})

test('form fields keep their literal names and texts; paths, indexes and JSON are not interpreted', async () => {
  const file = new File(['x'], 'x.txt')
  const fields = (await form([
    ['body', '[1]'],
    ['a.b', '{"c":1}'],
    ['mediaIds[1000000000]', 'x'],
    ['__proto__', 'y'],
    ['medias', file],
    ['medias', file],
  ])) as Record<string, unknown>
  expect(Object.entries(fields).slice(0, 3)).toEqual([
    ['body', '[1]'],
    ['a.b', '{"c":1}'],
    ['mediaIds[1000000000]', 'x'],
  ])
  expect(fields.medias).toHaveLength(2)
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  await expect(form([['mediaIds', '['.repeat(200)]])).rejects.toMatchObject({ code: 'ERR_BODY' })
})

test.each([
  ['NUL', 'a\0b', 'ab'],
  ['a lone high surrogate', 'a\ud83d', 'a\ufffd'],
  ['two surrogates in the wrong order', '\udc4d\ud83d', '\ufffd\ufffd'],
  ['whole characters', 'a👍\ud83d\udc4dé', 'a👍👍é'],
])('texts with %s are well-formed after readBody at every depth', async (_, text, left) => {
  const asAscii = (value: unknown) =>
    JSON.stringify(value).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  for (const write of [JSON.stringify, asAscii])
    expect(await json(write({ a: text, b: [{ c: [text, 1, null] }] }))).toEqual({
      a: left,
      b: [{ c: [left, 1, null] }],
    })
  expect(await json(JSON.stringify(text))).toBe(left)
  expect(await form([['a', text]])).toEqual({ a: left })
})

test('readBody returns null for a content type other than JSON and multipart', async () => {
  expect(await readBody(createRequest('a=b'), 'application/x-www-form-urlencoded')).toBeNull()
})

test('a body without a length is refused with ERR_TOO_LARGE once it exceeds the limit', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(0x20))
    },
  })
  const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
  const createChunked = (body: ReadableStream | string) =>
    new Request('http://localhost/api/tags', { method: 'POST', headers, body })
  await expect(readBody(createChunked(endless), 'application/json')).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' })
  expect(sent).toBeLessThan(2 * limits.json)
  expect(await readBody(createChunked('{"a":1}'), 'application/json')).toEqual({ a: 1 })
})

test('bytesUpTo returns at most the limit, in a buffer of exactly that size', async () => {
  const body = () => new Blob([new Uint8Array(70_000).fill(7)]).stream()
  const bytes = await bytesUpTo(body(), 70_000)
  expect([bytes.byteLength, bytes.buffer.byteLength, bytes.at(-1)]).toEqual([70_000, 70_000, 7])
  await expect(bytesUpTo(body(), 69_999)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE', detail: { max: 69_999 } })
  expect(await bytesUpTo(null, 0)).toHaveLength(0)
})
