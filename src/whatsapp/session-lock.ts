import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { workMarks } from '../core/process/work-marks'
import { parseJid, pnDigits } from './jid'

type Keys = SignalAuthState['keys']
type Transactional = Keys & { transaction<T>(work: () => Promise<T>, key: string): Promise<T> }
type LookUp = (number: string) => Promise<string | undefined>

/** Returns the name of the Signal session with the device of this address. */
export function sessionName(jid: string): string {
  const parts = parseJid(jid)
  return parts ? `${parts.user}:${parts.device}@${parts.server}` : jid
}

/** Result of work that did not run because its session has another name by now. */
const moved = Symbol('moved')

/**
 * Transactions on the keys of one number. A session is locked by its LID if it is known, also when the caller uses the
 * number. A transaction of Baileys around the caller is ignored: each transaction here commits by itself.
 */
export class SessionLocks {
  private readonly keys: Transactional
  private readonly outside = AsyncLocalStorage.snapshot()

  /** @param lookUp returns the stored LID of a number's digits, without a query */
  constructor(
    keys: Keys,
    private readonly lookUp: LookUp,
  ) {
    this.keys = keys as Transactional
  }

  /** Runs the work outside of the caller's transaction, as a part of the caller's work. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    const { current } = workMarks
    return this.outside(() => (current ? workMarks.enter(current, work) : work()))
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
type Method = (...args: never[]) => Promise<unknown>
/** Other methods that Baileys calls with sessions and sender keys during a send. */
const others = [
  'encryptGroupMessage',
  'getSenderKeyDistributionMessage',
  'hasSenderKey',
  'getSessionInfo',
  'validateSession',
  'deleteSession',
] as const

/**
 * Makes each use of a session a transaction of its own, locked by the session's name. Baileys itself
 * - sends a message inside one transaction, with its queries to the server, and commits it after the stanza was sent: a
 *   crash in between restored the former ratchet state, the next message used the same key and could not be decrypted;
 * - locks a session by the address of the caller but stores it under the LID: a person addressed by number and by LID
 *   at the same time (the own phone in two chats, a customer who writes while an answer is sent) had one session
 *   changed by two transactions, with the same result. `Inbox.wrap` uses the same locks for received messages.
 */
export function lockSessions(repository: Repository, locks: SessionLocks) {
  const methods = repository as unknown as Record<string, Method>
  for (const name of others) {
    const method = methods[name]?.bind(repository) as Method
    methods[name] = (...input) => locks.apart(() => method(...input))
  }
  const { encryptMessage, injectE2ESession } = repository
  Object.assign(repository, {
    encryptMessage: (input: Parameters<typeof encryptMessage>[0]) =>
      locks.session(input.jid, () => encryptMessage(input)),
    injectE2ESession: (input: Parameters<typeof injectE2ESession>[0]) =>
      locks.session(input.jid, () => injectE2ESession(input)),
  })
}
