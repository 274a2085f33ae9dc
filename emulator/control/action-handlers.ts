import type { WireContent } from './control-api'
import type { Handlers, Simulation } from './simulation'
import { NotFoundError } from './wait-until'
import { describeOutgoing, fromWire } from './wire-content'

type ActionHandlers = Handlers<
  | 'send'
  | 'block'
  | 'typed'
  | 'tellAddressBook'
  | 'typing'
  | 'available'
  | 'call'
  | 'hangUp'
  | 'markRead'
  | 'play'
  | 'automatic'
  | 'fault'
>

/** Handlers of calls that send messages, calls and presence from phones, and of faults. */
export function actionHandlers(simulation: Simulation): ActionHandlers {
  return {
    send: ({ from, to, content }) => sendFromCustomer(simulation, from, to, content),
    block({ from, to, on }) {
      simulation.customer(from).block(simulation.owner(to), on)
      return {}
    },
    async tellAddressBook({ owner, people }) {
      const entries = people.map(({ number, name }) => ({ jid: `${number}@s.whatsapp.net`, name }))
      await simulation.owner(owner).sendAddressBook(entries)
      return {}
    },
    typed: ({ owner, to, content }) => typeOnOwnerPhone(simulation, owner, to, content),
    typing({ from, to, state }) {
      simulation.customer(from).typing(simulation.owner(to), state)
      return {}
    },
    available({ from, to, online }) {
      simulation.customer(from).available(simulation.owner(to), online)
      return {}
    },
    call: ({ from, to, video }) => ({ id: simulation.customer(from).call(simulation.owner(to), { video }).id }),
    hangUp({ from, id }) {
      const call = simulation.customer(from).calls.get(id)
      if (!call) throw new NotFoundError(`no call ${id}`)
      call.end()
      return {}
    },
    markRead({ phone }) {
      const customer = simulation.customer(phone)
      simulation.seenCounts.set(phone, customer.inbox.length)
      customer.markRead()
      return {}
    },
    play({ phone, id }) {
      simulation.customer(phone).play(id)
      return {}
    },
    automatic({ paused }) {
      if (paused !== undefined && simulation.automaticPaused !== null) simulation.automaticPaused = paused
      return { paused: simulation.automaticPaused }
    },
    fault({ name, args }) {
      const { faults } = simulation.emulator
      if (!faultNames.has(name)) throw new NotFoundError(`no fault "${name}"`)
      const act = faults[name] as (...values: unknown[]) => void
      act.apply(faults, args ?? [])
      return {}
    },
  }
}

/** Sends a message of a customer and adds it to the customer's thread; returns its id. */
export async function sendFromCustomer(
  simulation: Simulation,
  from: string,
  to: string,
  content: WireContent,
): Promise<{ id: string }> {
  const customer = simulation.customer(from)
  const given = fromWire(content)
  const shown = describeOutgoing(given, (id) => simulation.threads.findText(from, customer.inbox, id))
  const progress = await customer.send(simulation.addressee(to), given)
  simulation.threads.addSent(from, { ...shown, id: progress.id, at: progress.at, to, progress })
  return { id: progress.id }
}

async function typeOnOwnerPhone(
  simulation: Simulation,
  number: string,
  to: string,
  content: WireContent,
): Promise<{ id: string }> {
  const owner = simulation.owner(number)
  const given = fromWire(content)
  const shown = describeOutgoing(given, (id) => simulation.threads.findText(number, owner.inbox, id))
  const id = await owner.typeMessage(to.endsWith('@g.us') ? simulation.group(to) : simulation.customer(to), given)
  simulation.threads.addSent(number, { ...shown, id, at: Date.now(), to })
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
