import { describe, expect, test } from 'bun:test'
import { parseBody } from '../../src/core/http/body'
import { log } from '../../src/core/log'
import { processorMs } from '../../src/core/process/thread-usage'
import { makeRequest } from '../../src/features/automation/flows/runs/request'
import { detectIntent } from '../../src/features/automation/integrations/dialogflow/client'
import { fetchAccessToken } from '../../src/features/automation/integrations/dialogflow/token'
import { continueChat, startChat } from '../../src/features/automation/integrations/typebot/client'
import { readWebhookAnswer } from '../../src/features/automation/integrations/webhook/answer'
import { dueSays } from '../../src/features/automation/programs/send'
import { askService } from '../../src/features/automation/prompts/ask/ask-service'
import { readTranscript } from '../../src/features/automation/prompts/ask/chat-protocol'
import { splitText } from '../../src/features/automation/prompts/ask/split-text'
import { firstLink } from '../../src/features/inbox/messages/link/link-preview'
import { maxValue } from '../../src/shared/flow/render'
import { limits } from '../../src/shared/limits'
import { composeText, decomposeText, foldText } from '../../src/shared/text'
import { describe as describeContent } from '../../src/whatsapp/content'
import { parseVcard } from '../../src/whatsapp/vcard'
import { hostileTexts, hostileValues } from './hostile-json'

/**
 * Reading of each kind of external answer that is long, nested or made of odd values. The bar is 100 ms of processor time
 * on a quiet machine. Other tests share the processors and their caches, by which the same work takes up to seven times as
 * long: the least of five times counts, in units of a piece of work measured beside it, and fails at twice the bar.
 */

log.level = 'silent'
const repeats = 5
/** Processor time of work that is not repeated, so that the table takes seconds. */
const cheapMs = 50
/** Most units that reading may take: a unit takes 8 ms on a quiet machine, measured on 2026-11-30. */
const maxUnits = 25

const sample = JSON.stringify(
  Array.from({ length: 4000 }, (_, id) => ({
    id,
    name: `Cliente ${id}`,
    tags: ['a', `t${id}`],
    nested: { a: [id / 3] },
  })),
)
const unit = () => {
  for (let n = 0; n < 6; n++) JSON.stringify(JSON.parse(sample))
}

/** Processor time of the main thread for a piece of work, in ms. */
async function processorMsOf(work: () => unknown): Promise<number> {
  const began = processorMs(process.pid) as number
  await settled(work)
  return (processorMs(process.pid) as number) - began
}

/** The least processor time of several runs, of which the first may be known. */
async function leastMsOf(work: () => unknown, first = Number.POSITIVE_INFINITY): Promise<number> {
  let least = first
  for (let n = 1; n < repeats; n++) least = Math.min(least, await processorMsOf(work))
  return least
}

/** The shortest unit so far, in ms. */
let shortestUnitMs = await leastMsOf(unit)

/**
 * Work that takes less than `maxUnits` of the shortest unit is not repeated: the least of its times would be less, too.
 * @throws when the work takes more than `maxUnits`
 */
async function expectNoStall(what: string, work: () => unknown) {
  const first = await processorMsOf(work)
  if (first < cheapMs || first < maxUnits * shortestUnitMs) return
  const unitMs = await leastMsOf(unit)
  shortestUnitMs = Math.min(shortestUnitMs, unitMs)
  expect((await leastMsOf(work, first)) / unitMs, what).toBeLessThan(maxUnits)
}

/** A refusal is an answer too. Errors of the language, such as a full stack, are not. */
async function settled(work: () => unknown) {
  try {
    await work()
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError || error instanceof ReferenceError) throw error
  }
}

/** Answers every request with this text. */
const answering = (text: string, status = 200) =>
  (async () => ({
    status,
    headers: new Headers(),
    url: 'http://a.test/',
    bytes: new Uint8Array(),
    text: () => text,
  })) as never

const saves = Array.from({ length: 20 }, (_, at) => ({ path: at % 2 ? '' : 'a.0.a', key: `value${at}` }))
const request = { method: 'GET', url: 'http://a.test/', headers: [], body: '', saves } as never
const program = { url: 'http://a.test', slug: 'loja' }
const service = { baseUrl: 'http://a.test', apiKey: 'sk-0123456789abcdef', attempts: 1 } as const
const question = { model: 'm', maxTokens: 1, temperature: 1, messages: [], offersTransfer: true }
const agent = { project: 'loja', language: 'pt-BR', url: 'http://a.test' }
const asked = { token: 't', session: 's', text: 'Olá' }
const signingKey = await crypto.subtle
  .generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['sign'],
  )
  .then(({ privateKey }) => crypto.subtle.exportKey('pkcs8', privateKey))
const googleKey = {
  ...{ projectId: 'loja', keyId: 'k', email: 'a@a.test', tokenUri: 'http://a.test/token' },
  privateKey: `-----BEGIN PRIVATE KEY-----\n${Buffer.from(signingKey).toString('base64')}\n-----END PRIVATE KEY-----`,
}

interface ExternalAnswer {
  /** Files that receive such an answer. */
  files: string[]
  /** Ways in which the product reads such an answer, each in a turn of its own. */
  reads: ((text: string) => unknown)[]
  /** Places of a value in the answer. */
  places: string[]
}

const answers: Record<string, ExternalAnswer> = {
  'a request of a flow': {
    files: ['features/automation/flows/runs/request.ts'],
    reads: [
      async (text) => {
        const scope = { companyId: 1, ports: { outside: answering(text) } }
        const { variables } = await makeRequest(scope as never, request)
        for (const value of Object.values(variables)) expect(value.length).toBeLessThanOrEqual(maxValue)
      },
    ],
    places: ['@@', '{"a":@@}', '{"a":[{"a":@@}]}'],
  },
  'a Typebot': {
    files: [
      'features/automation/integrations/typebot/client.ts',
      'features/automation/integrations/typebot/converse.ts',
      'features/automation/integrations/failure.ts',
    ],
    reads: [
      (text) => startChat(answering(text), program, { message: 'Oi', resultId: null, variables: {} }),
      (text) => continueChat(answering(text), program, 'session', 'Oi'),
    ],
    places: [
      ...['@@', '{"messages":@@}', '{"messages":[{"type":"text","content":{"richText":@@}}]}'],
      '{"messages":[{"type":"text","content":{"richText":[{"type":"ul","children":@@}]}}]}',
      '{"messages":[{"type":"text","content":{"richText":[{"children":[{"text":@@,"bold":true,"italic":true}]}]}}]}',
      '{"messages":[{"type":"text","content":{"markdown":@@}}]}',
      '{"messages":[{"type":"image","content":{"url":@@}}]}',
      '{"messages":[],"sessionId":"s","resultId":@@}',
      '{"messages":[],"sessionId":"s","input":{"type":"choice input","items":@@}}',
      '{"messages":[],"sessionId":"s","clientSideActions":[{"type":"wait","wait":{"secondsToWaitFor":@@}}]}',
    ],
  },
  'a webhook or n8n': {
    files: ['features/platform/deliveries/deliver.ts'],
    reads: [
      (text) => {
        const answer = readWebhookAnswer(text)
        const { due, rest } = dueSays((answer?.messages ?? []) as never, true)
        for (const say of [...due, ...rest]) expect(say.text.length).toBeLessThanOrEqual(limits.messageBody.max)
      },
    ],
    places: [
      ...['@@', '{"messages":@@}', '{"messages":[{"text":@@}]}', '{"message":@@}', '{"action":@@}', '[{"json":@@}]'],
      ...['{"output":@@}', '{"choices":[{"message":{"content":@@}}]}', '{"messages":[{"text":"a","delay":@@}]}'],
    ],
  },
  'an agent of Dialogflow': {
    files: [
      'features/automation/integrations/dialogflow/client.ts',
      'features/automation/integrations/dialogflow/token.ts',
    ],
    reads: [200, 403].map((status) => (text) => detectIntent(answering(text, status), agent, asked)),
    places: [
      ...['@@', '{"queryResult":@@}', '{"queryResult":{"fulfillmentMessages":@@}}', '{"error":@@}'],
      ...['{"queryResult":{"fulfillmentMessages":[{"text":{"text":@@}}]}}', '{"error":{"status":"A","message":@@}}'],
      '{"queryResult":{"fulfillmentMessages":[{"quickReplies":{"quickReplies":@@}}]}}',
      '{"queryResult":{"parameters":{"image":@@}}}',
    ],
  },
  'a language model': {
    files: ['features/automation/prompts/ask/ask-service.ts', 'features/automation/prompts/speech/ask-speech.ts'],
    reads: [
      async (text) => splitText((await askService(answering(text), service, question)).text),
      (text) => askService(answering(text, 400), service, question),
      (text) => askService(answering(text, 401), service, question),
      readTranscript,
    ],
    places: [
      ...[
        '@@',
        '{"choices":@@}',
        '{"choices":[{"message":{"content":@@}}]}',
        '{"error":@@}',
        '{"error":{"message":@@}}',
      ],
      ...['{"choices":[{"message":{"content":"","tool_calls":@@}}]}', '{"text":@@}'],
      '{"choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":@@,"completion_tokens":@@}}',
      '{"error":{"message":"unsupported","code":"unsupported_value","param":@@}}',
    ],
  },
  'a body of a request': {
    files: [],
    reads: [parseBody],
    places: ['@@', '{"a":@@,"b":"\\u0000"}', '[@@,"\\ud800"]'],
  },
}

test('a piece of work that takes longer is noticed', async () => {
  const work = () => {
    for (let n = 0; n < 2 * maxUnits; n++) unit()
  }
  await expect(expectNoStall('working', work)).rejects.toThrow()
}, 300_000)

const cases = Object.entries(answers).flatMap(([kind, answer]) =>
  answer.places.map((place) => [kind, place, answer.reads] as const),
)

describe('the event loop does not stand still for', () => {
  test.each(cases)(
    '%s that answers %s',
    async (kind, place, reads) => {
      for (const [name, value] of Object.entries(hostileValues))
        for (const [way, read] of reads.entries())
          await expectNoStall(`${kind}, ${place}, ${name}, way ${way}`, () => read(place.replaceAll('@@', () => value)))
    },
    300_000,
  )

  test('an access token of Google with odd values', async () => {
    for (const [name, value] of Object.entries(hostileValues))
      await expectNoStall(name, () =>
        fetchAccessToken(answering(`{"access_token":"a","expires_in":${value}}`), googleKey),
      )
  }, 300_000)

  test.each(Object.entries(hostileTexts))('a text of %s', async (name, whole) => {
    const message = whole.slice(0, 65_536)
    await expectNoStall(`${name}, folded`, () => [foldText(message), composeText(message), decomposeText(message)])
    await expectNoStall(`${name}, link`, () => firstLink(message))
    await expectNoStall(`${name}, answered by a webhook`, () => readWebhookAnswer(whole))
    for (const property of ['', 'TEL:', 'FN:', 'N:', 'TEL;', 'N;ENCODING=QUOTED-PRINTABLE:'])
      await expectNoStall(`${name}, card ${property}`, () => parseVcard(property + message))
    const cards = Array.from({ length: 10_000 }, () => ({ vcard: `TEL:${whole}`, displayName: whole }))
    const shared = { kind: 'contactsArrayMessage', message: { contactsArrayMessage: { contacts: cards } } }
    await expectNoStall(`${name}, cards`, () => describeContent(shared as never))
  })
})

/** Files that receive bytes from outside, and the test that bounds them where the table above does not. */
const otherFiles: Record<string, string> = {
  'features/automation/integrations/fetch-file.ts': 'a file, identified in a worker: tests/security/containers.test.ts',
  'features/inbox/messages/link/link-preview.ts': 'a page, read in a worker: tests/services/inbox/link-preview.test.ts',
  'features/provider/payments/service-request.ts': '256 kB of JSON: tests/services/provider/payments.test.ts',
  'features/provider/former-system/chatwoot/client.ts':
    'pages of JSON for a command, while no server runs: tests/executable/import-chatwoot.test.ts',
  'features/platform/push/adapter.ts': 'the status alone; the body is not read',
}

test('each file that receives an answer from outside is in the table', async () => {
  const receives = /\.outside\(|\bSendOutside\b|\bsafeFetch\(|\bpublicFetch\b|'node:https?'|\bfetch\(/
  const found: string[] = []
  for await (const file of new Bun.Glob('features/**/*.ts').scan('src'))
    if (receives.test(await Bun.file(`src/${file}`).text())) found.push(file)
  const known = [...Object.values(answers).flatMap(({ files }) => files), ...Object.keys(otherFiles)]
  expect(found.toSorted()).toEqual(known.toSorted())
})
