import { afterEach, expect, test } from 'bun:test'
import { type Block, paragraph } from '../../../emulator/typebot/bot'
import { startTypebot, type TypebotDouble } from '../../../emulator/typebot/server'
import { createOutside } from '../../../src/core/net/outside-request'
import {
  converse,
  readTypebotState,
  type TypebotSettings,
  type TypebotState,
} from '../../../src/features/automation/integrations/typebot/converse'

const doubles: TypebotDouble[] = []
afterEach(async () => {
  for (const double of doubles.splice(0)) await double.stop()
})

const say = (text: string): Block => ({ type: 'text', richText: [paragraph(text)] })
const [photo, other] = ['https://loja.example/media/a?sig=1', 'https://loja.example/media/b?sig=2']

/** A customer of a bot whose session is stored as JSON between two messages. */
function talkTo(blocks: Block[]) {
  const double = startTypebot({ bots: { loja: blocks } })
  doubles.push(double)
  const settings: TypebotSettings = {
    ...{ url: double.url, slug: 'loja', expires: 0, delay: 0 },
    ...{ keywordFinish: '', keywordRestart: '', restartMessage: '', refusedMessage: 'Não entendi.' },
  }
  const outside = createOutside(['127.0.0.1'])
  let state: TypebotState | null = null
  const write = async (text: string, ...files: string[]) => {
    const input = { text, files, state, now: Date.now(), variables: {} }
    const turn = await converse(outside, settings, input)
    state = readTypebotState(JSON.parse(JSON.stringify(turn.state)))
    return turn.bubbles.map((bubble) => ('text' in bubble ? bubble.text : bubble.url))
  }
  const answers = () => Object.values([...double.sessions.values()].at(-1)?.answers ?? {})
  return { double, write, answers }
}

test('a file answers the question for a file by its address, several where the bot allows it', async () => {
  const one = talkTo([say('Foto?'), { type: 'file input' }, say('Obrigado.')])
  await one.write('Oi')
  expect(await one.write('', photo, other)).toEqual(['Obrigado.'])
  expect(one.answers()).toEqual([photo])
  const several = talkTo([say('Fotos?'), { type: 'file input', isMultiple: true }, say('Obrigado.')])
  await several.write('Oi')
  expect(await several.write('do bolo', photo, other)).toEqual(['Obrigado.'])
  expect(several.answers()).toEqual([`${photo}, ${other}`])
})

test('a text in answer to the question for a file is refused by the bot', async () => {
  const { write, answers } = talkTo([say('Foto?'), { type: 'file input' }, say('Obrigado.')])
  await write('Oi')
  expect(await write('depois')).toEqual(['Não entendi.'])
  expect(answers()).toEqual([])
})

test('a file in answer to a text question is its caption and address, never an empty answer', async () => {
  const { write, answers } = talkTo([say('Nome?'), { type: 'text input' }, { type: 'text input' }, say('Certo.')])
  await write('Oi')
  await write('', photo)
  expect(await write('veja', photo)).toEqual(['Certo.'])
  expect(answers()).toEqual([photo, `veja\n${photo}`])
})

test('a file in answer to a text question with attachments is attached', async () => {
  const { write, double } = talkTo([say('Conte.'), { type: 'text input', attachments: true }, say('Certo.')])
  await write('Oi')
  expect(await write('veja', photo)).toEqual(['Certo.'])
  expect(double.requests.at(-1)?.body).toEqual({
    message: { type: 'text', text: 'veja', attachedFileUrls: [photo] },
  })
})

test('a file or nothing in answer to a choice repeats the choices without asking the bot', async () => {
  const { write, answers, double } = talkTo([{ type: 'choice input', items: ['Sim', 'Não'] }, say('Certo.')])
  const menu = '*[ 1 ]* - Sim\n*[ 2 ]* - Não'
  expect(await write('', photo)).toEqual([menu])
  const before = double.requests.length
  expect(await write('', photo)).toEqual(['Não entendi.', menu])
  expect(await write('')).toEqual(['Não entendi.', menu])
  expect(double.requests).toHaveLength(before)
  expect(await write('1', photo)).toEqual(['Certo.'])
  expect(answers()).toEqual(['Sim'])
})

test('a message without text and file, such as a place, is no answer', async () => {
  const { write, answers } = talkTo([say('Nome?'), { type: 'text input' }, say('Certo.')])
  await write('Oi')
  expect(await write('')).toEqual(['Não entendi.'])
  expect(answers()).toEqual([])
  expect(await write('Ana')).toEqual(['Certo.'])
})

test('a bot that begins with the question for a file takes the first message with one', async () => {
  const { write, answers } = talkTo([{ type: 'file input' }, say('Obrigado.')])
  expect(await write('aqui', photo)).toEqual(['Obrigado.'])
  expect(answers()).toEqual([photo])
})

test('a redirect is a line with its address, in its place; other addresses than those of people are left out', async () => {
  const { write } = talkTo([
    { type: 'redirect', url: 'https://a.example/1' },
    say('Veja o link'),
    { type: 'redirect', url: 'https://a.example/2' },
    say('e escreva.'),
    { type: 'redirect', url: 'mailto:loja@a.example' },
    { type: 'redirect', url: 'javascript:alert(1)' },
    { type: 'text input' },
  ])
  expect(await write('Oi')).toEqual([
    'https://a.example/1',
    'Veja o link',
    'https://a.example/2',
    'e escreva.',
    'mailto:loja@a.example',
  ])
})
