import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ParserPool } from '../../../src/core/parsers/pool'
import { pageWithLook } from '../../../src/features/platform/look/page-with-look'
import { productName, readLook } from '../../../src/features/platform/look/read'
import { showLook } from '../../../src/features/platform/look/shown-look'
import { parserLimits } from '../../../src/parsers'
import { spa } from '../../../src/spa'
import { createInstallation } from '../../installation'
import { png } from '../../sample-files'

/** Name, colour, pictures and support contact that the provider gives the product. */

let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  all = await createInstallation()
})
afterEach(() => all.store.close())

const provider = () => all.clientAs('root')
const platform = () => all.services.auth.platform
const base64 = (bytes: Uint8Array) => bytes.toBase64()

test('a name and a colour are read without a login, and one change leaves the other', async () => {
  expect((await provider().look.put({ name: '  Atende Já ' })).data).toMatchObject({ name: 'Atende Já', color: '' })
  expect((await provider().look.put({ color: '#AA3300' })).data).toMatchObject({ name: 'Atende Já', color: '#aa3300' })
  expect((await all.clientAs('bob').look.get()).data).toMatchObject({ name: 'Atende Já', color: '#aa3300' })
  expect(await productName(all.ports)).toBe('Atende Já')
})

test.each([
  ['supportEmail', 'sem arroba'],
  ['supportEmail', 'Ana <ana@loja.test>'],
  ['supportUrl', 'http://ajuda.test'],
  ['supportUrl', 'javascript:alert(1)'],
])('%s "%s" is refused by name and nothing is stored', async (field, value) => {
  const { status, error } = await provider().look.put({ name: 'Outra', [field]: value })
  expect([status, error?.value]).toMatchObject([422, { error: 'ERR_VALIDATION', fields: [field] }])
  expect((await readLook(platform())).name).toBe('')
})

test('a phone is read in the country of the provider’s company, and one that is none is refused with the reason', async () => {
  await provider().look.put({ supportPhone: '(11) 98888-7777' })
  expect((await readLook(platform())).support.phone).toBe('5511988887777')
  const { error } = await provider().look.put({ supportPhone: '12' })
  expect(error?.value).toMatchObject({ error: 'ERR_WAPP_INVALID_CONTACT', reason: expect.any(String) })
})

test('a phone is stored in digits, and an empty text removes the contact', async () => {
  await provider().look.put({ supportPhone: '+55 (11) 98888-7777', supportEmail: 'Ajuda@Loja.test' })
  expect((await readLook(platform())).support).toMatchObject({ phone: '5511988887777', email: 'ajuda@loja.test' })
  await provider().look.put({ supportPhone: '' })
  expect((await readLook(platform())).support).toMatchObject({ phone: '', email: 'ajuda@loja.test' })
})

test('an icon is drawn in the sizes that systems ask for, and its files are served by their hash', async () => {
  const { data } = await provider()
    .look.pictures({ kind: 'icon' })
    .put({ content: base64(png(300, 300)) })
  expect(Object.keys(data!.icons)).toEqual(['32', '180', '192', '512'])
  const answer = await all.app.handle(new Request(`http://x${data!.icons['192']}`))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await new Bun.Image(await answer.bytes()).metadata()).toMatchObject({ width: 192, height: 192, format: 'png' })
  expect((await provider().look.pictures({ kind: 'icon' }).delete()).data).toMatchObject({ icons: {} })
  expect((await all.app.handle(new Request(`http://x/api/look/files/${'0'.repeat(64)}.png`))).status).toBe(404)
})

test('a logo keeps its proportions; a wide icon and bytes that are no picture are refused', async () => {
  const put = (kind: 'logo' | 'icon', bytes: Uint8Array) =>
    provider()
      .look.pictures({ kind })
      .put({ content: base64(bytes) })
  const { data } = await put('logo', png(1000, 200))
  const logo = await all.app.handle(new Request(`http://x${data!.logo}`))
  expect(await new Bun.Image(await logo.bytes()).metadata()).toMatchObject({ width: 480, height: 96 })
  expect((await put('icon', png(300, 200))).error?.value).toMatchObject({ error: 'ERR_PICTURE_NOT_SQUARE' })
  for (const bytes of [new TextEncoder().encode('<svg onload="alert(1)"/>'), png(9000, 9000)])
    expect((await put('icon', bytes)).error?.value).toMatchObject({ error: 'ERR_PICTURE_UNREADABLE' })
  expect((await readLook(platform())).logo).toBe(data!.logo)
})

test('only the provider changes the look, and the audit log has the change', async () => {
  expect((await all.clientAs('ana').look.put({ name: 'Minha' })).status).toBe(403)
  await provider().look.put({ name: 'Atende Já' })
  const rows = await platform()
    .db.selectFrom('audit_log')
    .select(['entity', 'name'])
    .where('entity', '=', 'look')
    .execute()
  expect(rows).toEqual([{ entity: 'look', name: 'Atende Já' }])
})

test('the page has the name and the look, escaped, and a tag of its own', async () => {
  const html = '<html><head><title>Balcão</title></head><body></body></html>'
  const plain = pageWithLook(html, 'e', await readLook(platform()))
  await provider().look.put({ name: '</title><script>' })
  const look = await readLook(platform())
  const page = pageWithLook(html, 'e', look)
  expect(page.text).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>')
  expect(page.text).not.toContain('<script>')
  expect(page.etag).not.toBe(plain.etag)
  expect(plain.text).toContain('<title>Balcão</title>')
})

test('a picture that cannot be drawn while the server stops is not called unreadable', async () => {
  const stopped = new ParserPool(new URL('../../../src/parser-worker.ts', import.meta.url), parserLimits)
  stopped.stop()
  Object.assign(all.ports, { parsers: stopped })
  const { error } = await provider()
    .look.pictures({ kind: 'logo' })
    .put({ content: base64(png(100, 100)) })
  expect([error?.status, error?.value]).toMatchObject([503, { error: 'ERR_NOT_READY' }])
})

test('pages asked for together get the look of one read, and the next page the look after a change', async () => {
  const show = showLook(platform())
  const [first, second] = await Promise.all([show(), show()])
  expect(second).toBe(first)
  await provider().look.put({ name: 'Atende Já' })
  expect((await show()).name).toBe('Atende Já')
})

test('a page shows the last look while the database does not answer', async () => {
  const { clientAs, services, store } = await createInstallation()
  await clientAs('root').look.put({ name: 'Atende Já' })
  const show = showLook(services.auth.platform)
  await show()
  await store.close()
  expect((await show()).name).toBe('Atende Já')
})

test('the page of one look is compressed once and known by its tag', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-page-')), 'index.html')
  await Bun.write(path, '<html><head><title>Balcão</title></head><body></body></html>')
  const headers = { 'content-type': 'text/html', etag: 'e' }
  const files = [{ path, loader: 'html', isEntry: true, headers }]
  const look = await readLook(platform())
  const app = spa({ index: path, files } as never, async (html, etag) => pageWithLook(html, etag, look))
  const get = (more: Record<string, string> = {}) =>
    app.handle(new Request('http://x/tickets', { headers: { 'accept-encoding': 'gzip', ...more } }))
  const page = await get()
  expect(page.headers.get('content-encoding')).toBe('gzip')
  const text = new TextDecoder().decode(Bun.gunzipSync(await page.bytes()))
  expect(text).toContain('<meta name="look"')
  await Bun.write(path, 'another text')
  const again = await get()
  expect(new TextDecoder().decode(Bun.gunzipSync(await again.bytes()))).toBe(text)
  expect((await get({ 'if-none-match': page.headers.get('etag') as string })).status).toBe(304)
})
