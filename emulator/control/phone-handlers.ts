import { randomInt } from 'node:crypto'
import type { CustomerPhone } from '../customer-phone'
import type { OwnerPhone } from '../owner-phone'
import type { CustomerInput, CustomerView, OwnerView } from './control-api'
import { addPeople } from './people'
import type { Handlers, Simulation } from './simulation'
import { readFile } from './wire-content'

type PhoneHandlers = Handlers<
  | 'addCustomer'
  | 'addPeople'
  | 'customers'
  | 'reinstall'
  | 'switchPhone'
  | 'linkDevice'
  | 'addOwner'
  | 'owners'
  | 'addGroup'
  | 'scan'
  | 'enterCode'
  | 'unlink'
  | 'waitingCodes'
  | 'reset'
>

/** Handlers of calls that create, link, switch and remove phones. */
export function phoneHandlers(simulation: Simulation): PhoneHandlers {
  const { emulator } = simulation
  return {
    addCustomer: (input) => customerView(simulation, addCustomer(simulation, input)),
    addPeople: (input) => addPeople(simulation, input),
    customers: () => [...simulation.network.customers.values()].map((customer) => customerView(simulation, customer)),
    reinstall({ phone, isTold }) {
      simulation.customer(phone).reinstall({ isTold })
      return {}
    },
    switchPhone({ phone, on }) {
      if (on) simulation.phone(phone).switchOn()
      else simulation.phone(phone).switchOff()
      return {}
    },
    linkDevice: ({ phone }) => ({ device: simulation.customer(phone).linkDevice().device }),
    addOwner: (input) => ownerView(addOwner(simulation, input)),
    owners: () => [...simulation.network.owners.values()].map(ownerView),
    addGroup({ subject, members, admins = [], addressing }) {
      const group = emulator.group(subject, ...members.map((number) => simulation.phone(number)))
      if (addressing) group.addressing = addressing
      for (const number of admins) group.admins.add(simulation.customer(number).number)
      return { jid: group.jid }
    },
    async scan({ owner, qr }) {
      await simulation.owner(owner).scan(qr.trim())
      return {}
    },
    async enterCode({ owner, code }) {
      await simulation.owner(owner).enterCode(code.replace(/[^0-9a-z]/gi, '').toUpperCase())
      return {}
    },
    unlink({ owner }) {
      simulation.owner(owner).unlink()
      return {}
    },
    waitingCodes: async () => (await simulation.options.qrCodes?.()) ?? [],
    reset({ phones: all }) {
      reset(simulation)
      if (all) removePhones(simulation)
      return {}
    },
  }
}

function addOwner(
  simulation: Simulation,
  { number = freeNumber(simulation), name }: { number?: string; name?: string },
) {
  if (simulation.network.customers.has(number)) throw new Error(`${number} is the number of a customer`)
  return simulation.emulator.owner(number, { name })
}

function addCustomer(simulation: Simulation, { number = freeNumber(simulation), picture, ...options }: CustomerInput) {
  if (!/^[1-9]\d{6,14}$/.test(number)) throw new Error('a number is 7 to 15 digits, country code first')
  if (simulation.network.owners.has(number)) throw new Error(`${number} is the number of an owner`)
  return simulation.emulator.customer(number, { ...options, picture: picture ? readFile(picture).bytes : undefined })
}

function customerView(simulation: Simulation, customer: CustomerPhone): CustomerView {
  const { number, lid, name, addressing, hideNumber, registered, readsAtOnce, answers, inbox, calls } = customer
  const last = simulation.threads.listBubbles(number, inbox).at(-1)
  return {
    number,
    lid,
    name,
    addressing,
    hideNumber,
    registered,
    readsAtOnce,
    answers,
    blocked: [...customer.blockedOwners],
    picture: customer.picture ? `/control/picture/${number}` : null,
    unread: inbox.length - (simulation.seenCounts.get(number) ?? 0),
    last: last ?? null,
    typing: typingNow(customer),
    calls: [...calls.values()].map(({ id, owner, state }) => ({ id, owner: owner.number, state })),
  }
}

const typingDurationMs = 12_000

/** Owners typing or recording to this customer: the newest state of each, if younger than 12 s. */
function typingNow({ presence }: CustomerPhone) {
  const newest = new Map(presence.map(({ from, state, at }) => [from, { from, state, at }]))
  return [...newest.values()]
    .filter(({ state, at }) => (state === 'composing' || state === 'recording') && Date.now() - at < typingDurationMs)
    .map(({ from, state }) => ({ from, state }))
}

function ownerView({ number, lid, name, companions }: OwnerPhone): OwnerView {
  const devices = [...companions.values()].map(({ device, connection, unacknowledgedCount: waiting }) => ({
    device,
    online: connection !== undefined,
    waiting,
  }))
  return { number, lid, name, devices }
}

/** Random Brazilian mobile number that no phone has. */
function freeNumber(simulation: Simulation): string {
  for (;;) {
    const number = `55119${randomInt(10_000_000, 99_999_999)}`
    if (!simulation.network.findPhone(`${number}@s.whatsapp.net`)) return number
  }
}

function reset(simulation: Simulation) {
  const { journal, customers, owners } = simulation.network
  simulation.emulator.faults.clear()
  journal.stanzas.length = 0
  journal.connections.length = 0
  simulation.threads.clear()
  simulation.seenCounts.clear()
  for (const customer of customers.values()) customer.answers = null
  for (const phone of [...customers.values(), ...owners.values()]) {
    phone.inbox.length = 0
    phone.wireRepeats.clear()
  }
}

function removePhones({ network }: Simulation) {
  for (const owner of network.owners.values()) owner.unlink()
  network.owners.clear()
  network.customers.clear()
  network.groups.clear()
  network.markChanged()
}
