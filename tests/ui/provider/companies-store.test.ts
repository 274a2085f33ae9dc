import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Company } from '../../../src/features/provider/companies/model'
import { companies, companyQuery, receiveCompanyEvent } from '../../../ui/pages/platform/settings/companies/store'
import { json } from '../browser'

const pageSize = 5
const nativeFetch = globalThis.fetch
let stored: Map<number, Company>

const company = (id: number, name: string) => ({ id, name, email: `${id}@x.test` }) as Company
const fresh = () =>
  [...stored.values()]
    .filter(({ name }) => name.includes(companyQuery.peek()))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Server pages by name. */
function answer({ searchParams }: URL) {
  const after = searchParams.get('cursor') ?? ''
  const rest = fresh().filter(({ name }) => name > after)
  const page = rest.slice(0, pageSize)
  const hasMore = rest.length > pageSize
  return json({ companies: page, hasMore, next: hasMore ? page.at(-1)?.name : null })
}

function begin(text: string) {
  companyQuery.value = text
  stored = new Map(Array.from({ length: 12 }, (_, at) => [at + 1, company(at + 1, `loja ${10 + at}`)]))
  companies.clear()
}

beforeEach(() => {
  globalThis.fetch = (async (url: string) => answer(new URL(url, 'http://localhost'))) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  companyQuery.value = ''
  companies.clear()
})

type Step = 'made' | 'renamed' | 'deleted' | 'reload' | 'more'
const step = fc.constantFrom<Step>('made', 'renamed', 'deleted', 'reload', 'more')
const where = fc.nat(30)
/** Case: a new row sorts before the end of the loaded pages, whose last rows were deleted. */
const goneAtTheEnd: [string, [Step, number, number][]] = [
  '',
  [
    ['renamed', 16, 0],
    ['deleted', 14, 0],
    ['deleted', 2, 0],
    ['made', 0, 1],
  ],
]

test('loaded pages plus events equal a fresh load', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('', 'loja', '1'),
      fc.array(fc.tuple(step, where, where), { maxLength: 12 }),
      async (text, steps) => {
        begin(text)
        await companies.more()
        for (const [what, at, to] of steps) await take(what, at, to)
        while (companies.hasMore.peek()) await companies.more()
        expect(companies.rows.peek()).toEqual(fresh())
      },
    ),
    { numRuns: 60, examples: [goneAtTheEnd] },
  )
})

async function take(what: Step, at: number, to: number) {
  if (what === 'more') return companies.more()
  if (what === 'reload') {
    receiveCompanyEvent({ action: 'reload' })
    return companies.reload()
  }
  const ids = [...stored.keys()]
  const id = what === 'made' ? Math.max(0, ...ids) + 1 : (ids[at % ids.length] ?? 1)
  if (what === 'deleted') {
    stored.delete(id)
    return receiveCompanyEvent({ action: 'delete', companyId: id })
  }
  const changed = company(id, `${to % 3 === 0 ? 'casa' : 'loja'} ${10 + to}-${id}`)
  stored.set(id, changed)
  receiveCompanyEvent({ action: what === 'made' ? 'create' : 'update', company: changed })
}

test('loaded companies have the order of a fresh load, without gaps', async () => {
  begin('')
  await companies.more()
  for (const [id, name] of [
    [20, 'casa 1'],
    [21, 'zoo'],
    [2, 'loja 12b'],
  ] as const) {
    stored.set(id, company(id, name))
    receiveCompanyEvent({ action: 'update', company: company(id, name) })
  }
  const shown = companies.rows.peek()
  expect(shown).toEqual(fresh().slice(0, shown.length))
})
