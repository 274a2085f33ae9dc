import type { Random } from './random'

const option = /^\*\[ (\d+) \]\* - (.+)$/gm
const lostAnswers = ['Não entendi 😅', 'Queria falar com alguém, por favor', 'É sobre aquele pedido de ontem']
const ratings = ['3', '3', '3 - adorei!', '2', '1 - demorou um pouco']
/** One of this many answers to a menu chooses nothing. */
const lostEvery = 4

/**
 * Returns what a simulated customer answers to a text of the robot: a rating, or a line of the menu by its number or its
 * title, at times nothing that the menu has. Returns null for a text without a question of the robot.
 */
export function answerToRobot(text: string, random: Random): string | null {
  if (text.includes('*1* - _') && text.includes('*3* - _')) return random.pick(ratings)
  const lines = [...text.matchAll(option)].filter(([, number]) => number !== '0')
  if (lines.length === 0) return null
  if (random.between(1, lostEvery) === 1) return random.pick(lostAnswers)
  const [, number = '', title = ''] = random.pick(lines)
  return random.pick([number, number, title.toLowerCase()])
}
