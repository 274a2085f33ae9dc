import type { CompanionKeys } from './companion'
import { Companion } from './companion'
import { type CustomerOptions, CustomerPhone } from './customer-phone'
import { Group } from './groups'
import { keyPair } from './keys'
import type { Network } from './network'
import type { StoredNewChats } from './new-chats'
import { OwnerPhone } from './owner-phone'
import type { Authority } from './x509'

/** Storage of the emulator's state as one JSON text. */
export interface StateStore {
  load(): string | undefined
  save(json: string): void
}

/**
 * State that survives a restart: keys of the server, identities of phones, linked devices with their public keys.
 * Sessions and queues are not stored; retry receipts repair the sessions, as on the real network.
 */
export interface EmulatorState {
  server: { rootSeed: string; authority: Authority }
  owners: StoredOwner[]
  customers: { number: string; seed: string; options: CustomerOptions; picture?: string; blocked?: string[] }[]
  groups: { jid: string; subject: string; addressing: 'pn' | 'lid'; members: string[]; admins?: string[] }[]
}

interface StoredOwner {
  number: string
  name: string
  seed: string
  nextDevice: number
  companions: StoredCompanion[]
  newChats?: StoredNewChats
}

interface StoredCompanion {
  device: number
  noise: string
  identity: string
  registrationId: number
  signedPreKey: { id: number; public: string; signature: string }
  preKeys: [id: number, key: string][]
}

export function snapshotNetwork({ identity, owners, customers, groups }: Network): EmulatorState {
  return {
    server: { rootSeed: identity.root.seed.toString('hex'), authority: identity.authority },
    owners: [...owners.values()].map(({ number, name, signal, nextDevice, companions, newChats }) => ({
      number,
      name,
      seed: signal.identity.seed.toString('hex'),
      nextDevice,
      companions: [...companions.values()].map(({ device, keys }) => storedCompanion(device, keys)),
      newChats: newChats.snapshot(),
    })),
    customers: [...customers.values()].map((customer) => ({
      number: customer.number,
      seed: customer.signal.identity.seed.toString('hex'),
      options: {
        name: customer.name,
        addressing: customer.addressing,
        hideNumber: customer.hideNumber,
        registered: customer.registered,
        readsAtOnce: customer.readsAtOnce,
        tellsLid: customer.tellsLid,
        answers: customer.answers,
      },
      blocked: [...customer.blockedOwners],
      picture: customer.picture && Buffer.from(customer.picture).toString('base64'),
    })),
    groups: [...groups.values()].map(({ jid, subject, addressing, allMembers: all, admins }) => ({
      jid,
      subject,
      addressing,
      members: all.map(({ number }) => number),
      admins: [...admins],
    })),
  }
}

export function restoreNetwork(network: Network, state: EmulatorState) {
  for (const { number, name, seed, nextDevice, companions, newChats } of state.owners) {
    const owner = new OwnerPhone(network, number, name, keyPair(Buffer.from(seed, 'hex')))
    owner.nextDevice = nextDevice
    for (const stored of companions) owner.companions.set(stored.device, companionOf(owner, stored))
    if (newChats) owner.newChats.restore(newChats)
    network.addPhone(owner, network.owners)
  }
  for (const { number, seed, options, picture, blocked = [] } of state.customers) {
    const customer = new CustomerPhone(network, number, options, keyPair(Buffer.from(seed, 'hex')))
    for (const owner of blocked) customer.blockedOwners.add(owner)
    if (picture) customer.picture = Buffer.from(picture, 'base64')
    network.addPhone(customer, network.customers)
  }
  for (const stored of state.groups) restoreGroup(network, stored)
}

function restoreGroup(
  network: Network,
  { jid, subject, addressing, members, admins = [] }: EmulatorState['groups'][0],
) {
  const people = members.flatMap((number) => network.findPhoneByNumber(number) ?? [])
  const group = new Group(network, jid, subject, people)
  group.addressing = addressing
  for (const number of admins) group.admins.add(number)
  network.groups.set(jid, group)
}

function storedCompanion(device: number, keys: CompanionKeys): StoredCompanion {
  const { noise, identity, registrationId, signedPreKey, preKeys } = keys
  return {
    device,
    noise: noise.toString('base64'),
    identity: identity.toString('base64'),
    registrationId,
    signedPreKey: {
      id: signedPreKey.id,
      public: signedPreKey.public.toString('base64'),
      signature: signedPreKey.signature.toString('base64'),
    },
    preKeys: preKeys.map((key) => [key.id, key.public.toString('base64')]),
  }
}

function companionOf(owner: OwnerPhone, stored: StoredCompanion) {
  const { device, registrationId, signedPreKey } = stored
  return new Companion(owner, device, {
    noise: base64(stored.noise),
    identity: base64(stored.identity),
    registrationId,
    signedPreKey: {
      id: signedPreKey.id,
      public: base64(signedPreKey.public),
      signature: base64(signedPreKey.signature),
    },
    preKeys: stored.preKeys.map(([id, key]) => ({ id, public: base64(key) })),
  })
}

const base64 = (text: string) => Buffer.from(text, 'base64')
