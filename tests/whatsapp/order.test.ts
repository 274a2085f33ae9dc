import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Arrived } from '../../src/whatsapp/delivery'
import { WireOrder } from '../../src/whatsapp/order'

const message = (id: string): Arrived => ({ message: { key: { id, remoteJid: '1@lid' } }, type: 'notify' })
function ordered() {
  const passed: string[] = []
  const order = new WireOrder((arrived) => passed.push(...arrived.map((one) => one.message.key.id as string)))
  return { order, passed }
}

test('whatever order Baileys tells them in, each chat keeps the order of the wire', () => {
  const stanzas = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 30 })
  fc.assert(
    fc.property(stanzas, fc.infiniteStream(fc.nat()), (chats, random) => {
      const { order, passed } = ordered()
      const ids = chats.map((chat, at) => `${chat}/${at}`)
      for (const id of ids) order.arrived({ id, from: `${id.split('/')[0]}@lid` })
      const shuffled = ids.map((id) => ({ id, at: random.next().value as number })).sort((a, b) => a.at - b.at)
      for (const { id } of shuffled) order.told([message(id)])
      expect(passed.toSorted()).toEqual(ids.toSorted())
      for (const chat of ['1', '2', '3']) {
        const mine = (all: string[]) => all.filter((id) => id.startsWith(`${chat}/`))
        expect(mine(passed)).toEqual(mine(ids))
      }
    }),
  )
})

test('by number and by LID is one chat', () => {
  const { order, passed } = ordered()
  order.arrived({ id: 'a', from: '5511911111111@s.whatsapp.net', sender_lid: '7@lid' })
  order.arrived({ id: 'b', from: '7@lid' })
  order.told([message('b')])
  expect(passed).toEqual([])
  order.told([message('a')])
  expect(passed).toEqual(['a', 'b'])
})

test('a message that is never told holds its chat up for a moment only', async () => {
  const { order, passed } = ordered()
  order.arrived({ id: 'never', from: '7@lid' })
  order.arrived({ id: 'b', from: '7@lid' })
  order.told([message('b')])
  expect(passed).toEqual([])
  await Bun.sleep(1_600)
  expect(passed).toEqual(['b'])
  order.arrived({ id: 'c', from: '7@lid' })
  order.told([message('c'), message('unasked')])
  expect(passed).toEqual(['b', 'c', 'unasked'])
})

test('at the end what is held goes on', () => {
  const { order, passed } = ordered()
  order.arrived({ id: 'a', from: '7@lid' })
  order.arrived({ id: 'b', from: '7@lid' })
  order.told([message('b')])
  order.end()
  expect(passed).toEqual(['b'])
})
