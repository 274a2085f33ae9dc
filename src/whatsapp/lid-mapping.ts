import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { lidDigits, parseJid, pnDigits } from './jid'
import type { LidPair } from './lid-queries'
import { type SessionLocks, sessionName } from './session-lock'
import { mergeSessions, type StoredSessions } from './session-merge'

interface Given {
  keys: SignalAuthState['keys']
  locks: SessionLocks
  /** The stored LID of a number's digits. */
  lookUp(number: string): Promise<string | undefined>
  /** The devices with which there are sessions under this name, a number's digits. */
  sessionDevices(user: string): Promise<number[]>
  /** A person who went by the number until now has a LID. */
  onLearned(pair: LidPair): void
  untold: { get(jid: string): unknown; delete(jid: string): void }
}

/**
 * Corrects how Baileys 7.0.0-rc14 goes from numbers to LIDs:
 * - one number is looked up in the store alone, because that happens while a message is decrypted;
 * - sessions are fetched also with numbers that have no LID, which were left out of the query;
 * - a pair moves the sessions under the number to the LID in the same commit. Baileys moves them only for people whose
 *   devices it has listed, and reads on under the LID either way. `migrateSession`, which it calls with every message of
 *   a person whose other address is told, therefore has nothing to do.
 */
export function correctLidMapping(repository: SignalRepositoryWithLIDStore, given: Given) {
  const { lookUp } = given
  const { lidMapping } = repository
  const ask = lidMapping.getLIDsForPNs.bind(lidMapping)
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping)
  lidMapping.getLIDForPN = async (jid) => {
    const { device = 0, server } = parseJid(jid) ?? {}
    const number = pnDigits(jid)
    const lid = number === null ? undefined : await lookUp(number)
    return lid ? `${lid}${device ? `:${device}` : ''}@${server === 'hosted' ? 'hosted.lid' : 'lid'}` : null
  }
  lidMapping.getLIDsForPNs = async (jids) => {
    const found = (await ask(jids)) ?? []
    const known = new Set(found.map(({ pn }) => sessionName(pn)))
    const others = jids.filter((jid) => pnDigits(jid) !== null && !known.has(sessionName(jid)))
    return [...found, ...others.map((jid) => ({ pn: jid, lid: jid }))]
  }
  repository.migrateSession = async () => ({ migrated: 0, skipped: 0, total: 0 })
  lidMapping.storeLIDPNMappings = (pairs) =>
    given.locks.apart(async () => {
      for (const pair of pairs) await storePair(pair, store, given)
    })
}

async function storePair(pair: LidPair, store: (pairs: LidPair[]) => Promise<void>, given: Given) {
  const number = pnDigits(pair.pn) ?? pnDigits(pair.lid)
  const lid = lidDigits(pair.lid) ?? lidDigits(pair.pn)
  if (number === null || lid === null) return store([pair])
  if ((await given.lookUp(number)) === lid) return
  const devices = await given.sessionDevices(number)
  if (devices.length === 0) await store([pair])
  else await moveSessions(number, lid, devices, () => store([pair]), given)
  const jid = `${number}@s.whatsapp.net`
  const wasUntold = given.untold.get(jid) !== undefined
  given.untold.delete(jid)
  if (wasUntold || devices.length > 0) given.onLearned({ pn: jid, lid: `${lid}@lid` })
}

/** With every session of the person locked, so that none is used under one name while it moves to the other. */
function moveSessions(number: string, lid: string, devices: number[], store: () => Promise<void>, given: Given) {
  const { keys, locks } = given
  const names = devices.flatMap((device) => [`${number}:${device}@s.whatsapp.net`, `${lid}:${device}@lid`])
  return locks.all(names, async () => {
    const places = devices.map((device) => ({ from: `${number}.${device}`, to: `${lid}_1.${device}` }))
    const ids = places.flatMap(({ from, to }) => [from, to])
    const stored = (await keys.get('session', ids)) as unknown as Record<string, StoredSessions | undefined>
    const moved: Record<string, StoredSessions | null> = {}
    for (const { from, to } of places) {
      const sessions = stored[from]
      if (!sessions) continue
      moved[to] = mergeSessions(sessions, stored[to])
      moved[from] = null
    }
    await keys.set({ session: moved } as never)
    await store()
  })
}
