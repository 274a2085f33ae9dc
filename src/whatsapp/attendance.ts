import type { WASocket } from '@whiskeysockets/baileys'
import { isGroupJid } from './jid'

/** Time in ms without activity after which an agent counts as away. */
const attention = 60_000

type Timer = ReturnType<typeof setTimeout> | undefined

/** Shows WhatsApp whether an agent is at work. */
export class Attendance {
  private readonly subscribed = new Set<string>()
  private leaving: Timer

  /** @param after calls `work` later unless the session has ended by then */
  constructor(
    private readonly sock: Pick<WASocket, 'sendPresenceUpdate' | 'presenceSubscribe'>,
    private readonly after: (ms: number, work: () => void) => Timer,
  ) {}

  /**
   * Shows that an agent is at work, as WhatsApp's web client does while its window is in front, and subscribes to the
   * typing of these chats. A minute after the last call the owner's phone notifies again.
   */
  show(jids: Iterable<string>) {
    const ignore = () => {} // the next call tries again
    if (!this.leaving) this.sock.sendPresenceUpdate('available').catch(ignore)
    clearTimeout(this.leaving)
    this.leaving = this.after(attention, () => {
      this.leaving = undefined
      this.sock.sendPresenceUpdate('unavailable').catch(ignore)
    })
    for (const jid of jids) {
      if (isGroupJid(jid) || this.subscribed.has(jid)) continue
      this.subscribed.add(jid)
      this.sock.presenceSubscribe(jid).catch(() => this.subscribed.delete(jid))
    }
  }
}
