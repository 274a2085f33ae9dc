import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { log } from '../../../src/core/log'
import { createOutside } from '../../../src/core/net/outside-request'
import { maxValue } from '../../../src/shared/flow/render'
import { jsonExcerpts } from '../../../src/shared/json-excerpt'
import { createFlowCompany, edge, node } from '../../flow-company'
import { nestedLists } from '../../nested-lists'

const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

let answer = ''
const server = Bun.serve({ port: 0, fetch: () => new Response(answer) })
afterAll(() => server.stop(true))

/** Values that a request node saves; each is the whole answer. */
const wholeAnswer = Array.from({ length: 20 }, (_, at) => ({ path: '', key: `value${at}` }))
const request = { method: 'GET', url: `http://localhost:${server.port}/`, saves: wholeAnswer }

async function createCompany() {
  const company = await createFlowCompany({
    nodes: [
      node('1', 'start'),
      node('http', 'request', request),
      node('good', 'message', { label: '{{value0}}' }),
      node('bad', 'message', { label: 'Sem resposta' }),
    ],
    connections: [edge('1', 'http'), edge('http', 'good'), edge('http', 'bad', 'b')],
  })
  company.ports.outside = createOutside([], { allowed: () => true })
  const token = await company.tokenOf('ana')
  const tryRequest = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `http://localhost/api/flowbuilder/flow/${company.flowId}/try/request`
    const body = JSON.stringify({ ...request, headers: [], body: '' })
    return (await company.app.handle(new Request(url, { method: 'POST', headers, body }))).json()
  }
  return { ask: company.ask, tryRequest }
}

describe('answer of a request node', () => {
  test.each([
    ['lists of 65 levels', nestedLists(65)],
    ['lists of 30,000 levels in 60 kB', nestedLists(30_000)],
    ['objects of 10,000 levels', objects(10_000)],
    ['lists of 500,000 levels in 1 MB', nestedLists(500_000)],
  ])('%s is a failure, and the trial and the log say why', async (_, text) => {
    answer = text
    const { ask, tryRequest } = await createCompany()
    using info = spyOn(log, 'info')
    expect(await ask('quero comprar')).toEqual(['Sem resposta'])
    const [fields] = info.mock.calls.find(([, text]) => text === 'the request of a flow failed') ?? []
    expect(fields).toMatchObject({ err: { message: 'the JSON has more than 64 levels' } })
    expect(await tryRequest()).toEqual({ isSuccess: false, status: 200, problem: 'tooDeep', variables: {} })
  })

  test('lists of 64 levels are saved whole', async () => {
    answer = nestedLists(64)
    const { ask, tryRequest } = await createCompany()
    expect(await ask('quero comprar')).toEqual([nestedLists(64)])
    expect(await tryRequest()).toMatchObject({
      isSuccess: true,
      problem: null,
      variables: { value19: nestedLists(64) },
    })
  })

  test.each([
    ['list', `[${Array(300_000).fill('1').join()}]`],
    ['object', JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`k${at}`, 1])))],
    ['text', `{"a":"${'x'.repeat(1_000_000)}"}`],
  ])('a flat %s of 600 kB or more is saved in each value up to its limit', async (_, text) => {
    answer = text
    const { tryRequest } = await createCompany()
    const { variables } = await tryRequest()
    expect(Object.values(variables)).toEqual(Array(20).fill(text.slice(0, maxValue)))
  })
})

test('jsonExcerpts returns the start of what JSON.stringify writes, for any value and length', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(100), (value, max) => {
      const excerpt = jsonExcerpts(max)
      for (const _ of [1, 2]) expect(excerpt(value)).toBe(JSON.stringify(value).slice(0, max))
    }),
  )
})
