import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { AppError } from '../shared/errors'

/** Devices that the message being sent by the caller could not be encrypted for. */
const missed = new AsyncLocalStorage<string[]>()

/**
 * Sends, and fails when a device was left out. Baileys leaves it out in silence, and the message shows as delivered
 * once another device of the same person has it. @throws ERR_SENDING_WAPP_MSG, to be sent again under the same id
 */
export async function sendToEveryDevice(send: () => Promise<unknown>) {
  const devices: string[] = []
  await missed.run(devices, send)
  if (devices.length > 0) throw new AppError('ERR_SENDING_WAPP_MSG')
}

type Transactional = SignalAuthState['keys'] & {
  transaction<T>(work: () => Promise<T>, key: string): Promise<T>
}

/**
 * Lets the sends of a number overlap. Baileys holds one lock per account while it sends, waits for the server included:
 * one device list or one set of keys that did not come held up every chat. Messages of one chat keep their order by
 * their lane, and what is shared is locked by session (`lockSessions`). Baileys' other uses of that lock stay as they are.
 */
export function overlapSends(keys: SignalAuthState['keys']) {
  const transactional = keys as Transactional
  const { transaction } = transactional
  let sends = 0
  transactional.transaction = (work, key) => transaction(work, missed.getStore() ? `send ${sends++}` : key)
}

interface Given {
  /** Fetches a new session with a device. */
  renewSession(jid: string): Promise<unknown>
  /** The devices of this person are to be listed anew. */
  forgetDevices(jid: string): void
}

/**
 * Encrypts with a new session for a device whose session cannot be used, such as one dropped by a retry receipt between
 * its check and its use. A device that WhatsApp does not know any more is left out.
 */
export function retryEncryption(repository: SignalRepositoryWithLIDStore, { renewSession, forgetDevices }: Given) {
  const { encryptMessage } = repository
  repository.encryptMessage = async (given) => {
    try {
      return await encryptMessage(given)
    } catch {
      try {
        await renewSession(given.jid)
        return await encryptMessage(given)
      } catch (error) {
        if (isGone(error)) forgetDevices(given.jid)
        else missed.getStore()?.push(given.jid)
        throw error
      }
    }
  }
}

/** WhatsApp's answer to a query for the keys of a device that it does not have. */
export const isGone = (error: unknown) => (error as { data?: unknown } | undefined)?.data === 404
