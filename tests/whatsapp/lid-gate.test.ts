import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import type { BinaryNode } from '@whiskeysockets/baileys'
import fc from 'fast-check'
import { LidGate } from '../../src/whatsapp/lid-gate'
import { sizeOf } from '../size'

const forms = ['number', 'numberWithLid', 'lid', 'lidWithNumber'] as const
type Form = (typeof forms)[number]
interface Step {
  person: number
  form: Form
  /** Turns of the event loop until the query of this message is answered, and until the next message arrives. */
  answerAfter: number
  pause: number
}

const numberOf = (person: number) => `551199990000${person}`
const lidOf = (person: number) => `90000000000000${person}`
const pn = (person: number) => `${numberOf(person)}@s.whatsapp.net`
const lid = (person: number) => `${lidOf(person)}@lid`

const attributesOf = (person: number, form: Form): Record<string, string> =>
  ({
    number: { from: pn(person) },
    numberWithLid: { from: pn(person), sender_lid: lid(person) },
    lid: { from: lid(person) },
    lidWithNumber: { from: lid(person), sender_pn: pn(person) },
  })[form]

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets the messages of some people pass through a gate; returns their order by person. `known`: people with a stored pair; `silent`: those whose queries end without an answer. */
async function passAll(steps: Step[], known: Set<number>, silent: Set<number>) {
  const stored = new Set(known)
  const personOf = (id: string) =>
    [...Array(10).keys()].find((one) => id.startsWith(numberOf(one)) || id.startsWith(lidOf(one)))
  let answerAfter = 0
  const gate = new LidGate({
    async find(jid) {
      const person = personOf(jid) ?? 0
      await turns(stored.has(person) ? 1 : answerAfter)
      if (silent.has(person) && !stored.has(person)) throw new Error('no answer')
      stored.add(person)
      return [{ pn: jid, lid: lid(person) }]
    },
    async lookUp(id) {
      const person = personOf(id) ?? 0
      await turns(1)
      if (!stored.has(person)) return undefined
      return id.endsWith('_reverse') ? numberOf(person) : lidOf(person)
    },
  })
  const order = new Map<number, number[]>()
  for (const [at, step] of steps.entries()) {
    answerAfter = step.answerAfter
    const node: BinaryNode = { tag: 'message', attrs: { id: `${at}`, ...attributesOf(step.person, step.form) } }
    gate.enter(node, () => order.set(step.person, [...(order.get(step.person) ?? []), at]))
    await turns(step.pause)
  }
  await turns(60)
  return order
}

const step = fc.record({
  person: fc.nat(3),
  form: fc.constantFrom(...forms),
  answerAfter: fc.nat(12),
  pause: fc.nat(3),
})
const people = fc.subarray([0, 1, 2, 3])

test('messages of one person by number and by LID pass in the order of arrival, for random splits and answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), people, people, async (steps, known, silent) => {
      const order = await passAll(steps, new Set(known), new Set(silent))
      for (const person of [0, 1, 2, 3]) {
        const arrived = steps.flatMap((one, at) => (one.person === person ? [at] : []))
        expect(order.get(person) ?? []).toEqual(arrived)
      }
    }),
    { numRuns: sizeOf({ everyday: 150, full: 3_000 }) },
  )
})

test('a message by a LID whose number is stored does not wait for the unanswered query of another person', async () => {
  const passed: string[] = []
  const gate = new LidGate({
    find: () => new Promise(() => {}),
    lookUp: async (id) => (id === `${lidOf(2)}_reverse` ? numberOf(2) : undefined),
  })
  const enter = (id: string, attrs: Record<string, string>) =>
    gate.enter({ tag: 'message', attrs: { id, ...attrs } }, ({ attrs: { id = '' } }) => passed.push(id))
  enter('waiting', { from: pn(1) })
  enter('known', { from: lid(2) })
  enter('both', { from: lid(3), sender_pn: pn(3) })
  await turns(5)
  expect(passed).toEqual(['both', 'known'])
})

test('messages by number and LID keep their order when the query ends without an answer', async () => {
  const forms = ['number', 'lid', 'lid', 'lid', 'number', 'lid', 'lid'] as const
  const steps = forms.map((form) => ({ person: 0, form, answerAfter: 2, pause: 0 }))
  const order = await passAll(steps, new Set(), new Set([0]))
  expect(order.get(0)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('messages that passed leave nothing in the memory of the gate', async () => {
  const gate = new LidGate({ find: async () => [], lookUp: async () => undefined })
  const enter = (at: number) =>
    gate.enter({ tag: 'message', attrs: { id: `${at}`, from: at % 2 ? pn(1) : lid(1) } }, () => {})
  const fill = async (count: number) => {
    for (let at = 0; at < count; at++) {
      enter(at)
      if (at % 50 === 0) await turns(3)
    }
    await turns(20)
    Bun.gc(true)
    return heapStats().objectCount
  }
  const before = await fill(2_000)
  expect(await fill(20_000)).toBeLessThan(before + 5_000)
})
