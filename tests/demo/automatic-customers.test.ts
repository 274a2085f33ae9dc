import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../emulator/control'
import { AutomaticCustomers } from '../../src/demo/automatic-customers'
import { demoConnections, newCustomers, people } from '../../src/demo/people'
import { until } from '../until'

/** Customers of the demonstration without a server: their messages stay at the phone of the company. */

const owner = demoConnections.linked.number
/** A pause of 80 s lasts 8 ms. */
const pace = 0.0001
const waitingCount = 5
const returning = people.slice(21)
let simulator: Simulator
let customers: AutomaticCustomers

beforeAll(async () => {
  simulator = await startSimulator({ host: '127.0.0.1', demo: true })
  simulator.emulator.owner(owner, { name: 'Doce Aurora' })
  for (const { number, name } of [...people, ...newCustomers]) simulator.emulator.customer(number, { name })
  customers = new AutomaticCustomers(simulator.simulation, owner, pace)
})
afterAll(async () => {
  customers.stop()
  await simulator.stop()
})

const { length: ofNew } = newCustomers
/** Customers with messages of their own. */
const writers = (list: { number: string }[]) =>
  list.filter(({ number }) =>
    simulator.simulation.threads
      .listBubbles(number, simulator.simulation.customer(number).inbox)
      .some(({ mine }) => mine),
  ).length

test('customers of closed conversations write until five wait, then when one is answered, but not while paused or stopped', async () => {
  expect(simulator.simulation.automaticPaused).toBeNull()
  customers.start()
  await until('the new customers', () => writers(newCustomers) === ofNew)
  await until('five returning customers', () => writers(returning) === waitingCount)
  await Bun.sleep(100) // ten times the longest pause
  expect(writers(returning)).toBe(waitingCount)
  simulator.simulation.automaticPaused = true
  await answer(returning[0]!.number)
  await Bun.sleep(100)
  expect(writers(returning)).toBe(waitingCount)
  simulator.simulation.automaticPaused = false
  await until('the sixth', () => writers(returning) === waitingCount + 1)
  customers.stop()
  await typeTo(returning[1]!.number)
  await Bun.sleep(100)
  expect(writers(returning)).toBe(waitingCount + 1)
})

const typeTo = (number: string) =>
  simulator.simulation.owner(owner).typeMessage(simulator.simulation.customer(number), { text: 'Claro, já vejo!' })

/** Writes to the customer from the company's phone and waits for the customer's answer. */
async function answer(number: string) {
  const countOwn = () =>
    simulator.simulation.threads
      .listBubbles(number, simulator.simulation.customer(number).inbox)
      .filter(({ mine }) => mine).length
  const before = countOwn()
  await typeTo(number)
  await until('an answer', () => countOwn() > before)
}
