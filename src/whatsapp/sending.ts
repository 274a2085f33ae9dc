import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalAuthState, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { AppError } from '../shared/errors'

/** Devices for which the message of the current send could not be encrypted. */
const missed = new AsyncLocalStorage<string[]>()

/**
 * Sends a message. Baileys leaves out a device for which encryption fails, without an error, and the message shows as
 * delivered when another device of the person has it.
 * @throws ERR_SENDING_WAPP_MSG when a device was left out; the caller sends the message again under the same id
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
 * Lets the sends of a number overlap. Baileys holds one lock per account during a send, with its queries to the server:
 * one unanswered query delayed every chat. Messages of a chat keep their order by their lane, and sessions have their
 * own locks (`lockSessions`). Baileys' other uses of that lock are unchanged.
 */
export function overlapSends(keys: SignalAuthState['keys']) {
  const transactional = keys as Transactional
  const { transaction } = transactional
  let sends = 0
  transactional.transaction = (work, key) => transaction(work, missed.getStore() ? `send ${sends++}` : key)
}

interface Parts {
  /** Fetches keys for a new session with a device. */
  renewSession(jid: string): Promise<unknown>
  /** Removes the device list of a person; the next message queries it again. */
  forgetDevices(jid: string): void
}

/**
 * Encrypts with a new session for a device whose session cannot be used, such as one dropped by a retry receipt between
 * its check and its use. A device that WhatsApp does not know any more is left out.
 */
export function retryEncryption(repository: SignalRepositoryWithLIDStore, { renewSession, forgetDevices }: Parts) {
  const { encryptMessage } = repository
  repository.encryptMessage = async (input) => {
    try {
      return await encryptMessage(input)
    } catch {
      try {
        await renewSession(input.jid)
        return await encryptMessage(input)
      } catch (error) {
        if (isNotFound(error)) forgetDevices(input.jid)
        else missed.getStore()?.push(input.jid)
        throw error
      }
    }
  }
}

/** True for WhatsApp's answer to a query for the keys of a device that does not exist. */
export const isNotFound = (error: unknown) => (error as { data?: unknown } | undefined)?.data === 404
