import type { Handlers, Room } from './room'
import type { WireContent } from './shapes'
import { Unknown } from './waiting'
import { fromWire, shownOf } from './wire-content'

type Talking = Handlers<
  'send' | 'typed' | 'tellAddressBook' | 'typing' | 'available' | 'call' | 'hangUp' | 'markRead' | 'play' | 'fault'
>

/** What people do with their phones, and what goes wrong. */
export function talking(room: Room): Talking {
  return {
    send: ({ from, to, content }) => sendFrom(room, from, to, content),
    async tellAddressBook({ owner, people }) {
      const entries = people.map(({ number, name }) => ({ jid: `${number}@s.whatsapp.net`, name }))
      await room.owner(owner).tellAddressBook(entries)
      return {}
    },
    typed: ({ owner, to, content }) => typeOn(room, owner, to, content),
    typing({ from, to, state }) {
      room.customer(from).typing(room.owner(to), state)
      return {}
    },
    available({ from, to, online }) {
      room.customer(from).available(room.owner(to), online)
      return {}
    },
    call: ({ from, to, video }) => ({ id: room.customer(from).call(room.owner(to), { video }).id }),
    hangUp({ from, id }) {
      const call = room.customer(from).calls.get(id)
      if (!call) throw new Unknown(`no call ${id}`)
      call.end()
      return {}
    },
    markRead({ phone }) {
      const customer = room.customer(phone)
      room.seen.set(phone, customer.inbox.length)
      customer.markRead()
      return {}
    },
    play({ phone, id }) {
      room.customer(phone).play(id)
      return {}
    },
    fault({ name, args }) {
      const { faults } = room.emulator
      if (!faultNames.has(name)) throw new Unknown(`no fault "${name}"`)
      const act = faults[name] as (...values: unknown[]) => void
      act.apply(faults, args ?? [])
      return {}
    },
  }
}

/** Whoever drives a customer, the page or a script: their thread shows it. */
export async function sendFrom(room: Room, from: string, to: string, content: WireContent): Promise<{ id: string }> {
  const customer = room.customer(from)
  const given = fromWire(content)
  const shown = shownOf(given, (id) => room.threads.textOf(from, customer.inbox, id))
  const progress = await customer.send(room.addressee(to), given)
  room.threads.note(from, { ...shown, id: progress.id, at: progress.at, to, progress })
  return { id: progress.id }
}

async function typeOn(room: Room, number: string, to: string, content: WireContent): Promise<{ id: string }> {
  const owner = room.owner(number)
  const given = fromWire(content)
  const shown = shownOf(given, (id) => room.threads.textOf(number, owner.inbox, id))
  const id = await owner.typed(to.endsWith('@g.us') ? room.group(to) : room.customer(to), given)
  room.threads.note(number, { ...shown, id, at: Date.now(), to })
  return { id }
}

const faultNames = new Set<string>([
  'drop',
  'freeze',
  'thaw',
  'refuse',
  'fail',
  'tooOld',
  'admitUnlinked',
  'streamError',
  'notice',
  'ackError',
  'breakUnder',
  'holdAcks',
  'holdMedia',
  'mediaFailure',
  'queries',
  'duplicate',
  'keepCopies',
  'scatter',
  'undecryptable',
  'noContent',
  'wrongRoot',
  'replayChain',
  'clear',
])
