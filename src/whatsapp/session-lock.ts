import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { parseJid, pnDigits } from './jid'

type Keys = SignalAuthState['keys']
export type Transactional = Keys & { transaction<T>(work: () => Promise<T>, key: string): Promise<T> }

/** The one name of the Signal session with a device, whichever of its two addresses is used. */
export type SessionOf = (jid: string) => Promise<string>

/** @param lookUp the stored LID of a number's digits; the network is not asked */
export const sessionsBy =
  (lookUp: (number: string) => Promise<string | undefined>): SessionOf =>
  async (jid) => {
    const parts = parseJid(jid)
    if (!parts) return jid
    const number = pnDigits(jid)
    const lid = number === null ? undefined : await lookUp(number)
    return lid ? `${lid}:${parts.device}@lid` : `${parts.user}:${parts.device}@${parts.server}`
  }

type Repository = SignalRepositoryWithLIDStore
type Method = (...given: never[]) => Promise<unknown>
/** What else Baileys does with sessions and sender keys while it sends. */
const others = [
  'encryptGroupMessage',
  'getSenderKeyDistributionMessage',
  'hasSenderKey',
  'getSessionInfo',
  'validateSession',
  'deleteSession',
  'migrateSession',
] as const

/**
 * Makes each use of a session a transaction of its own, under the session's own name. As it is, Baileys
 * - sends a message inside one transaction, network waits included, which is committed after the stanza has left: a
 *   crash in between took the ratchet back, the next message used the same key, and its receiver could not read it;
 * - locks a session by the address it is given, but keeps it under the LID: a person addressed by number here and by
 *   LID there (our own phone in two chats, a customer who writes while being answered) had one session changed twice
 *   at once, with the same end.
 * `Inbox.wrap` locks by the same names what comes in.
 */
export function lockSessions(repository: Repository, keys: Keys, sessionOf: SessionOf): Repository {
  const { transaction } = keys as Transactional
  const outside = AsyncLocalStorage.snapshot()
  const methods = repository as unknown as Record<string, Method>
  for (const name of others) {
    const method = methods[name]?.bind(repository) as Method
    methods[name] = (...given) => outside(() => method(...given))
  }
  const { lidMapping, encryptMessage, injectE2ESession } = repository
  const storePairs = lidMapping.storeLIDPNMappings.bind(lidMapping)
  lidMapping.storeLIDPNMappings = (pairs) => outside(() => storePairs(pairs))
  return Object.assign(repository, {
    encryptMessage: (given: Parameters<typeof encryptMessage>[0]) =>
      outside(async () => transaction(() => encryptMessage(given), await sessionOf(given.jid))),
    injectE2ESession: (given: Parameters<typeof injectE2ESession>[0]) =>
      outside(async () => transaction(() => injectE2ESession(given), await sessionOf(given.jid))),
  })
}
