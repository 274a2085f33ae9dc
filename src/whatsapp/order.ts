import type { Arrived } from './delivery'
import { bareJid, isChatJid, lidDigits } from './jid'

/** Without any news for this long (ms) an earlier message is no longer waited for: some are never told. */
const patience = 1_500

/**
 * Puts messages back into the order of the wire, per chat. Baileys lets them overtake: what was queued at the server
 * goes through a queue that live messages pass by, and a first contact's messages wait for writes of different length.
 * A message waits only for earlier ones of its own chat, and only while there is progress.
 */
export class WireOrder {
  /** By chat: the ids not told yet in order of arrival, with the message when it was told too early. */
  private readonly chats = new Map<string, Map<string, Arrived | null>>()
  private readonly chatOfId = new Map<string, string>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly pass: (arrived: Arrived[]) => void) {}

  /** A stanza came, before anything was done with it. */
  arrived(attrs: Record<string, string>) {
    const chat = attrs.category === 'peer' ? '' : chatOf(attrs)
    if (!attrs.id || !chat || this.chatOfId.has(attrs.id)) return
    this.chatOfId.set(attrs.id, chat)
    const waiting = this.chats.get(chat)
    if (waiting) waiting.set(attrs.id, null)
    else this.chats.set(chat, new Map([[attrs.id, null]]))
  }

  /** Baileys told these; those whose turn it is go on at once. */
  told(messages: Arrived[]) {
    const ready = messages.flatMap((one) => {
      const chat = this.chatOfId.get(one.message.key.id ?? '')
      const waiting = chat === undefined ? undefined : this.chats.get(chat)
      if (!waiting) return one // the phone's answer to a question of ours
      waiting.set(one.message.key.id as string, one)
      return this.due(chat as string, waiting)
    })
    this.pass(ready)
    this.watch()
  }

  /** Nothing more will be told: what is held goes on as it is. */
  end() {
    clearTimeout(this.timer)
    this.pass([...this.chats.values()].flatMap((waiting) => [...waiting.values()].filter((one) => one !== null)))
    this.chats.clear()
    this.chatOfId.clear()
  }

  private due(chat: string, waiting: Map<string, Arrived | null>): Arrived[] {
    const due: Arrived[] = []
    for (const [waId, one] of waiting) {
      if (one === null) break
      due.push(one)
      waiting.delete(waId)
      this.chatOfId.delete(waId)
    }
    if (waiting.size === 0) this.chats.delete(chat)
    return due
  }

  private watch() {
    clearTimeout(this.timer)
    if (this.chats.size > 0) this.timer = setTimeout(() => this.giveUp(), patience)
  }

  /** What is held stops waiting for what was not told. */
  private giveUp() {
    const ready = [...this.chats].flatMap(([chat, waiting]) => {
      const held = [...waiting.values()].some((one) => one !== null)
      for (const [waId, one] of waiting) {
        if (one !== null || !held) break
        waiting.delete(waId)
        this.chatOfId.delete(waId)
      }
      return this.due(chat, waiting)
    })
    this.pass(ready)
    if (ready.length > 0) this.watch()
  }
}

/** The chat by its LID when the stanza names it, so that one person by number and by LID is one chat. */
function chatOf({ from, recipient, sender_lid, peer_recipient_lid, recipient_lid }: Record<string, string>): string {
  const jid = recipient ?? from
  if (!isChatJid(jid)) return ''
  const lid = recipient ? (peer_recipient_lid ?? recipient_lid) : sender_lid
  const digits = lidDigits(jid) ?? lidDigits(lid)
  return digits ? `${digits}@lid` : bareJid(jid)
}
