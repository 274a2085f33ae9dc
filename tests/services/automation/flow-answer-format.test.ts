import { describe, expect, test } from 'bun:test'
import { matchChoice } from '../../../src/features/automation/integrations/typebot/choices'
import { inputOf } from '../../../src/shared/flow/answer'
import { type AnswerFormat, answerFormats, formatAnswer } from '../../../src/shared/flow/answer-format'
import { graphOf } from '../../../src/shared/flow/graph'
import { readFlow } from '../../../src/shared/flow/read'
import { newRun, type Run, type World } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { edge, node } from '../../flow-company'

const choices = ['Retirar na loja', 'Receber em casa']

test.each<[AnswerFormat, string, string | null]>([
  ['text', ' Oi ', 'Oi'],
  ['text', '  ', null],
  ['number', '12', '12'],
  ['number', 'R$ 1.234,56', '1234.56'],
  ['number', '-3', '-3'],
  ['number', '007', '007'],
  ['number', '12345678901234567890', '12345678901234567890'],
  ['number', '9'.repeat(310), null],
  ['number', 'doze', null],
  ['number', '1e9', null],
  ['date', '14/03/2027', '14/03/2027'],
  ['date', '1.2.27', '01/02/2027'],
  ['date', '5-6-1988', '05/06/1988'],
  ['date', '5-6-88', '05/06/1988'],
  ['date', '2027-03-14', '14/03/2027'],
  ['date', '29/02/2028', '29/02/2028'],
  ['date', '29/02/2027', null],
  ['date', '31/04/2027', null],
  ['date', '14/13/2027', null],
  ['date', 'amanhã', null],
  ['email', ' Lia@Loja.com.br ', 'lia@loja.com.br'],
  ['email', 'lia@loja', null],
  ['email', 'lia loja@x.com', null],
  ['email', `${'a'.repeat(250)}@x.com`, null],
  ['cpf', '529.982.247-25', '529.982.247-25'],
  ['cpf', '52998224725', '529.982.247-25'],
  ['cpf', '529 982 247 25', '529.982.247-25'],
  ['cpf', '529.982.247-26', null],
  ['cpf', '111.111.111-11', null],
  ['cpf', '11.222.333/0001-81', null],
  ['choice', '2', 'Receber em casa'],
  ['choice', 'retirar NA loja', 'Retirar na loja'],
  ['choice', '3', null],
  // A burst of messages: the newest line that fits.
  ['number', 'oi\n12', '12'],
  ['cpf', '529.982.247-25\nobrigada', '529.982.247-25'],
  ['date', '1/2/2027\n3/4/2027', '03/04/2027'],
  ['choice', `2${'\nx'.repeat(39)}`, 'Receber em casa'],
  ['choice', `2${'\nx'.repeat(40)}`, null],
  ['choice', '\n\n2\n\nx\n', 'Receber em casa'],
])('the answer of the format %s in %j is %j', (format, answer, kept) => {
  expect(formatAnswer(format, answer, choices)).toBe(kept)
})

/** Number of texts that the work folds: each fold normalizes once. */
function countFolds(work: () => unknown): number {
  const { normalize } = String.prototype
  let folds = 0
  String.prototype.normalize = function (form) {
    folds++
    return normalize.call(this, form)
  }
  try {
    work()
  } finally {
    String.prototype.normalize = normalize
  }
  return folds
}

describe('an answer of twenty messages with 32,768 lines each', () => {
  const longest = Array.from({ length: 20 }, () => 'x\n'.repeat(32_768)).join('')
  const manyChoices = Array.from({ length: 50 }, (_, at) => `Bolo ${at}`)

  test.each(answerFormats)('of the format %s folds its newest lines, and each choice once', (format) => {
    expect(countFolds(() => formatAnswer(format, longest, manyChoices))).toBeLessThanOrEqual(40 + 2 * 50)
  })

  test('is not folded as a stop word', () => {
    const messages = Array.from({ length: 20 }, () => ({ text: 'x\n'.repeat(32_768) }))
    expect(countFolds(() => inputOf(undefined, messages, ['sair']))).toBe(0)
    expect(inputOf(undefined, [{ text: ' SAIR ' }, ...messages], ['sair']).text).toBe('SAIR')
  })

  test('is not read as several choices of a Typebot', () => {
    const several = { titles: manyChoices, isMultiple: true }
    expect(countFolds(() => matchChoice(several, longest))).toBe(0)
    expect(countFolds(() => matchChoice(several, '1,'.repeat(2000)))).toBe(0)
    expect(matchChoice(several, 'bolo 3, 1 e 2')).toBe('Bolo 3, Bolo 0, Bolo 1')
  })
})

describe('a question with a format', () => {
  const world: World = { values: {}, random: () => 0, invalidOption: 'Opção inválida', stopWords: [] }
  const asks = (data: object) => node('q', 'question', { message: 'Qual o CPF?', answerKey: 'cpf', ...data })
  const graphWith = (data: object, ...ends: ('a' | 'b')[]) =>
    graphOf(
      readFlow({
        nodes: [
          node('1', 'start'),
          asks(data),
          node('a', 'message', { label: '{{cpf}}' }),
          node('b', 'message', { label: 'fim' }),
        ],
        connections: [edge('1', 'q'), ...ends.map((end) => edge('q', end, end))],
      }),
    )
  /** Texts after each answer, and the run at the end. */
  function converse(graph: ReturnType<typeof graphWith>, ...answers: string[]) {
    let run: Run = newRun()
    const said: string[] = []
    for (const event of [{ kind: 'start' } as const, ...answers.map((text) => ({ kind: 'input', text }) as const)]) {
      const result = step(graph, run, event, world)
      run = result.run
      said.push(...result.effects.flatMap((effect) => (effect.kind === 'say' ? [effect.text] : [])))
    }
    return { said, run }
  }

  test('repeats its text for a wrong answer, and keeps the right one in its form', () => {
    const { said, run } = converse(
      graphWith({ format: 'cpf', retryMessage: 'De novo:' }, 'a'),
      'não sei',
      '52998224725',
    )
    expect(said).toEqual(['Qual o CPF?', 'De novo:', '529.982.247-25'])
    expect(run.variables).toEqual({ cpf: '529.982.247-25' })
  })

  test('asks again with the question when there is no text to repeat', () => {
    expect(converse(graphWith({ format: 'number' }, 'a'), 'x').said).toEqual(['Qual o CPF?', 'Qual o CPF?'])
  })

  test.each([1, 2, 5])('gives up after %d wrong answers by its second way out, else to people', (tries) => {
    const wrong = Array.from({ length: tries }, () => 'x')
    const { said, run } = converse(graphWith({ format: 'date', tries }, 'a', 'b'), ...wrong)
    expect(said.at(-1)).toBe('fim')
    expect(said).toHaveLength(tries + 1)
    expect(run.variables).toEqual({})
    expect(converse(graphWith({ format: 'date', tries }, 'a'), ...wrong).run.end).toBe('invalid')
    expect(converse(graphWith({ format: 'date', tries }, 'a'), ...wrong.slice(1)).run.state).toBe('input')
  })

  test('prints its choices with the question and before each next try', () => {
    const { said } = converse(graphWith({ format: 'choice', choices, retryMessage: 'Escolha:' }, 'a'), 'x', '2')
    const lines = '*[ 1 ]* - Retirar na loja\n*[ 2 ]* - Receber em casa'
    expect(said).toEqual([`Qual o CPF?\n\n${lines}`, `Escolha:\n\n${lines}`, 'Receber em casa'])
  })

  test('asks again for a choice whose text is empty, up to its last try', () => {
    const graph = graphWith({ format: 'choice', choices: ['{{vazio}}', 'Bolo'], tries: 2 }, 'a', 'b')
    const { said, run } = converse(graph, '1', '1')
    expect(said).toHaveLength(3)
    expect(said.at(-1)).toBe('fim')
    expect(run.variables).toEqual({})
  })

  test('takes no file as its answer', () => {
    const graph = graphWith({ format: 'email' }, 'a')
    const asked = step(graph, newRun(), { kind: 'start' }, world).run
    expect(step(graph, asked, { kind: 'input', text: '', file: 'lia@loja.com' }, world).run.invalidAnswers).toBe(1)
  })

  test('that loses its format keeps its first way out and forgets the second', () => {
    expect(graphWith({}, 'a', 'b').next('q', 'b')).toBeUndefined()
    expect(converse(graphWith({}, 'a', 'b'), 'qualquer coisa').said.at(-1)).toBe('qualquer coisa')
  })
})
