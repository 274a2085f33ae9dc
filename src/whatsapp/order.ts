import type { Arrived } from './delivery'
import { bareJid, isChatJid, lidDigits } from './jid'

/** Without any news for this long (ms) an earlier message is no longer waited for: some are never told. */
const patience = 1_500

/** A message that was told too early, or the time at which one came that was not told yet. */
type Place = Arrived | number

/**
 * Puts messages back into the order of the wire, per chat. Baileys lets them overtake: what was queued at the server
 * goes through a queue that live messages pass by, and a first contact's messages wait for writes of different length.
 * A message waits only for earlier ones of its own chat, and only while there is progress.
 */
export class WireOrder {
  /** By chat: the places in order of arrival, by message id. */
  private readonly chats = new Map<string, Map<string, Place>>()
  private readonly chatOfId = new Map<string, string>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly pass: (arrived: Arrived[]) => void) {}

  /** A stanza came, before anything was done with it. */
  arrived(attrs: Record<string, string>) {
    const chat = attrs.category === 'peer' ? '' : chatOf(attrs)
    if (!attrs.id || !chat || this.chatOfId.has(attrs.id)) return
    this.chatOfId.set(attrs.id, chat)
    const places = this.chats.get(chat) ?? new Map<string, Place>()
    this.chats.set(chat, places.set(attrs.id, performance.now()))
    this.timer ??= setTimeout(() => this.giveUp(), patience)
  }

  /** Baileys told these; those whose turn it is go on at once. */
  told(messages: Arrived[]) {
    const ready = messages.flatMap((one) => {
      const waId = one.message.key.id ?? ''
      const chat = this.chatOfId.get(waId)
      const places = chat === undefined ? undefined : this.chats.get(chat)
      if (chat === undefined || !places) return one // the phone's answer to a question of ours
      places.set(waId, one)
      return this.due(chat, places)
    })
    this.pass(ready)
    clearTimeout(this.timer)
    this.timer = this.chats.size > 0 ? setTimeout(() => this.giveUp(), patience) : undefined
  }

  /** Nothing more will be told: what is held goes on as it is. */
  end() {
    clearTimeout(this.timer)
    const places = [...this.chats.values()].flatMap((chat) => [...chat.values()])
    this.chats.clear()
    this.chatOfId.clear()
    this.pass(places.filter((place) => typeof place !== 'number'))
  }

  private due(chat: string, places: Map<string, Place>): Arrived[] {
    const due: Arrived[] = []
    for (const [waId, place] of places) {
      if (typeof place === 'number') break
      due.push(place)
      this.leave(places, waId)
    }
    if (places.size === 0) this.chats.delete(chat)
    return due
  }

  /** Nothing was told for a while: those that are not told by now have lost their place. */
  private giveUp() {
    const before = performance.now() - patience
    const ready = [...this.chats].flatMap(([chat, places]) => {
      for (const [waId, place] of places) if (typeof place === 'number' && place <= before) this.leave(places, waId)
      return this.due(chat, places)
    })
    this.pass(ready)
    this.timer = this.chats.size > 0 ? setTimeout(() => this.giveUp(), patience) : undefined
  }

  private leave(places: Map<string, Place>, waId: string) {
    places.delete(waId)
    this.chatOfId.delete(waId)
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
