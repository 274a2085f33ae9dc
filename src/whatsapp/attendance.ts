import type { WASocket } from '@whiskeysockets/baileys'
import { isGroupJid } from './jid'

/** Who did nothing for this long (ms) is taken not to be there. */
const attention = 60_000

type Timer = ReturnType<typeof setTimeout> | undefined

/** Whether an agent is at work, as WhatsApp sees it. */
export class Attendance {
  private readonly subscribed = new Set<string>()
  private leaving: Timer

  /** @param after runs something later, unless the socket has ended by then */
  constructor(
    private readonly sock: Pick<WASocket, 'sendPresenceUpdate' | 'presenceSubscribe'>,
    private readonly after: (ms: number, work: () => void) => Timer,
  ) {}

  /**
   * An agent is at work in these chats: WhatsApp is told that somebody is here, as its own web client does while its
   * window is in front, and asked for typing. A minute after the last such sign the owner's phone notifies again.
   */
  show(jids: Iterable<string>) {
    const ignore = () => {} // only a courtesy: the next sign tries again
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
