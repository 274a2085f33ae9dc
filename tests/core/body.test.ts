import { expect, test } from 'bun:test'
import { bytesUpTo, readBody } from '../../src/core/http/body'
import { limits } from '../../src/shared/limits'

const asked = (body: RequestInit['body']) => new Request('http://localhost/', { method: 'POST', body })
const json = (text: string) => readBody(asked(text), 'application/json')
const form = (fields: [string, string | File][]) => {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return readBody(asked(body), 'multipart/form-data')
}
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('JSON is read as it stands, up to a depth', async () => {
  expect(await json('{"a":[1,{"b":"x"}]}')).toEqual({ a: [1, { b: 'x' }] })
  expect(Object.keys((await json('{"__proto__":{"super":true},"a":1}')) as object)).toEqual(['a'])
  expect(JSON.stringify(await json(nested(64)))).toBe(nested(64))
  for (const text of [nested(65), '['.repeat(1e6), '{"a":'.repeat(65), `{"a":[{"b":${nested(63)}}]}`])
    await expect(json(text)).rejects.toMatchObject({ code: 'ERR_BODY' })
  for (const text of ['', '{', 'undefined']) await expect(json(text)).rejects.toThrow(SyntaxError)
})

test('brackets in texts are no depth, whatever surrounds them', async () => {
  for (const text of ['['.repeat(200), `"${'{['.repeat(100)}`, `\\"${'['.repeat(100)}\\`, `\\\\${'['.repeat(100)}`])
    expect(await json(JSON.stringify({ [text]: [text] }))).toEqual({ [text]: [text] })
  expect(await json(`[${Array(100).fill('[],{}').join()}]`)).toHaveLength(200)
})

test('a form is its fields: no paths, no indexes, no JSON in between', async () => {
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
  ['the first half of a character', 'a\ud83d', 'a\ufffd'],
  ['the second half', '\udc4d\ud83d', '\ufffd\ufffd'],
  ['whole ones', 'a👍\ud83d\udc4dé', 'a👍👍é'],
])('%s in texts: what is left is sound, however deep it stands', async (_, text, left) => {
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

test('what is neither is left alone', async () => {
  expect(await readBody(asked('a=b'), 'application/x-www-form-urlencoded')).toBeUndefined()
})

test('what comes without its length is counted as it comes', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(0x20))
    },
  })
  const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
  const asked = (body: ReadableStream | string) =>
    new Request('http://localhost/api/tags', { method: 'POST', headers, body })
  await expect(readBody(asked(endless), 'application/json')).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' })
  expect(sent).toBeLessThan(2 * limits.json)
  expect(await readBody(asked('{"a":1}'), 'application/json')).toEqual({ a: 1 })
})

test('bytes are read up to what may be, and are memory of their own', async () => {
  const body = () => new Blob([new Uint8Array(70_000).fill(7)]).stream()
  const bytes = await bytesUpTo(body(), 70_000)
  expect([bytes.byteLength, bytes.buffer.byteLength, bytes.at(-1)]).toEqual([70_000, 70_000, 7])
  await expect(bytesUpTo(body(), 69_999)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE', detail: { max: 69_999 } })
  expect(await bytesUpTo(null, 0)).toHaveLength(0)
})
