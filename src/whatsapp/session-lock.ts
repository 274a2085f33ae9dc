import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { parseJid, pnDigits } from './jid'

type Keys = SignalAuthState['keys']
type Transactional = Keys & { transaction<T>(work: () => Promise<T>, key: string): Promise<T> }
type LookUp = (number: string) => Promise<string | undefined>

/** An address as the name of the Signal session with that device. */
export function sessionName(jid: string): string {
  const parts = parseJid(jid)
  return parts ? `${parts.user}:${parts.device}@${parts.server}` : jid
}

/** Returned by work that found its session under another name. */
const moved = Symbol('moved')

/**
 * Transactions on the keys of one number. A session is locked by one name, its LID's if the LID is known, whichever of
 * its two addresses is used. The transactions of Baileys around a caller are left aside: each of these commits by itself.
 */
export class SessionLocks {
  private readonly keys: Transactional
  private readonly outside = AsyncLocalStorage.snapshot()

  /** @param lookUp the stored LID of a number's digits; the network is not asked */
  constructor(
    keys: Keys,
    private readonly lookUp: LookUp,
  ) {
    this.keys = keys as Transactional
  }

  /** Runs the work in no transaction of the caller's. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    return this.outside(work)
  }

  /** Locks the session with a device. */
  async session<T>(jid: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const name = await this.nameOf(jid)
      const done = await this.named(name, async () => ((await this.nameOf(jid)) === name ? work() : moved))
      if (done !== moved) return done as T
    }
  }

  /** Locks the sessions with all these devices, by exactly these names. */
  all<T>([name, ...more]: string[], work: () => Promise<T>): Promise<T> {
    if (name === undefined) return work()
    return this.named(name, () => (more.length > 0 ? this.all(more, work) : work()))
  }

  named<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.apart(() => this.keys.transaction(work, name))
  }

  private async nameOf(jid: string) {
    const number = pnDigits(jid)
    const lid = number === null ? undefined : await this.lookUp(number)
    return lid ? `${lid}:${parseJid(jid)?.device ?? 0}@lid` : sessionName(jid)
  }
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
export function lockSessions(repository: Repository, locks: SessionLocks) {
  const methods = repository as unknown as Record<string, Method>
  for (const name of others) {
    const method = methods[name]?.bind(repository) as Method
    methods[name] = (...given) => locks.apart(() => method(...given))
  }
  const { encryptMessage, injectE2ESession } = repository
  Object.assign(repository, {
    encryptMessage: (given: Parameters<typeof encryptMessage>[0]) =>
      locks.session(given.jid, () => encryptMessage(given)),
    injectE2ESession: (given: Parameters<typeof injectE2ESession>[0]) =>
      locks.session(given.jid, () => injectE2ESession(given)),
  })
}
