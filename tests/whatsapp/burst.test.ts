import { expect, test } from 'bun:test'
import type { CustomerPhone } from '../../emulator/customer-phone'
import type { Group } from '../../emulator/groups'
import type { OwnerPhone } from '../../emulator/owner-phone'
import { SeededRandom } from '../crash/seeded-random'
import { daySeed, isFull, sizeOf } from '../size'
import { createWorld, link, until, type World } from './world'

interface Chat {
  to: OwnerPhone | Group
  from: CustomerPhone[]
  sent: string[]
}

const rounds = sizeOf({ everyday: 2, full: 4 })
const perRound = 150

const seeds = isFull ? [1, 2, 3, daySeed] : [1, daySeed]

test.each(seeds)(
  'a connection cut in the middle of bursts (seed %d) stores each chat in the order it was sent',
  async (seed) => {
    const chance = new SeededRandom(seed)
    const world = await createWorld({ options: { timing: { backoffMin: 20, backoffMax: 40 } } })
    const owner = await link(world)
    const chats = await createChats(world, owner)
    for (let round = 0; round < rounds; round++) {
      world.emulator.faults.keepCopies(true)
      world.emulator.faults.freeze(owner.number)
      for (let n = 0; n < perRound; n++) await sendRandom(chance.pick(chats), chance)
      const before = world.host.messages.length
      world.emulator.faults.thaw(owner.number)
      const cutAt = before + Math.floor(chance.between(1, perRound * 0.7))
      await until('the cut', () => world.host.messages.length >= cutAt)
      world.emulator.faults.drop(owner.number)
      const writing = (async () => {
        for (let n = 0; n < 30; n++) {
          await sendRandom(chance.pick(chats), chance)
          await Bun.sleep(chance.between(0, 6))
        }
      })()
      await until('another connection', () => world.whatsapp.isOpen(world.connection))
      world.emulator.faults.scatter(chance.between(0, 2 ** 31), owner.number)
      await writing
    }
    const total = chats.reduce((sum, { sent }) => sum + sent.length, 0)
    const received = () => [...new Set(world.host.messages.map(({ waId }) => waId))]
    await until(`all ${total}, but ${received().length}`, () => received().length >= total)
    const ids = received()
    for (const { sent } of chats) expect(ids.filter((id) => sent.includes(id))).toEqual(sent)
    await world.stop()
  },
  300_000,
)

/** Chats with customers by number and by LID, and groups of two of them; their messages take different times. */
async function createChats({ emulator }: World, owner: OwnerPhone): Promise<Chat[]> {
  const people = Array.from({ length: 6 }, (_, n) =>
    emulator.customer(`55119222299${10 + n}`, { addressing: n % 2 === 0 ? 'pn' : 'lid', hideNumber: n === 5 }),
  )
  const chats: Chat[] = people.map((person) => ({ to: owner, from: [person], sent: [] }))
  for (let n = 0; n < 4; n += 2) {
    const from = people.slice(n, n + 2)
    const group = emulator.group(`grupo ${n}`, owner, ...from)
    group.addressing = n === 0 ? 'lid' : 'pn'
    chats.push({ to: group, from, sent: [] })
  }
  const chance = new SeededRandom(0)
  for (const chat of chats) for (let n = 0; n < 3; n++) await sendRandom(chat, chance)
  return chats
}

async function sendRandom(chat: Chat, chance: SeededRandom) {
  const { id } = await chance.pick(chat.from).send(chat.to, `mensagem ${chat.sent.length}`)
  chat.sent.push(id)
}
