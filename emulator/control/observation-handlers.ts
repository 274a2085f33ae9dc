import type { StanzaRecord } from '../journal'
import type { StanzaFilter, Stats } from './control-api'
import type { Handlers, Simulation } from './simulation'
import { wireReceived } from './threads'
import { NotFoundError, waitUntil } from './wait-until'

type ObservationHandlers = Handlers<
  | 'info'
  | 'thread'
  | 'inbox'
  | 'waitForMessage'
  | 'waitForCount'
  | 'waitForStage'
  | 'waitForOnline'
  | 'waitForStanza'
  | 'waitForChange'
  | 'stats'
  | 'stanzas'
  | 'connections'
>

/** Handlers of calls that read the state of phones, at once or after waiting for a condition. */
export function observationHandlers(simulation: Simulation): ObservationHandlers {
  const { emulator } = simulation
  return {
    info: () => {
      const { url, rootKey, caPem, mediaHost } = emulator
      return { url, rootKey, ca: caPem, mediaHost, demo: simulation.options.demo ?? false }
    },
    thread: ({ phone, with: other }) => {
      const all = simulation.threads.listBubbles(phone, simulation.phone(phone).inbox)
      return other === undefined ? all : all.filter((bubble) => bubble.with === other)
    },
    inbox: ({ phone, device }) =>
      [...inboxOf(simulation, phone, device)].map((message) => wireReceived(phone, message)),
    ...waitHandlers(simulation),
    stats: () => statsOf(simulation),
    stanzas: (filter) => filterStanzas(simulation, filter),
    connections: ({ number }) =>
      emulator.journal.connections.filter((record) => number === undefined || record.number === number),
  }
}

function inboxOf(simulation: Simulation, phone: string, device?: number) {
  if (device === undefined) return simulation.phone(phone).inbox
  const linked = simulation.customer(phone).devices.get(device)
  if (!linked) throw new NotFoundError(`${phone} has no device ${device}`)
  return linked.inbox
}

type WaitHandlers = Handlers<
  'waitForMessage' | 'waitForCount' | 'waitForStage' | 'waitForOnline' | 'waitForStanza' | 'waitForChange'
>

function waitHandlers(simulation: Simulation): WaitHandlers {
  return {
    async waitForMessage({ phone, text, contains, kind, after, timeout }) {
      const { inbox } = simulation.phone(phone)
      const find = () => {
        const skip = after === undefined ? 0 : inbox.findIndex(({ id }) => id === after) + 1
        return inbox
          .slice(skip)
          .filter((message) => kind === undefined || message.kind === kind)
          .filter((message) => text === undefined || message.text === text)
          .find((message) => contains === undefined || message.text?.includes(contains))
      }
      return wireReceived(phone, await waitUntil(find, timeout, `message for ${phone}`))
    },
    async waitForCount({ phone, count, timeout }) {
      const { inbox } = simulation.phone(phone)
      const enough = () => (inbox.length >= count ? inbox.length : undefined)
      return { count: await waitUntil(enough, timeout, `${count} messages for ${phone}`) }
    },
    async waitForStage({ phone, id, stage, timeout }) {
      const progress = simulation.threads.findSentMessage(phone, id)
      if (!progress) throw new NotFoundError(`${phone} has sent no ${id}`)
      await waitUntil(() => progress.reached(stage) || undefined, timeout, `${id} ${stage}`)
      return {}
    },
    async waitForOnline({ owner, online, timeout }) {
      const isOnline = () =>
        [...(simulation.network.owners.get(owner)?.companions.values() ?? [])].some(({ connection }) => connection)
      await waitUntil(() => isOnline() === online || undefined, timeout, `${owner} ${online ? 'on' : 'off'}line`)
      return {}
    },
    async waitForStanza({ count = 1, timeout, ...filter }) {
      const enough = () => {
        const found = filterStanzas(simulation, filter)
        return found.length >= count ? found : undefined
      }
      return waitUntil(enough, timeout, `${count} stanzas ${JSON.stringify(filter)}`)
    },
    async waitForChange({ state, timeout }) {
      const changed = () => {
        const now = stateOf(simulation)
        return now === state ? undefined : now
      }
      return { state: await waitUntil(changed, timeout, 'a change') }
    },
  }
}

function filterStanzas(
  { emulator }: Simulation,
  { number, tag, type, id, query, since }: StanzaFilter,
): StanzaRecord[] {
  return emulator.journal.stanzas
    .filter((record) => number === undefined || record.number === number)
    .filter((record) => tag === undefined || record.tag === tag)
    .filter((record) => type === undefined || record.type === type)
    .filter((record) => id === undefined || record.id === id)
    .filter((record) => query === undefined || record.query?.startsWith(query))
    .filter((record) => since === undefined || record.at >= since)
}

function statsOf({ emulator, network }: Simulation): Stats {
  const counts: Record<string, number> = {}
  for (const { tag, type } of emulator.journal.stanzas) {
    const name = type && tag !== 'iq' ? `${tag} ${type}` : tag
    counts[name] = (counts[name] ?? 0) + 1
  }
  const phones = [...network.customers.values(), ...network.owners.values()]
  const repeated = phones.filter(({ wireRepeats }) => wireRepeats.size > 0)
  return {
    ...emulator.stats(),
    stanzas: counts,
    wireRepeats: Object.fromEntries(
      repeated.map(({ number, wireRepeats }) => [number, Object.fromEntries(wireRepeats)]),
    ),
    received: Object.fromEntries(phones.map(({ number, inbox }) => [number, inbox.length])),
  }
}

/** Hash of all state that the page shows; changes whenever the page would show something else. */
function stateOf({ network, threads, seenCounts: seen, automaticPaused }: Simulation): string {
  const parts: unknown[] = [network.customers.size, automaticPaused]
  for (const { number, name, inbox, presence, calls } of network.customers.values()) {
    const rings = [...calls.values()].map(({ state }) => state).join()
    parts.push(name, inbox.length, threads.countChanges(number), seen.get(number), presence.length, rings)
  }
  for (const { number, companions } of network.owners.values()) {
    parts.push(number, ...[...companions.values()].map(({ connection }) => Boolean(connection)))
  }
  return Bun.hash(parts.join()).toString(36)
}
