import { expect, test } from 'bun:test'
import { Backlog, caughtUp, connectionOfBacklog } from '../../src/whatsapp/backlog'
import { type Arrived, Delivery } from '../../src/whatsapp/delivery'
import type { Inbound } from '../../src/whatsapp/received'
import { companyId } from './world'

/** A backlog, and the number of times that it has reported its end. */
function createBacklog() {
  const ends: number[] = []
  const backlog = new Backlog(() => ends.push(1))
  return { backlog, ends }
}

test('a number with twelve messages behind a batch is behind until fewer wait', () => {
  const { backlog, ends } = createBacklog()
  backlog.beginBatch(11, 0)
  expect(backlog.isBehind(0)).toBe(false)
  backlog.endBatch(0, 5)
  expect(ends).toEqual([])
  backlog.beginBatch(12, 10)
  expect(backlog.isBehind(10)).toBe(true)
  backlog.endBatch(12, 20)
  backlog.beginBatch(2, 20)
  expect(backlog.isBehind(20)).toBe(true)
  expect(ends).toEqual([])
  backlog.endBatch(2, 30)
  expect(backlog.isBehind(30)).toBe(false)
  expect(ends).toEqual([1])
})

test('a number that is behind for five seconds reports its end, and again five seconds later', () => {
  const { backlog, ends } = createBacklog()
  const reported: number[] = []
  for (let now = 0; now <= 11_000; now += 500) {
    backlog.beginBatch(100, now)
    backlog.endBatch(100, now + 100)
    if (ends.length > reported.length) reported.push(now)
  }
  expect(reported).toEqual([5000, 10_500])
})

test('a number without a batch for five seconds is not behind any more', () => {
  const { backlog } = createBacklog()
  backlog.beginBatch(100, 0)
  expect(backlog.isBehind(4_999)).toBe(true)
  expect(backlog.isBehind(5_000)).toBe(false)
})

test('a delivery with 30 messages, of which 6 are not decrypted yet, is behind until fewer than 12 wait', async () => {
  const behind: [stored: number, isBehind: boolean][] = []
  let ends = 0
  const delivery: Delivery = new Delivery({
    connection: { companyId, whatsappId: 1 },
    read: async ({ message }) => ({ type: 'message', waId: message.key.id }) as Inbound,
    store: async (batch) => void behind.push([batch.length, delivery.isBehind]),
    isStoredSingly: () => false,
    isSoleNumber: () => false,
    undecrypted: () => 6,
    onCaughtUp: () => void ends++,
    done: () => {},
  })
  delivery.add(Array.from({ length: 24 }, (_, n) => ({ message: { key: { id: `M${n}` } }, type: 'notify' }) as Arrived))
  await delivery.idle()
  expect(behind).toEqual([
    [12, true],
    [12, true],
  ])
  expect(ends).toBe(1)
  expect(delivery.isBehind).toBe(false)
})

test('the event of a backlog names its connection, and other events name none', () => {
  expect(connectionOfBacklog(caughtUp(7))).toBe(7)
  expect(connectionOfBacklog('wa:7')).toBeUndefined()
})
