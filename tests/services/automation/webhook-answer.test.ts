import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readWebhookAnswer } from '../../../src/features/automation/integrations/webhook/answer'

/** Texts of an answer, and whether all of it was understood. */
function read(body: unknown) {
  const answer = readWebhookAnswer(typeof body === 'string' ? body : JSON.stringify(body))
  return answer && [answer.messages.map(({ text }) => text), answer.isUnderstood]
}

const said = (...texts: string[]) => [texts, true]
const silence = [[], true]
const notUnderstood = [[], false]

test.each<[string, unknown, string[]]>([
  ['messages', { messages: ['um', { text: 'dois' }] }, ['um', 'dois']],
  ['all items of n8n', [{ messages: ['um'] }, { messages: ['dois'] }], ['um', 'dois']],
  ['one message without a list', { messages: 'Olá' }, ['Olá']],
  ['one message as an object', { messages: { text: 'Olá' } }, ['Olá']],
  ['numbers', { messages: [3, { text: 5 }] }, ['3', '5']],
  ["the output of n8n's AI agent", [{ output: 'Olá' }], ['Olá']],
  ['an output alone', { output: 'Olá' }, ['Olá']],
  ['a structured output', { output: { messages: ['um', 'dois'], action: null } }, ['um', 'dois']],
  ["the text of n8n's chains", [{ text: 'Olá' }], ['Olá']],
  ['a message', { message: 'Olá' }, ['Olá']],
  ['a message with a text', { message: { text: 'Olá' } }, ['Olá']],
  ["n8n's OpenAI node", [{ index: 0, message: { role: 'assistant', content: 'Olá' }, finish_reason: 'stop' }], ['Olá']],
  [
    'chat completions',
    { id: 'x', choices: [{ message: { role: 'assistant', content: 'Olá' } }, { text: 'B' }] },
    ['Olá'],
  ],
  [
    'the responses protocol',
    { output: [{ type: 'reasoning' }, { type: 'message', content: [{ type: 'output_text', text: 'Olá' }] }] },
    ['Olá'],
  ],
  ['Gemini', { content: { parts: [{ text: 'Olá' }], role: 'model' } }, ['Olá']],
  [
    'Anthropic',
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '…' },
        { type: 'text', text: 'Olá' },
      ],
    },
    ['Olá'],
  ],
  [
    'a repeated conversation',
    {
      messages: [
        { role: 'user', content: 'Oi' },
        { role: 'assistant', content: 'Olá' },
      ],
    },
    ['Olá'],
  ],
  ['an answer of Dify', { event: 'message', answer: 'Olá', conversation_id: 'x' }, ['Olá']],
  [
    'Rasa',
    [
      { recipient_id: 'x', text: 'um' },
      { recipient_id: 'x', text: 'dois' },
    ],
    ['um', 'dois'],
  ],
  ['a reply', { reply: 'Olá' }, ['Olá']],
  ['a response', { response: { text: 'Olá' } }, ['Olá']],
  ["n8n's own items", [{ json: { output: 'Olá' } }], ['Olá']],
  ['a list of texts', ['um', 'dois'], ['um', 'dois']],
  ['a text before messages', { text: 'um', messages: ['dois'] }, ['um', 'dois']],
  ['a message behind messages', { messages: ['um'], message: 'dois' }, ['um', 'dois']],
  ['an object with a text behind messages', { messages: ['um'], message: { text: 'dois' } }, ['um', 'dois']],
  ['a text before an output', { text: 'um', output: 'dois' }, ['um', 'dois']],
  ['a text that the messages repeat', { text: 'um', messages: [{ text: 'um' }, 'dois'] }, ['um', 'dois']],
  ['an output and its format', { output: 'Olá', text: { format: { type: 'text' } } }, ['Olá']],
  ['a sentence about an error beside messages', { error: 'x', messages: ['um'], message: 'Failed' }, ['um']],
  ['a sentence about success beside messages', { success: true, messages: ['um'], message: 'Row saved' }, ['um']],
  ['an empty list before an output', { messages: [], output: 'Olá' }, ['Olá']],
  ['a receipt beside a text', { status: 'success', text: 'Olá' }, ['Olá']],
  ['the word ok as a message', { messages: ['ok'] }, ['ok']],
  ['an error beside messages', { error: 'timeout', messages: ['Um momento.'] }, ['Um momento.']],
  ['JSON in a JSON text', JSON.stringify(JSON.stringify({ messages: ['Olá'] })), ['Olá']],
  ['JSON in an output', { output: '{"messages":["um","dois"]}' }, ['um', 'dois']],
  ['JSON in a fence of Markdown', '```json\n{"messages":["um"]}\n```', ['um']],
  ['JSON in a fence within an output', { output: '```\n{"messages":["um"]}\n```' }, ['um']],
  ['JSON in a fence with blanks around', ' \r\n```JSON \r\n\r\n{"messages":["um"]}```\r\n', ['um']],
  ['code in a fence', { output: '```\nnpm i\n```' }, ['```\nnpm i\n```']],
  ['a whole response', { statusCode: 200, headers: {}, body: '{"messages":["um"]}' }, ['um']],
  ['a whole response with an object', [{ status: 201, body: { output: 'Olá' } }], ['Olá']],
  ['a long number', '{"messages":[12345678901234567890]}', ['12345678901234567890']],
  ['a price', '[{"output":1.10}]', ['1.10']],
  ['a JSON text', '"Olá"', ['Olá']],
  ['a plain text', 'Olá, tudo bem?', ['Olá, tudo bem?']],
  ['a text of several lines', '[1] Bolos\n[2] Pessoa', ['[1] Bolos\n[2] Pessoa']],
  ['a text with a sign', '<3 Olá', ['<3 Olá']],
])('%s is said', (_, body, texts) => {
  expect(read(body)).toEqual(said(...texts))
})

test.each<[string, unknown]>([
  ['nothing', ''],
  ['white space', ' \r\n'],
  ['null', 'null'],
  ['an empty text', '""'],
  ['an empty list', []],
  ['an empty item', [{}]],
  ['no messages', { messages: [] }],
  ['messages of null', { messages: null, action: null }],
  ['an empty output', { output: '', intermediateSteps: ['x'] }],
  ['the word ok', 'ok'],
  ['a receipt of Make', 'Accepted'],
  ['a receipt of n8n', { message: 'Workflow was started' }],
  ['a receipt of Zapier', { attempt: 'a', id: 'b', request_id: 'c', status: 'success' }],
  ['a receipt of an API', { ok: true, result: { message_id: 1, text: 'Aviso interno' } }],
  ['a receipt of Slack', { ok: true, channel: 'C1', message: { type: 'message', text: 'Aviso interno' } }],
  ['true', 'true'],
])('an answer of %s is a deliberate silence', (_, body) => {
  expect(read(body)).toEqual(silence)
})

test.each<[string, unknown]>([
  ['a misspelt field', { mesages: ['Olá'] }],
  ['a misspelt field in a list', [{ mensajes: ['Olá'] }]],
  ['broken JSON', '{"messages":["Olá"}'],
  ['JavaScript', "{messages: ['Olá']}"],
  ['two JSON values', '{"output":"um"}\n{"output":"dois"}'],
  ['a form', 'messages=Ol%C3%A1'],
  ['a stream of events', 'data: {"output":"Olá"}\n\ndata: [DONE]\n\n'],
  ['a named stream of events', 'event: message\ndata: {"output":"Olá"}\n\n'],
  ['a whole response without a known shape', { statusCode: 200, body: { linhas: 3 } }],
  ['a file', '\u0000\u0001PNG'],
  ['an error report', { error: 'no credit', message: 'Something failed' }],
  ['an error status', { statusCode: 401, message: 'Unauthorized' }],
  ['success: false', { success: false, message: 'Não deu' }],
  ['a sentence beside success', { success: true, message: 'Row saved' }],
  ['rows of a table', [{ id: 1, nome: 'Maria' }]],
  ['the request itself', { event: 'message', contact: { id: 3 }, message: { id: 91, type: 'chat', body: 'Oi' } }],
  ["n8n's own input", [{ headers: {}, params: {}, query: {}, body: { message: { body: 'Oi' } } }]],
  ['a posted text of Discord', { id: '1', type: 0, content: 'Aviso interno', channel_id: '2' }],
  ['an unknown action', { action: { type: 'explode' } }],
  ['an address that is none', { messages: [{ mediaUrl: 'file:///x' }] }],
  ['a truth value as a message', { messages: [true] }],
])('an answer of %s is not understood and says nothing', (_, body) => {
  expect(read(body)).toEqual(notUnderstood)
})

describe('an answer', () => {
  test('of HTML or XML is null', () => {
    expect([read(' <html>'), read('<?xml version="1.0"?>')]).toEqual([null, null])
  })

  test('keeps delays and files', () => {
    const messages = [
      { text: 'Veja', mediaUrl: 'https://a.com/b.png' },
      { text: 'Já', delay: 900 },
    ]
    expect(readWebhookAnswer(JSON.stringify([{ messages }]))?.messages).toEqual([
      { text: 'Veja', delay: 0, fileUrl: 'https://a.com/b.png' },
      { text: 'Já', delay: 900 },
    ])
  })

  test('has the action of its last item that names one, also as a word', () => {
    const action = (body: object) => readWebhookAnswer(JSON.stringify(body))
    expect(action([{ output: 'Olá' }, { action: { type: 'transfer', queueId: '2' } }])).toMatchObject({
      action: { type: 'transfer', queueId: 2, userId: null },
      isUnderstood: true,
    })
    expect(action({ output: { text: 'Tchau' }, action: 'close' })).toMatchObject({ action: { type: 'close' } })
    expect(action({ action: 'transfer', userId: 5 })).toMatchObject({ action: { type: 'transfer', userId: 5 } })
    expect(action({ message: 'Olá', action: 'explode' })).toMatchObject({ action: null, isUnderstood: false })
  })

  test('of more than 1000 parts is read in part, and of more than 20 messages the first are used', () => {
    const items = Array.from({ length: 100_000 }, () => ({ a: 1 }))
    expect(read(items)).toEqual(notUnderstood)
    expect(readWebhookAnswer(JSON.stringify({ messages: Array(30).fill('a') }))?.messages).toHaveLength(20)
  })

  test('of any JSON is read without an exception, and says only what is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        for (const { text: said } of readWebhookAnswer(text)?.messages ?? [])
          expect(text.includes(JSON.stringify(said).slice(1, -1)) || text.includes('\\"')).toBe(true)
      }),
    )
  })
})

test('a fence before 1 MB of line breaks is read in one pass', () => {
  const body = `\`\`\`${'\n'.repeat(1_000_000)}x`
  const [text] = readWebhookAnswer(body)?.messages ?? []
  expect(text?.text).toBe(body.slice(0, 4096))
  expect(read({ messages: [body] })).toEqual([[body.slice(0, 4096)], true])
})

test('the caption of a file is its text', () =>
  expect(readWebhookAnswer('{"messages":[{"mediaUrl":"https://a.example/b.png","caption":"Tabela"}]}')).toMatchObject({
    messages: [{ text: 'Tabela', fileUrl: 'https://a.example/b.png' }],
    isUnderstood: true,
  }))

test.each(['undefined', '[object Object]', '{"output":"[object Object]"}', '{"messages":[" undefined "]}'])(
  '%s, which JavaScript writes for a missing value, is not understood',
  (body) => expect(read(body)).toEqual(notUnderstood),
)

test('messages beside a file are sent before it', () => {
  const mediaUrl = 'https://a.example/b.png'
  expect(readWebhookAnswer(JSON.stringify({ messages: ['a', { text: 'b' }], mediaUrl }))).toMatchObject({
    messages: [{ text: 'a' }, { text: 'b' }, { text: '', fileUrl: mediaUrl }],
    isUnderstood: true,
  })
})
