import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createLiveValue } from '../../ui/lib/live-value'

/** Loads under way at the same time, and changes in between. */

const numbers = () => createLiveValue<readonly number[]>([])
const withNumber = (number: number) => (all: readonly number[]) => [...new Set([...all, number])]

/** Begins a load whose response the test gives. */
function beginLoad(live: ReturnType<typeof numbers>) {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
  return { load: live.load(() => promise), answer: resolve, fail: reject }
}

test('an earlier response is shown while a later load is slow, and stays when that fails', async () => {
  const live = numbers()
  const [first, second] = [beginLoad(live), beginLoad(live)]
  first.answer([1])
  expect(await first.load).toBe(true)
  expect(live.value.value).toEqual([1])
  second.fail(new Error('offline'))
  expect(await second.load.catch(String)).toBe('Error: offline')
  expect(live.value.value).toEqual([1])
})

test('the failure of an earlier load is not told', async () => {
  const live = numbers()
  const [first, second] = [beginLoad(live), beginLoad(live)]
  first.fail(new Error('offline'))
  expect(await first.load).toBe(false)
  second.answer([2])
  expect(await second.load).toBe(true)
})

test('a change is applied to each response whose load had begun before it', async () => {
  const live = numbers()
  const first = beginLoad(live)
  live.change(withNumber(8))
  const second = beginLoad(live)
  live.change(withNumber(9))
  first.answer([1])
  await first.load
  expect(live.value.value).toEqual([1, 8, 9])
  second.answer([1, 8])
  await second.load
  expect(live.value.value).toEqual([1, 8, 9])
})

test('a response from before a reset is dropped', async () => {
  const live = numbers()
  const first = beginLoad(live)
  live.reset([5])
  first.answer([1])
  expect([await first.load, live.value.value]).toEqual([false, [5]])
})

/** A live value beside a model of it: changes are the numbers 1, 2, …; a response also has 100 + the number of its load. */
function modelled() {
  const live = numbers()
  const loads: { begun: number; isOpen: boolean; one: ReturnType<typeof beginLoad> }[] = []
  let [changes, newest] = [0, -1]
  let expected: readonly number[] = []
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  const close = (at: number) => {
    const open = loads.filter(({ isOpen }) => isOpen)
    const load = open[at % Math.max(1, open.length)]
    if (load) load.isOpen = false
    return load
  }
  return {
    begin: () => void loads.push({ begun: changes, isOpen: true, one: beginLoad(live) }),
    change() {
      expected = [...expected, ++changes]
      live.change(withNumber(changes))
    },
    async fail(at: number) {
      const load = close(at)
      load?.one.fail(new Error('offline'))
      await load?.one.load.catch(() => undefined)
    },
    /** The server read the response when the load began. */
    async answer(at: number) {
      const load = close(at)
      if (!load) return
      const number = loads.indexOf(load)
      load.one.answer([100 + number, ...upTo(load.begun)])
      await load.one.load
      if (number < newest) return
      newest = number
      expected = [100 + number, ...upTo(changes)]
    },
    check: () => expect(live.value.value).toEqual(expected),
  }
}

test('in any order of responses, the value has the newest response and all changes since its load began', async () => {
  const step = fc.record({ kind: fc.constantFrom('begin', 'change', 'answer', 'fail'), at: fc.nat(5) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const model = modelled()
      for (const { kind, at } of steps) await model[kind](at)
      model.check()
    }),
  )
})
