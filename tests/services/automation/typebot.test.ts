import { afterEach, expect, test } from 'bun:test'
import { type Block, paragraph } from '../../../emulator/typebot/bot'
import { startTypebot, type TypebotDouble, type TypebotFault } from '../../../emulator/typebot/server'
import { createOutside } from '../../../src/core/net/outside-request'
import {
  converse,
  type TypebotSettings,
  type TypebotState,
} from '../../../src/features/automation/integrations/typebot/converse'
import { readReply } from '../../../src/features/automation/integrations/typebot/reply'
import { textOfBubble } from '../../../src/features/automation/integrations/typebot/rich-text'
import { nestedLists } from '../../nested-lists'

const doubles: TypebotDouble[] = []
afterEach(async () => {
  for (const double of doubles.splice(0)) await double.stop()
})

const say = (text: string): Block => ({ type: 'text', richText: [paragraph(text)] })
const shop: Block[] = [
  say('Olá, {{pushName}}!'),
  say('Qual é o seu nome?'),
  { type: 'text input' },
  say('O que deseja?'),
  { type: 'choice input', items: ['Bolos', 'Salgados', 'Falar com alguém'], goTo: { 'Falar com alguém': 'pessoa' } },
  { type: 'image', url: 'https://exemplo.com/bolo.jpg' },
  { type: 'wait', seconds: 2 },
  say('Até logo!'),
  { type: 'label', name: 'pessoa' },
  say('#{"stopBot": true, "queueId": "3"}'),
]

/** A customer of a bot. */
function talkTo(blocks: Block[], changes: Partial<TypebotSettings> = {}) {
  const double = startTypebot({ bots: { loja: blocks } })
  doubles.push(double)
  const settings: TypebotSettings = {
    ...{ url: `${double.url}/`, slug: 'loja', expires: 0, delay: 1000 },
    ...{
      keywordFinish: 'sair',
      keywordRestart: 'voltar',
      restartMessage: 'Vamos de novo.',
      refusedMessage: 'Não entendi.',
    },
    ...changes,
  }
  const outside = createOutside(['127.0.0.1'])
  let state: TypebotState | null = null
  let now = Date.parse('2026-01-05T12:00:00Z')
  return {
    double,
    wait(ms: number) {
      now += ms
    },
    async write(text: string, ...files: string[]) {
      const turn = await converse(outside, settings, {
        text,
        files,
        state,
        now,
        variables: { pushName: 'Maria', number: '55' },
      })
      state = turn.state
      return { ...turn, said: turn.bubbles.map((bubble) => ('text' in bubble ? bubble.text : bubble.url)) }
    },
  }
}

test('a conversation goes from the start through a choice by number to the end', async () => {
  const { write, double } = talkTo(shop)
  expect((await write('Oi')).said).toEqual(['Olá, Maria!', 'Qual é o seu nome?'])
  const asked = await write('Maria Silva')
  expect(asked.said).toEqual(['O que deseja?', '*[ 1 ]* - Bolos\n*[ 2 ]* - Salgados\n*[ 3 ]* - Falar com alguém'])
  const last = await write('1️⃣')
  expect(last.bubbles).toEqual([
    { kind: 'image', url: 'https://exemplo.com/bolo.jpg', wait: 1000 },
    { kind: 'text', text: 'Até logo!', wait: 3000 },
  ])
  expect([...double.sessions.values()][0]?.answers).toEqual({ 2: 'Maria Silva', 4: 'Bolos' })
  expect(last.control).toEqual({ stopBot: true, queueId: 3, userId: null })
})

test('the first request has the documented fields, and a choice may be written as its title', async () => {
  const { write, double } = talkTo(shop)
  await write('Oi')
  await write('Maria')
  expect((await write('falar com ALGUÉM')).control?.queueId).toBe(3)
  expect(double.requests[0]).toEqual({
    path: '/api/v1/typebots/loja/startChat',
    body: {
      ...{ message: 'Oi', isStreamEnabled: false, isOnlyRegistering: false },
      prefilledVariables: { pushName: 'Maria', number: '55' },
    },
  })
  expect(double.requests.at(-1)?.body).toEqual({ message: 'Falar com alguém' })
})

test('several choices are accepted by number and title, with commas', async () => {
  const blocks: Block[] = [{ type: 'choice input', items: ['Seg', 'Ter', 'Qua'], isMultiple: true }, say('Anotado.')]
  const { write, double } = talkTo(blocks)
  await write('Oi')
  expect((await write('1, qua')).said).toEqual(['Anotado.'])
  expect([...double.sessions.values()][0]?.answers).toEqual({ 0: 'Seg, Qua' })
})

test('an answer that the bot refuses gets the text of the integration and the choices again', async () => {
  const { write } = talkTo(shop)
  await write('Oi')
  await write('Maria')
  expect((await write('9')).said[0]).toBe('Não entendi.')
  expect((await write('2')).end).toBe('ended')
})

test('a bot that begins with a question takes the first message as its answer', async () => {
  const { write, double } = talkTo([{ type: 'text input' }, say('Certo.')])
  expect(await write('Quero um bolo')).toMatchObject({ said: ['Certo.'], end: 'ended' })
  expect(double.requests).toHaveLength(1)
})

test('keywords finish and restart, regardless of case and spaces', async () => {
  const { write, double } = talkTo(shop)
  await write('Oi')
  expect(await write(' VOLTAR ')).toMatchObject({ said: ['Vamos de novo.'], state: null, end: null })
  expect((await write('Oi')).said[0]).toBe('Olá, Maria!')
  expect(double.sessions.size).toBe(2)
  expect(await write('Sair')).toMatchObject({ said: [], end: 'finished' })
})

test('a session expires after its minutes of silence', async () => {
  const { write, wait, double } = talkTo(shop, { expires: 1 })
  await write('Oi')
  wait(60_000)
  await write('Maria')
  expect(double.sessions.size).toBe(1)
  wait(60_001)
  expect((await write('1')).said[0]).toBe('Olá, Maria!')
  expect(double.sessions.size).toBe(2)
})

test('a session that the viewer forgot begins again with the same result', async () => {
  const { write, double } = talkTo(shop)
  await write('Oi')
  const [session] = [...double.sessions.values()]
  double.sessions.clear()
  expect((await write('Maria')).said[0]).toBe('Olá, Maria!')
  expect([...double.sessions.values()][0]?.resultId).toBe(session?.resultId as string)
})

test('one answer with 500 is asked for again, two are a failure', async () => {
  const { write, double } = talkTo(shop)
  double.failNext({ status: 500 })
  expect((await write('Oi')).said).toHaveLength(2)
  double.failNext({ status: 500 }, { status: 500 })
  await expect(write('Maria')).rejects.toMatchObject({ fault: 'status', status: 500 })
})

test.each<[string, TypebotFault, string]>([
  ['HTML', { body: '<!doctype html><h1>Login</h1>', type: 'text/html' }, 'answer'],
  ['ten megabytes', { body: 'x'.repeat(10 * 1024 * 1024), type: 'application/json' }, 'tooLarge'],
  ['a redirect into the private network', { location: 'http://10.0.0.1/' }, 'address'],
  ['lists of 30,000 levels', { body: nestedLists(30_000), type: 'application/json' }, 'tooDeep'],
  ['JSON of another program', { body: '{"ok":true}', type: 'application/json' }, 'answer'],
])('%s in place of an answer is a failure', async (_, fault, expected) => {
  const { write, double } = talkTo(shop)
  double.failNext(fault)
  await expect(write('Oi')).rejects.toMatchObject({ fault: expected })
  expect(double.requests).toHaveLength(1)
})

test('a public id that does not exist is a failure with the status of the viewer', async () => {
  const { write } = talkTo(shop, { slug: 'outra' })
  await expect(write('Oi')).rejects.toMatchObject({ fault: 'status', status: 404 })
})

test.each([
  [
    'marks around words only',
    [{ type: 'p', children: [{ text: 'Um ' }, { text: ' bolo ', bold: true, italic: true }] }],
    'Um  _*bolo*_',
  ],
  [
    'struck and underlined text',
    [
      {
        type: 'p',
        children: [
          { text: 'a', strikethrough: true },
          { text: 'b', underline: true },
        ],
      },
    ],
    '~a~b',
  ],
  [
    'links with their label',
    [{ type: 'p', children: [{ type: 'a', url: 'https://a.com', children: [{ text: 'Site' }] }] }],
    'Site: https://a.com',
  ],
  [
    'lists and empty lines',
    [
      paragraph('A'),
      paragraph(''),
      {
        type: 'ol',
        children: [
          { type: 'li', children: [{ type: 'lic', children: [{ text: 'x' }] }] },
          { type: 'li', children: [{ text: 'y' }] },
        ],
      },
    ],
    'A\n\n1. x\n2. y',
  ],
  [
    'values of variables',
    [{ type: 'p', children: [{ type: 'inline-variable', children: [{ type: 'p', children: [{ text: 'Ana' }] }] }] }],
    'Ana',
  ],
])('rich text keeps %s', (_, richText, text) => {
  expect(textOfBubble({ type: 'richText', richText })).toBe(text)
})

test('a tree of any depth and odd content are read without an error', () => {
  let deep: unknown = { text: 'fundo' }
  for (let level = 0; level < 5000; level++) deep = { type: 'p', children: [deep] }
  expect(textOfBubble({ richText: [deep] })).toBe('')
  const odd = {
    messages: [null, 3, { type: 'text' }, { type: 'image', content: { url: 'file:///etc/passwd' } }],
    input: 'no',
  }
  expect(readReply(odd)).toMatchObject({ bubbles: [], asks: false })
})

test('a command is never shown, also with broken JSON, and a text that begins with # is', () => {
  const bubbles = ['#{"queueId": }', '#1 da cidade', '#{"queueId":-4,"userId":"7","stopBot":"true"}'].map(
    (text, at) => ({
      ...{ id: `${at}`, type: 'text' },
      content: { richText: [paragraph(text)] },
    }),
  )
  const { bubbles: shown, control } = readReply({ messages: bubbles })
  expect(shown).toEqual([{ kind: 'text', text: '#1 da cidade', wait: 0 }])
  expect(control).toEqual({ stopBot: true, queueId: null, userId: 7 })
})

test.each<[string, object, boolean]>([
  ['an unknown type', { type: 'custom-embed', content: { url: 'https://mapa.example' } }, false],
  ['an unknown type without an address', { type: 'carousel', content: { items: ['Bolo'] } }, false],
  ['a picture within the answer', { type: 'image', content: { url: 'data:image/png;base64,AAAA' } }, false],
  ['a picture that the author left empty', { type: 'image', content: { url: '' } }, true],
  ['an embedded page', { type: 'embed', content: { url: 'https://mapa.example' } }, true],
])('a bubble of %s leaves the others; the answer tells whether all is said', (_, bubble, isUnderstood) => {
  const text = { type: 'text', content: { type: 'richText', richText: [paragraph('Olá')] } }
  const reply = readReply({ messages: [bubble, text] })
  expect([reply.bubbles.at(-1), reply.isUnderstood]).toEqual([{ kind: 'text', text: 'Olá', wait: 0 }, isUnderstood])
})
