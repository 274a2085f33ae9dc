import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { parseJid, pnDigits } from './jid'

type Keys = SignalAuthState['keys']
export type Transactional = Keys & { transaction<T>(work: () => Promise<T>, key: string): Promise<T> }

/** The one name of the Signal session with a device, whichever of its two addresses is used. */
export type SessionOf = (jid: string) => string

/** @param lookUp the stored LID of a number's digits; the network is not asked */
export const sessionsBy =
  (lookUp: (number: string) => string | undefined): SessionOf =>
  (jid) => {
    const parts = parseJid(jid)
    if (!parts) return jid
    const number = pnDigits(jid)
    const lid = number === null ? undefined : lookUp(number)
    return lid ? `${lid}:${parts.device}@lid` : `${parts.user}:${parts.device}@${parts.server}`
  }

/**
 * Baileys locks a session by the address it is given, but keeps it under the LID: a person addressed by number here and
 * by LID there (our own phone in two chats, or a customer who writes while being answered) had one session changed
 * twice at once, the same message key used for two messages, and one of them never readable. Here the lock has the
 * session's own name; `Inbox.wrap` does the same for what comes in.
 */
export function lockSessions(
  repository: SignalRepositoryWithLIDStore,
  keys: Keys,
  sessionOf: SessionOf,
): SignalRepositoryWithLIDStore {
  const { encryptMessage, injectE2ESession } = repository
  const { transaction } = keys as Transactional
  return Object.assign(repository, {
    encryptMessage: (given: Parameters<typeof encryptMessage>[0]) =>
      transaction(() => encryptMessage(given), sessionOf(given.jid)),
    injectE2ESession: (given: Parameters<typeof injectE2ESession>[0]) =>
      transaction(() => injectE2ESession(given), sessionOf(given.jid)),
  })
}
