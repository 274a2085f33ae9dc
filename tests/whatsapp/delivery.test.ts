import { expect, test } from 'bun:test'
import { type Arrived, Delivery } from '../../src/whatsapp/delivery'
import type { Inbound } from '../../src/whatsapp/received'
import { companyId } from './world'

const arrived = (waId: string) => ({ message: { key: { id: waId } }, type: 'notify' }) as Arrived
const ids = (count: number) => Array.from({ length: count }, (_, n) => `M${n}`)

/** Delivery whose product stores each batch a turn later and ignores messages with an `X` in their id. */
function startDelivery({ isSoleNumber = true } = {}) {
  const batches: string[][] = []
  const ignored: string[] = []
  const delivery = new Delivery({
    connection: { companyId, whatsappId: 1 },
    read: async ({ message }) =>
      message.key.id?.includes('X') ? null : ({ type: 'message', waId: message.key.id } as Inbound),
    async store(batch) {
      batches.push(batch.map(({ waId }) => waId))
      await Bun.sleep(0)
    },
    isStoredSingly: () => false,
    isSoleNumber: () => isSoleNumber,
    undecrypted: () => 0,
    onCaughtUp: () => {},
    done: (waIds) => ignored.push(...waIds),
  })
  return { delivery, batches, ignored }
}

test('200 messages of a number that works alone are stored in order, in batches of up to 50', async () => {
  const { delivery, batches } = startDelivery()
  delivery.add(ids(200).map(arrived))
  await delivery.idle()
  expect(batches.flat()).toEqual(ids(200))
  expect(Math.max(...batches.map(({ length }) => length))).toBe(50)
})

test('200 messages of one of several numbers are stored in order, in batches of at most 12', async () => {
  const { delivery, batches } = startDelivery({ isSoleNumber: false })
  delivery.add(ids(200).map(arrived))
  await delivery.idle()
  expect(batches.flat()).toEqual(ids(200))
  expect(Math.max(...batches.map(({ length }) => length))).toBe(12)
})

test('only ignored messages are reported as ignored', async () => {
  const { delivery, ignored } = startDelivery()
  delivery.add(['M0', 'X1', 'M2', 'X3'].map(arrived))
  await delivery.idle()
  expect(ignored).toEqual(['X1', 'X3'])
})
