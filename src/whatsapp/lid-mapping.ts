import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { lidDigits, parseJid, pnDigits } from './jid'
import type { LidPair } from './lid-queries'
import { type SessionLocks, sessionName } from './session-lock'
import { mergeSessions, type StoredSessions } from './session-merge'

interface Parts {
  keys: SignalAuthState['keys']
  locks: SessionLocks
  /** Returns the stored LID of a number's digits. */
  lookUp(number: string): Promise<string | undefined>
  /** Returns the devices with sessions stored under a number's digits. */
  sessionDevices(user: string): Promise<number[]>
  /** Called when the LID of a person becomes known who was known by number only. */
  onLearned(pair: LidPair): void
  /** Numbers whose LID was queried without an answer. */
  unanswered: { get(jid: string): unknown; delete(jid: string): void }
}

/**
 * Corrects the mapping of numbers to LIDs in Baileys 7.0.0-rc14:
 * - the LID of one number is read from the store only, because Baileys reads it while it decrypts;
 * - numbers without a LID are used as they are when sessions are fetched; Baileys leaves them out;
 * - a new pair moves the sessions of the number to the LID in the same commit. Baileys moves them only for people whose
 *   devices it has listed, but always reads them under the LID. `migrateSession`, which it calls with every message
 *   that contains both addresses, therefore does nothing.
 */
export function correctLidMapping(repository: SignalRepositoryWithLIDStore, parts: Parts) {
  const { lookUp } = parts
  const { lidMapping } = repository
  const query = lidMapping.getLIDsForPNs.bind(lidMapping)
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping)
  lidMapping.getLIDForPN = async (jid) => {
    const { device = 0, server } = parseJid(jid) ?? {}
    const number = pnDigits(jid)
    const lid = number === null ? undefined : await lookUp(number)
    return lid ? `${lid}${device ? `:${device}` : ''}@${server === 'hosted' ? 'hosted.lid' : 'lid'}` : null
  }
  lidMapping.getLIDsForPNs = async (jids) => {
    const found = (await query(jids)) ?? []
    const known = new Set(found.map(({ pn }) => sessionName(pn)))
    const others = jids.filter((jid) => pnDigits(jid) !== null && !known.has(sessionName(jid)))
    return [...found, ...others.map((jid) => ({ pn: jid, lid: jid }))]
  }
  repository.migrateSession = async () => ({ migrated: 0, skipped: 0, total: 0 })
  lidMapping.storeLIDPNMappings = (pairs) =>
    parts.locks.apart(async () => {
      for (const pair of pairs) await storePair(pair, store, parts)
    })
}

async function storePair(pair: LidPair, store: (pairs: LidPair[]) => Promise<void>, parts: Parts) {
  const number = pnDigits(pair.pn) ?? pnDigits(pair.lid)
  const lid = lidDigits(pair.lid) ?? lidDigits(pair.pn)
  if (number === null || lid === null) return store([pair])
  if ((await parts.lookUp(number)) === lid) return
  const devices = await parts.sessionDevices(number)
  if (devices.length === 0) await store([pair])
  else await moveSessions(number, lid, devices, () => store([pair]), parts)
  const jid = `${number}@s.whatsapp.net`
  const wasUnanswered = parts.unanswered.get(jid) !== undefined
  parts.unanswered.delete(jid)
  if (wasUnanswered || devices.length > 0) parts.onLearned({ pn: jid, lid: `${lid}@lid` })
}

/** Moves sessions from the number to the LID. All are locked under both names, so that none is used meanwhile. */
function moveSessions(number: string, lid: string, devices: number[], store: () => Promise<void>, parts: Parts) {
  const { keys, locks } = parts
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
