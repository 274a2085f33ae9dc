import { randomInt } from 'node:crypto'
import type { CustomerPhone } from '../customer-phone'
import type { OwnerPhone } from '../owner-phone'
import type { Handlers, Room } from './room'
import type { CustomerInput, CustomerView, OwnerView } from './shapes'
import { readFile } from './wire-content'

type Phones = Handlers<
  | 'addCustomer'
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

/** Who exists, and how they are linked. */
export function phones(room: Room): Phones {
  const { emulator } = room
  return {
    addCustomer: (input) => customerView(room, addCustomer(room, input)),
    customers: () => [...room.network.customers.values()].map((customer) => customerView(room, customer)),
    reinstall({ phone, isTold }) {
      room.customer(phone).reinstall({ isTold })
      return {}
    },
    switchPhone({ phone, on }) {
      if (on) room.phone(phone).switchOn()
      else room.phone(phone).switchOff()
      return {}
    },
    linkDevice: ({ phone }) => ({ device: room.customer(phone).linkDevice().device }),
    addOwner: ({ number, name }) => ownerView(emulator.owner(number ?? freeNumber(room), { name })),
    owners: () => [...room.network.owners.values()].map(ownerView),
    addGroup({ subject, members, addressing }) {
      const group = emulator.group(subject, ...members.map((number) => room.phone(number)))
      if (addressing) group.addressing = addressing
      return { jid: group.jid }
    },
    async scan({ owner, qr }) {
      await room.owner(owner).scan(qr.trim())
      return {}
    },
    async enterCode({ owner, code }) {
      await room.owner(owner).enterCode(code.replace(/[^0-9a-z]/gi, '').toUpperCase())
      return {}
    },
    unlink({ owner }) {
      room.owner(owner).unlink()
      return {}
    },
    waitingCodes: async () => (await room.options.qrCodes?.()) ?? [],
    reset({ phones: all }) {
      reset(room)
      if (all) removePhones(room)
      return {}
    },
  }
}

export function addCustomer(room: Room, { number = freeNumber(room), picture, ...options }: CustomerInput) {
  if (!/^[1-9]\d{6,14}$/.test(number)) throw new Error('a number is 7 to 15 digits, country code first')
  return room.emulator.customer(number, { ...options, picture: picture ? readFile(picture).bytes : undefined })
}

function customerView(room: Room, customer: CustomerPhone): CustomerView {
  const { number, lid, name, addressing, hideNumber, registered, readsAtOnce, inbox, calls } = customer
  const last = room.threads.bubbles(number, inbox).at(-1)
  return {
    number,
    lid,
    name,
    addressing,
    hideNumber,
    registered,
    readsAtOnce,
    picture: customer.picture ? `/control/picture/${number}` : null,
    unread: inbox.length - (room.seen.get(number) ?? 0),
    last: last ?? null,
    typing: typingNow(customer),
    calls: [...calls.values()].map(({ id, owner, state }) => ({ id, owner: owner.number, state })),
  }
}

const typingLasts = 12_000

/** Who was last seen typing, and not too long ago. */
function typingNow({ presence }: CustomerPhone) {
  const newest = new Map(presence.map(({ from, state, at }) => [from, { from, state, at }]))
  return [...newest.values()]
    .filter(({ state, at }) => (state === 'composing' || state === 'recording') && Date.now() - at < typingLasts)
    .map(({ from, state }) => ({ from, state }))
}

function ownerView({ number, lid, name, companions }: OwnerPhone): OwnerView {
  const devices = [...companions.values()].map(({ device, connection, waiting }) => ({
    device,
    online: connection !== undefined,
    waiting,
  }))
  return { number, lid, name, devices }
}

/** A Brazilian mobile number that nobody here has. */
function freeNumber(room: Room): string {
  for (;;) {
    const number = `55119${randomInt(10_000_000, 99_999_999)}`
    if (!room.network.find(`${number}@s.whatsapp.net`)) return number
  }
}

function reset(room: Room) {
  const { journal, customers, owners } = room.network
  room.emulator.faults.clear()
  journal.stanzas.length = 0
  journal.connections.length = 0
  room.threads.forget()
  room.seen.clear()
  for (const phone of [...customers.values(), ...owners.values()]) {
    phone.inbox.length = 0
    phone.wireRepeats.clear()
  }
}

function removePhones({ network }: Room) {
  for (const owner of network.owners.values()) owner.unlink()
  network.owners.clear()
  network.customers.clear()
  network.groups.clear()
  network.changed()
}
