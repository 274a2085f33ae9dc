import { expect, test } from 'bun:test'
import { optOutWordOf, ownWords } from '../../../src/shared/opt-out-words'

const wishOf = (text: string, ownWords: string[] = []) => optOutWordOf(text, ownWords)?.wish ?? null

test.each([
  'SAIR',
  'sair',
  ' Sair. ',
  '*SAIR*',
  'Sair!!! 🙏',
  '"PARAR"',
  'Parar, por favor',
  'Please STOP',
  'cancelar',
  'UNSUBSCRIBE',
  'Não quero mais receber!',
  'Não quero mais receber mensagens.',
  'Pare de mandar mensagens, por favor',
  'me tire da lista',
  'Stop messaging me!',
  'No quiero más mensajes',
  'Baja',
  'Opt-out',
])('the whole message %s is an opt-out', (text) => {
  expect(wishOf(text)).toBe('out')
})

test.each([
  '',
  '👍',
  'Quero sair amanhã cedo',
  'cancelar meu pedido 123',
  'não',
  'stop motion',
  'por favor',
  'ok',
  'sair sair',
  'Não quero mais receber o pedido em casa',
  'pare de mandar mensagens para o João e ligue',
])('the message %s is no opt-out', (text) => {
  expect(wishOf(text)).toBeNull()
})

test('an opt-out word inside of a long text, and a text of many spaces, are no opt-outs', () => {
  expect(wishOf(`sair${' '.repeat(60)}.`)).toBe('out')
  expect(wishOf(`sair${' '.repeat(65_000)}.`)).toBeNull()
})

test.each(['VOLTAR', 'start', 'Quero receber'])('the whole message %s removes an opt-out', (text) => {
  expect(wishOf(text)).toBe('in')
})

test('own opt-out words of a company work beside the usual ones, at most 30 and at most 40 characters each', () => {
  const own = ownWords(` Chega, NÃO;0,,🚫, ${'x'.repeat(41)}`)
  expect(own).toEqual(['chega', 'nao', '0'])
  expect([wishOf('chega!', own), wishOf('Não', own), wishOf('0', own), wishOf('sair', own)]).toEqual(
    Array(4).fill('out'),
  )
  expect(ownWords(Array.from({ length: 50 }, (_, n) => `w${n}`).join(',')).length).toBe(30)
})

test('optOutWordOf marks words that have no other meaning as plain', () => {
  expect(optOutWordOf('descadastrar', [])).toMatchObject({ isPlain: true })
  expect(optOutWordOf('sair', [])).toMatchObject({ isPlain: false })
})
