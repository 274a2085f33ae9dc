import { afterAll, describe, expect, test } from 'bun:test'
import { isPublic, resolvePublic, type SafeFetchOptions, safeFetch } from '../../../src/core/net/safe-fetch'
import { firstLink, showPreview } from '../../../src/features/inbox/messages/link/link-preview'
import { readPageFacts } from '../../../src/features/inbox/messages/link/page-facts'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { changeSetting } from '../../../src/features/platform/settings/service'
import { createInstallation } from '../../installation'

const page = `<html><head><title>Reserva &amp; cia</title>
  <meta property="og:title" content="Bolo de rolo &#233; bom"><meta property="og:image" content="/p.png">
  <meta name="description" content="Feito hoje"></head></html>`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
let requestedUrls: string[] = []
const site = Bun.serve({
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url)
    requestedUrls.push(`${request.headers.get('host')} ${pathname}`)
    if (pathname === '/inwards') return Response.redirect('http://169.254.169.254/latest')
    if (pathname === '/round') return Response.redirect('/round')
    if (pathname === '/p.png') return new Response(png, { headers: { 'content-type': 'image/png' } })
    if (pathname === '/endless')
      return new Response('x'.repeat(3_000_000), { headers: { 'content-type': 'text/html' } })
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  },
})
afterAll(() => site.stop(true))

/** Resolver under test: every name resolves to the test server, the only public address here. */
const outside: SafeFetchOptions = { resolve: async () => ['127.0.0.1'], allowed: (ip) => ip === '127.0.0.1' }
const address = (path = '/') => `http://loja.example:${site.port}${path}`

describe('safe fetch', () => {
  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'x'],
  ])('isPublic(%s) is false', (ip) => expect(isPublic(ip)).toBe(false))

  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('isPublic(%s) is true', (ip) =>
    expect(isPublic(ip)).toBe(true),
  )

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'file:///etc/passwd',
    'ftp://8.8.8.8/',
    'http://a:b@8.8.8.8/',
  ])('%s is not fetched', async (url) => {
    await expect(safeFetch(url, { timeoutMs: 500 })).rejects.toThrow(/address|name|scheme|credentials/)
  })

  test('a name with one private address and a redirect to a private address or in a circle are refused', async () => {
    requestedUrls = []
    const two = { ...outside, resolve: async () => ['127.0.0.1', '10.0.0.1'] }
    await expect(safeFetch(address(), two)).rejects.toThrow('name')
    expect(requestedUrls).toEqual([])
    await expect(safeFetch(address('/inwards'), outside)).rejects.toThrow('address')
    await expect(safeFetch(address('/round'), outside)).rejects.toThrow('redirects')
  })

  test.each([
    ['https://loja.example./x?y=1', ['8.8.8.8'], 'https://8.8.8.8/x?y=1', 'loja.example'],
    ['https://loja.example:8443/', ['2606:4700::1111', '8.8.8.8'], 'https://[2606:4700::1111]:8443/', 'loja.example'],
    ['https://[2606:4700::1111]/', [], 'https://[2606:4700::1111]/', '2606:4700::1111'],
  ])('%s with addresses %p resolves to %s', async (written, found, resolved, host) => {
    const at = await resolvePublic(new URL(written), { resolve: async () => found })
    expect([at.resolved.href, at.host]).toEqual([resolved, host])
  })

  test('the request has the written host name, and a long response is not read to its end', async () => {
    requestedUrls = []
    const { bytes } = await safeFetch(address('/endless'), { ...outside, maxBytes: 1000 })
    expect(bytes.byteLength).toBe(1000)
    expect(requestedUrls).toEqual([`loja.example:${site.port} /endless`])
  })
})

test('metadata of a page is returned as plain text', async () => {
  expect(await readPageFacts({ bytes: new Uint8Array(Buffer.from(page)) })).toEqual({
    title: 'Bolo de rolo é bom',
    description: 'Feito hoje',
    site: '',
    image: '/p.png',
  })
})

test('the first URL of a text is found without surrounding punctuation', () => {
  expect(firstLink('veja (https://a.example/x_y?d=1).')).toBe('https://a.example/x_y?d=1')
  expect(firstLink('nada aqui')).toBeUndefined()
})

describe('the preview of a message', () => {
  async function sent(body = `olha ${address('/bolo')}`, budgets?: number) {
    const installation = await createInstallation({ budgets })
    const ticket = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1 })
    const send = async () =>
      (await sendMessage(installation.scopeOf('bob'), ticket.id, { body, quotedId: null, files: [] }))[0]!.id
    const wanted = async () =>
      (await installation.acme.select('jobs').select('name').execute()).filter(({ name }) => name === 'message.preview')
        .length
    return { ...installation, send, wanted }
  }

  test('has the metadata of the page, fetched once for all messages with the link', async () => {
    const { send, systemScope, published } = await sent()
    const [one, two] = [await send(), await send()]
    published.length = 0
    requestedUrls = []
    await showPreview(systemScope(), one, outside)
    await showPreview(systemScope(), two, outside)
    expect(requestedUrls.map((line) => line.split(' ')[1])).toEqual(['/bolo', '/p.png'])
    expect(published.map(({ entity }) => entity)).toEqual(['appMessage', 'appMessage'])
    const { message } = published[1]!.payload as { message: { detail: object } }
    expect(message.detail).toEqual({
      link: {
        url: address('/bolo'),
        title: 'Bolo de rolo é bom',
        description: 'Feito hoje',
        site: 'loja.example',
        thumbnail: expect.stringMatching(/^data:image\/jpeg;base64,/),
      },
    })
  })

  test('is missing when the company has used up its budget of pages', async () => {
    const { send, systemScope, published, ports } = await sent(undefined, 0.1)
    for (let isPaid = true; isPaid; ) isPaid = ports.budgets.trySpend('linkPreview', systemScope().companyId)
    const id = await send()
    published.length = 0
    requestedUrls = []
    await showPreview(systemScope(), id, outside)
    expect([requestedUrls, published]).toEqual([[], []])
  })

  test('is missing for an unreachable page, which is remembered and does not fail the job', async () => {
    const { send, systemScope, published } = await sent('http://127.0.0.1/segredo')
    const id = await send()
    published.length = 0
    await showPreview(systemScope(), id)
    await showPreview(systemScope(), id)
    expect(published).toEqual([])
  })

  test('is not fetched when the company has disabled previews', async () => {
    const { send, wanted, scopeOf, platform } = await sent()
    await changeSetting(scopeOf('ana'), platform, 'linkPreviews', 'disabled')
    await send()
    expect(await wanted()).toBe(0)
    await changeSetting(scopeOf('ana'), platform, 'linkPreviews', 'enabled')
    await send()
    expect(await wanted()).toBe(1)
  })
})
