import { defaultWaitMs } from './default-wait'

/** Message shown by a simulated phone. */
export interface Received {
  id: string
  /** Time of arrival, milliseconds since the epoch. */
  at: number
  /** Phone number of the author's account. */
  from: string
  /** JID of the chat as addressed: phone number, LID or group. */
  chat: string
  kind: ReceivedKind
  /** Text or caption. */
  text?: string
  media?: { bytes: Buffer; mimetype?: string; fileName?: string; voiceNote?: boolean; seconds?: number }
  location?: { latitude: number; longitude: number; name?: string }
  contact?: { name?: string; vcard: string }
  quoted?: { id: string; text?: string }
  /** Seconds after which the message disappears. */
  expiration?: number
  /** An empty emoji removes the reaction. */
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

/** Messages of a phone in order of arrival. */
export class Inbox extends Array<Received> {
  // map() and filter() return plain arrays.
  static override get [Symbol.species]() {
    return Array
  }

  private readonly waiting = new Set<() => void>()

  add(message: Received) {
    this.push(message)
    for (const check of this.waiting) check()
  }

  /** First message that matches, present or future; rejects after `timeout` milliseconds. */
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
