import { afterEach, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { readBody } from '../../src/core/http/body'
import { type FormEntry, readLargeForm } from '../../src/core/http/large-form'

const boundary = 'xYz'
const contentType = `multipart/form-data; boundary=${boundary}`
const mebibyte = 2 ** 20

interface Part {
  name: string
  fileName: string | null
  content: string
}

function bytesOf(parts: Part[]): Uint8Array {
  const texts = parts.map(({ name, fileName, content }) => {
    const file = fileName === null ? '' : `; filename="${fileName}"\r\nContent-Type: image/png`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  })
  return Buffer.from(`${texts.join('')}--${boundary}--\r\n`)
}

async function* cut(bytes: Uint8Array, sizes: number[]) {
  for (let [at, n] = [0, 0]; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] as number
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const described = (entries: Iterable<FormEntry>) =>
  Promise.all(
    [...entries].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name ?? '', value.type, value.size, await value.text()],
    ),
  )
/** Entries, or the name of the error. */
const outcome = (form: Promise<Iterable<FormEntry>>) => form.then(described, (error) => (error as Error).name)

const ofBun = (bytes: Uint8Array) =>
  new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': contentType } }).formData()

/** Texts with parts of delimiters and of headers. */
const text = fc
  .array(fc.constantFrom('a', '\r', '\n', '\r\n', '-', '--', '\r\n--xY', 'xYz', 'é', '\r\n\r\n', '; filename="f"'))
  .map((all) => all.join(''))
  .filter((content) => !`\r\n${content}`.includes(`--${boundary}`))
const name = fc.constantFrom('medias', 'body', 'a.b')
const part = fc.record({ name, fileName: fc.option(fc.constantFrom('a.png', '', 'ção.png')), content: text })
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })

test('a form in any division into chunks has the entries that Bun reads from the whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), sizes, async (parts, sizes) => {
      const bytes = bytesOf(parts)
      expect(await outcome(readLargeForm(cut(bytes, sizes), contentType))).toEqual(await outcome(ofBun(bytes)))
    }),
    { numRuns: 300 },
  )
})

test('a form that was cut short or has another boundary is refused', async () => {
  const bytes = bytesOf([{ name: 'medias', fileName: 'a.png', content: 'abc' }])
  for (const [sent, type] of [
    [bytes.subarray(0, bytes.length - 12), contentType],
    [bytes, 'multipart/form-data; boundary=other'],
    [bytes, 'multipart/form-data'],
    [Buffer.from(`--${boundary}\r\n${'x'.repeat(20_000)}`), contentType],
  ] as const)
    await expect(readLargeForm(cut(sent, [7]), type)).rejects.toThrow()
})

test('a boundary has at most 70 characters', async () => {
  const send = (boundary: string) => {
    const part = 'Content-Disposition: form-data; name="body"\r\n\r\nSegue\r\n'
    const bytes = Buffer.from(`--${boundary}\r\n${part}--${boundary}--\r\n`)
    return readLargeForm(cut(bytes, [7]), `multipart/form-data; boundary=${boundary}`)
  }
  expect(await send('b'.repeat(70))).toEqual([['body', 'Segue']])
  await expect(send('b'.repeat(71))).rejects.toMatchObject({ code: 'ERR_BODY' })
})

test.each(['name=""; ', ''])('a file in a part with %j is refused with ERR_FILE_WITHOUT_FIELD', async (name) => {
  const part = `form-data; ${name}filename="a; name=b.png"\r\n\r\nabc\r\n`
  const bytes = Buffer.from(`--${boundary}\r\nContent-Disposition: ${part}--${boundary}--\r\n`)
  await expect(readLargeForm(cut(bytes, [7]), contentType)).rejects.toMatchObject({ code: 'ERR_FILE_WITHOUT_FIELD' })
})

const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

test('of a form with a file of 24 MB Bun parses less than 1 kB, and the file keeps its pieces without a copy', async () => {
  const { formData } = Response.prototype
  const parsed: number[] = []
  spies.push(
    spyOn(Response.prototype, 'formData').mockImplementation(async function (this: Response) {
      parsed.push((await this.clone().bytes()).length)
      return formData.call(this)
    }),
  )
  const content = 'x'.repeat(24 * mebibyte)
  const bytes = bytesOf([
    { name: 'body', fileName: null, content: 'Segue' },
    { name: 'medias', fileName: 'a.png', content },
  ])
  const [, [, file]] = (await readLargeForm(cut(bytes, [512 * 1024]), contentType)) as [FormEntry, [string, File]]
  const pieces = await Array.fromAsync(file.stream())
  const sizes = pieces.map(({ length }) => length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(512 * 1024)
  expect(sizes.reduce((sum, length) => sum + length, 0)).toBe(24 * mebibyte)
  expect(pieces.filter(({ buffer }) => buffer !== bytes.buffer)).toHaveLength(1) // with the first delimiter
  expect(parsed).toHaveLength(1)
  expect(parsed[0]).toBeLessThan(1000)
})

test('readBody reads a large form with a length in pieces, and a small one with Bun', async () => {
  const form = new FormData()
  form.append('body', 'Segue')
  form.append('medias', new File([new Uint8Array(3 * mebibyte).fill(7)], 'a.png', { type: 'image/png' }))
  const whole = new Request('http://localhost/', { method: 'POST', body: form })
  const bytes = await whole.clone().bytes()
  const headers = { 'content-type': whole.headers.get('content-type') ?? '', 'content-length': `${bytes.length}` }
  const request = new Request('http://localhost/', { method: 'POST', body: bytes, headers })
  const bun = spyOn(Request.prototype, 'formData')
  spies.push(bun)
  const fields = (await readBody(request, 'multipart/form-data')) as { body: string; medias: File }
  expect([fields.body, fields.medias.name, fields.medias.size]).toEqual(['Segue', 'a.png', 3 * mebibyte])
  expect(bun).not.toHaveBeenCalled()
  await readBody(new Request('http://localhost/', { method: 'POST', body: new FormData() }), 'multipart/form-data')
  expect(bun).toHaveBeenCalledTimes(1)
})
