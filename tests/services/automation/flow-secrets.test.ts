import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { startOpenAi } from '../../../emulator/openai/server'
import type { Scope } from '../../../src/core/scope'
import { publishDraft, saveDraft, saveFlow } from '../../../src/features/automation/flows/drafts'
import type { FlowContent } from '../../../src/features/automation/flows/model'
import { getFlowWithContent, getVersion } from '../../../src/features/automation/flows/read'
import { openHeader } from '../../../src/features/automation/flows/secrets'
import { createFlow, deleteFlow, duplicateFlow } from '../../../src/features/automation/flows/service'
import { renderWhole } from '../../../src/shared/flow/render'
import { originOf } from '../../../src/shared/flow/secrets'
import { createFlowCompany, edge, node } from '../../flow-company'

const key = 'sk-proj-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
afterAll(() => service.stop())

const promptNode = (fields: object) =>
  node('ai', 'openai', {
    typebotIntegration: {
      ...{ name: 'Aurora', model: 'gpt-4o-mini', maxTokens: 100, temperature: 0.5, maxMessages: 4, queueId: 2 },
      prompt: 'Você atende a Padaria Aurora. O bolo de milho custa 30 reais.',
      ...{ baseUrl: service.url, apiKey: key, ...fields },
    },
  })
const withPrompt = (fields = {}): FlowContent => ({
  nodes: [node('1', 'start'), promptNode(fields)],
  connections: [edge('1', 'ai')],
})
const keyIn = (content: FlowContent | null) =>
  (content?.nodes[1]?.data.typebotIntegration as { apiKey: string } | undefined)?.apiKey ?? 'none'

async function createSecretCompany(content = withPrompt()) {
  const company = await createFlowCompany(content)
  const ana = company.scopeOf('ana')
  const shown = async (id = company.flowId) => keyIn((await getFlowWithContent(ana, id)).flow)
  const rows = () => company.acme.select('flow_secrets').selectAll().orderBy('id').execute()
  return { ...company, ana, shown, rows }
}

test('a typed key is stored encrypted; the draft, the version and responses have its mark', async () => {
  const { ana, shown, rows, flowId, acme } = await createSecretCompany()
  const mark = await shown()
  expect(mark).toMatch(/^••••cdef#\d+$/)
  expect(keyIn(await getVersion(ana, flowId, 1))).toBe(mark)
  const stored = JSON.stringify([
    await acme.select('flows').selectAll().execute(),
    await acme.select('flow_versions').selectAll().execute(),
  ])
  expect(stored).not.toContain(key)
  const [row] = await rows()
  expect(Buffer.from(row!.sealed!).toString('latin1')).not.toContain(key)
})

test('the key of a node opens its service, and saving the mark keeps it', async () => {
  const { ana, shown, rows, flowId, ask } = await createSecretCompany()
  await saveFlow(
    ana,
    flowId,
    withPrompt({ apiKey: await shown(), prompt: 'Você atende a Padaria. O bolo custa 30 reais.' }),
  )
  expect(await rows()).toHaveLength(1)
  expect(await ask('quero comprar')).toHaveLength(1)
})

test('a new key in the draft leaves that of the published version', async () => {
  const { ana, shown, flowId, ask, runs, rows } = await createSecretCompany()
  const mark = await shown()
  await saveDraft(ana, flowId, withPrompt({ apiKey: 'sk-other-0123456789' }))
  expect(await shown()).not.toBe(mark)
  await saveDraft(ana, flowId, withPrompt({ apiKey: 'sk-third-0123456789' }))
  expect(await rows()).toHaveLength(2)
  expect(await ask('quero comprar')).toHaveLength(1)
  await publishDraft(ana, flowId, '')
  await ask('sair')
  expect(await ask('quero comprar')).toEqual([expect.stringContaining('Uma pessoa vai responder')])
  expect((await runs()).at(-1)).toMatchObject({ state: 'failed', end: 'program' })
})

test('a key is not sent to an address for which it was not typed, and such a draft is not published', async () => {
  const { ana, shown, flowId } = await createSecretCompany()
  const other = startOpenAi({ keys: [key] })
  const moved = withPrompt({ apiKey: await shown(), baseUrl: other.url })
  await saveDraft(ana, flowId, moved)
  expect(publishDraft(ana, flowId, '')).rejects.toMatchObject({
    code: 'ERR_PROMPT_KEY',
    detail: { fields: ['nodes.1.data.typebotIntegration.apiKey'] },
  })
  expect(saveFlow(ana, flowId, moved)).rejects.toMatchObject({ code: 'ERR_PROMPT_KEY' })
  expect((await getFlowWithContent(ana, flowId)).version).toBe(1)
  await other.stop()
})

test('the mark of another flow becomes empty, and a copy has a key of its own', async () => {
  const { ana, shown, flowId, rows } = await createSecretCompany()
  const { id: otherId } = await createFlow(ana, 'Outro')
  await saveDraft(ana, otherId, withPrompt({ apiKey: await shown() }))
  expect(await shown(otherId)).toBe('')
  const copy = await duplicateFlow(ana, { flowId })
  expect(await shown(copy.id)).toMatch(/^••••cdef#/)
  expect(await shown(copy.id)).not.toBe(await shown())
  await publishDraft(ana, copy.id, '')
  await deleteFlow(ana, copy.id)
  expect(await rows()).toHaveLength(1)
})

test('a copy with the content of the editor has its keys, but none for another address or of another flow', async () => {
  const { ana, flowId, shown } = await createSecretCompany()
  const mark = await shown()
  const copyOf = async (content: FlowContent) => shown((await duplicateFlow(ana, { flowId, ...content })).id)
  expect(await copyOf(withPrompt({ apiKey: mark, name: 'Aurora 2' }))).toMatch(/^••••cdef#/)
  expect(await copyOf(withPrompt({ apiKey: mark, baseUrl: 'https://mal.test/v1' }))).toBe('')
  const { id: other } = await createFlow(ana, 'Outro')
  const stolen = await duplicateFlow(ana, { flowId: other, ...withPrompt({ apiKey: mark }) })
  expect(await shown(stolen.id)).toBe('')
  await expect(duplicateFlow(ana, { flowId, nodes: [], connections: [] })).rejects.toMatchObject({
    code: 'ERR_FLOW_INVALID',
  })
})

test('secret headers of a request are marks in the flow, filled with variables, and sent to their host only', async () => {
  const heard: (string | null)[] = []
  const server = Bun.serve({
    port: 0,
    fetch: ({ headers }) => {
      heard.push(headers.get('authorization'))
      return Response.json({ ok: true })
    },
  })
  const at = (host: string): FlowContent => ({
    nodes: [
      node('1', 'start'),
      node('http', 'request', {
        ...{ method: 'GET', url: `http://${host}/orders/{{number}}` },
        headers: [
          { name: 'Authorization', value: 'Bearer 0123456789 {{firstName}}' },
          { name: 'X-Shop', value: 'aurora' },
        ],
      }),
      node('good', 'message', { label: 'Feito' }),
    ],
    connections: [edge('1', 'http'), edge('http', 'good')],
  })
  const { ana, flowId, ask } = await createSecretCompany(at(`localhost:${server.port}`))
  const headersOf = async () => (await getFlowWithContent(ana, flowId)).flow?.nodes[1]?.data.headers
  expect(await headersOf()).toEqual([
    { name: 'Authorization', value: expect.stringMatching(/^••••.{4}#\d+$/) },
    { name: 'X-Shop', value: 'aurora' },
  ])
  expect(await ask('quero comprar')).toEqual(['Feito'])
  expect(heard).toEqual([expect.stringMatching(/^Bearer 0123456789 \S+/)])
  const moved = at(`127.0.0.1:${server.port}`)
  Object.assign(moved.nodes[1]!.data, { headers: await headersOf() })
  expect(saveFlow(ana, flowId, moved)).rejects.toMatchObject({ code: 'ERR_PROMPT_KEY' })
  await server.stop(true)
})

/** Draft whose request has a secret header that was typed while the address was `url`. */
const withHeader = (url: string): FlowContent => ({
  nodes: [
    node('1', 'start'),
    node('http', 'request', { method: 'GET', url, headers: [{ name: 'Authorization', value: 'Bearer 0123456789' }] }),
  ],
  connections: [edge('1', 'http')],
})

/** Stored value of the header. */
async function headerOf(scope: Scope, flowId: number): Promise<string> {
  const { flow } = await getFlowWithContent(scope, flowId)
  return (flow!.nodes[1]!.data.headers as [{ value: string }])[0].value
}

test.each([
  '',
  '   ',
  'loja',
  'http:',
  'http://',
  '{{base}}/pedidos',
  'http://{{host}}/',
  'http:/{{host}}',
  'http:{{host}}',
])('a secret header typed while the address was %p opens for no address', async (typedFor) => {
  const { ana, flowId } = await createSecretCompany()
  await saveDraft(ana, flowId, withHeader(typedFor))
  const mark = await headerOf(ana, flowId)
  expect(mark).toMatch(/^••••/)
  const addresses = ['http:/evil.test/x', 'http:evil.test', 'http:\\\\evil.test', 'http://evil.test', typedFor, '']
  for (const url of addresses) expect([url, await openHeader(ana, flowId, mark, url)]).toEqual([url, ''])
})

test('a secret header opens for every spelling of its own host', async () => {
  const { ana, flowId } = await createSecretCompany()
  await saveDraft(ana, flowId, withHeader('https://Loja.test/a'))
  const mark = await headerOf(ana, flowId)
  const open = (url: string) => openHeader(ana, flowId, mark, url)
  for (const url of ['https://loja.test', 'https:loja.test/{{x}}', 'https:\\\\loja.test', 'https://loja.test:443/b'])
    expect([url, await open(url)]).toEqual([url, 'Bearer 0123456789'])
  for (const url of [
    'http://loja.test',
    'https://loja.test:444',
    'https://x:y@loja.test',
    'https://loja.test.evil.test',
  ])
    expect([url, await open(url)]).toEqual([url, ''])
})

test('an address with variables has an origin only if every value leads to it', () => {
  const part = fc.constantFrom(
    'http',
    'https',
    ':',
    '/',
    '\\',
    '@',
    '.',
    '?',
    '#',
    '\t',
    ' ',
    'a',
    'loja.test',
    '{{x}}',
    '{',
    '%7b',
  )
  const address = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(address, fc.oneof(fc.string(), part), (template, x) => {
      const origin = originOf(template)
      if (origin === '') return
      const filled = renderWhole(template, { x }, 16_384, (value) => encodeURIComponent(value.toWellFormed()))
      expect(URL.parse(filled!)?.origin).toBe(origin)
    }),
    { numRuns: 20_000 },
  )
})
