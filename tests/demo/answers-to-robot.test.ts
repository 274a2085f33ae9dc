import { expect, test } from 'bun:test'
import { answerToRobot } from '../../src/demo/answers-to-robot'
import { Random } from '../../src/demo/random'
import { chosenLine } from '../../src/shared/bot/answer'
import { rateOf, ratingText } from '../../src/shared/bot/rating'
import { printMenu } from '../../src/shared/option-menu'

const random = new Random(1)
const many = (text: string) => Array.from({ length: 200 }, () => answerToRobot(text, random))

test('customers choose each line of a menu, by number or title, and at times none', () => {
  const lines = [
    { option: '1', title: 'Bolo' },
    { option: '2', title: 'Docinhos' },
  ]
  const answers = many(printMenu({ message: 'O que vai ser?', lines, depth: 1, language: 'pt' }))
  const chosen = new Set(answers.map((answer) => chosenLine(answer ?? '', lines)?.title))
  expect(chosen).toEqual(new Set(['Bolo', 'Docinhos', undefined]))
  expect(answers).not.toContain(null)
})

test('customers rate from 1 to 3', () => {
  const rates = new Set(many(ratingText('Como foi?', 'pt')).map((answer) => rateOf(answer ?? '')))
  expect(rates).toEqual(new Set([1, 2, 3]))
})

test('a text of a person is not answered as a question of the robot', () => {
  expect(answerToRobot('Combinado! Fica R$ 180,00 com entrega.', random)).toBeNull()
})
