import type { AnswerPlan } from '../answers'
import type { Simulation } from './simulation'

/** Many customers with numbers in a row; the shares follow each other in this order, the rest never reads. */
export interface PeopleInput {
  count: number
  /** Number of the first; the others count up from it. */
  first: string
  /** Numbers that are not on WhatsApp. */
  notOnWhatsApp?: number
  /** People who have blocked this owner. */
  blocking?: { owner: string; count: number }
  /** People who read every message at once. */
  reading?: number
  /** People who read every message at once and answer it. */
  answering?: AnswerPlan & { count: number }
}

/** Numbers by behaviour. */
export interface PeopleView {
  notOnWhatsApp: string[]
  blocking: string[]
  reading: string[]
  answering: string[]
  /** Messages are delivered and never read. */
  silent: string[]
}

/** Creates the people. @throws Error when the shares exceed the count */
export function addPeople(simulation: Simulation, input: PeopleInput): PeopleView {
  const { count, first, notOnWhatsApp = 0, blocking, reading = 0, answering } = input
  const parts = [notOnWhatsApp, blocking?.count ?? 0, reading, answering?.count ?? 0]
  const rest = count - parts.reduce((sum, part) => sum + part, 0)
  if (rest < 0) throw new Error('the shares exceed the count')
  const numbers = Array.from({ length: count }, (_, at) => String(BigInt(first) + BigInt(at)))
  const take = (part: number) => numbers.splice(0, part)
  const [absent, blockers, readers, answerers] = parts.map(take) as [string[], string[], string[], string[]]
  const { emulator } = simulation
  for (const number of absent) emulator.customer(number, { registered: false })
  for (const number of blockers) emulator.customer(number).block(simulation.owner(blocking!.owner))
  for (const number of readers) emulator.customer(number, { readsAtOnce: true })
  const plan = answering && { text: answering.text, afterMs: answering.afterMs, times: answering.times }
  for (const number of answerers) emulator.customer(number, { readsAtOnce: true, answers: plan })
  for (const number of numbers) emulator.customer(number)
  return { notOnWhatsApp: absent, blocking: blockers, reading: readers, answering: answerers, silent: numbers }
}
