import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { plainLook } from '../../../src/features/platform/look/read'
import { manualSections } from '../../../src/features/platform/manual/pages'
import { manualRoutes } from '../../../src/features/platform/manual/routes'
import { languages } from '../../../src/shared/enums'

const app = new Elysia().use(manualRoutes(async () => plainLook))
const get = (path: string, headers: Record<string, string> = {}, from = app) =>
  from.handle(new Request(`http://balcao.test${path}`, { headers }))
const pages = manualSections.flatMap((section) => [...section.pages])

test('each page is served in each language, and its links lead to pages', async () => {
  for (const language of languages)
    for (const page of pages) {
      const answer = await get(`/docs/${language}/${page}`)
      expect([page, answer.status, answer.headers.get('content-type')]).toEqual([page, 200, 'text/html; charset=utf-8'])
      const html = await answer.text()
      expect(html).toContain('<h1')
      const links = [...html.matchAll(/href="(\/docs\/[^"#]+)"/g)].map(([, link]) => link as string)
      expect(links.length).toBeGreaterThan(pages.length)
      for (const link of new Set(links)) expect([link, (await get(link)).status]).toEqual([link, 200])
    }
})

test.each([
  ['pt-BR,pt;q=0.9', 'pt'],
  ['de,es-AR;q=0.8,en;q=0.5', 'es'],
  ['fr', 'en'],
  ['', 'en'],
])('the manual opens in the first language of "%s" that it has', async (header, language) => {
  const answer = await get('/docs', { 'accept-language': header })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `/docs/${language}/inbox`])
})

test('an unknown page or language leads to the start of the manual', async () => {
  for (const path of [
    '/docs/pt/nothing',
    '/docs/xx/inbox',
    '/docs/pt/..%2f..%2fpackage.json',
    '/docs/__proto__/inbox',
  ]) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/docs'])
  }
})

test("the provider's name stands in place of the product's, as text", async () => {
  const name = '<b>A&B</b> *x* [y](z)'
  const named = new Elysia().use(manualRoutes(async () => ({ ...plainLook, name })))
  const html = await (await get('/docs/pt/server', {}, named)).text()
  expect(html).toContain('&lt;b&gt;A&amp;B&lt;/b&gt; *x* [y](z)</title>')
  expect(html).not.toContain('<b>A')
  expect(html).not.toContain('Balcão')
})
