import { defaultWaitMs } from './default-wait'

/** What a simulated phone shows, in the order in which it came. */
export interface Received {
  id: string
  /** Milliseconds since the epoch, when it arrived. */
  at: number
  /** Number of the account that wrote it. */
  from: string
  /** The chat as it was addressed: a phone number, LID or group JID. */
  chat: string
  kind: ReceivedKind
  /** Text or caption. */
  text?: string
  media?: { bytes: Buffer; mimetype?: string; fileName?: string; voiceNote?: boolean; seconds?: number }
  location?: { latitude: number; longitude: number; name?: string }
  contact?: { name?: string; vcard: string }
  quoted?: { id: string; text?: string }
  /** An empty emoji takes the reaction back. */
  reaction?: { to: string; emoji: string }
  edit?: { of: string; text: string }
  delete?: { of: string }
}

export type ReceivedKind =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contact'
  | 'reaction'
  | 'edit'
  | 'delete'
  | 'other'

type Predicate = (message: Received) => boolean

export class Inbox extends Array<Received> {
  // Derived arrays (map, filter) must be plain ones.
  static override get [Symbol.species]() {
    return Array
  }

  private readonly waiting = new Set<() => void>()

  add(message: Received) {
    this.push(message)
    for (const check of this.waiting) check()
  }

  /** The first message, already here or still to come, that fits; rejects after `timeout` milliseconds. */
  waitFor(fits: Predicate, timeout = defaultWaitMs): Promise<Received> {
    return new Promise((resolve, reject) => {
      let next = 0
      const stop = () => {
        clearTimeout(timer)
        this.waiting.delete(check)
      }
      const check = () => {
        for (; next < this.length; next++) {
          const message = this[next]!
          if (!fits(message)) continue
          stop()
          resolve(message)
          return
        }
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`no such message within ${timeout} ms; ${this.length} in the inbox`))
      }, timeout)
      this.waiting.add(check)
      check()
    })
  }
}
