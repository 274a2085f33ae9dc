import { createHash } from 'node:crypto'
import { BoundedMap } from '../bounded-map'
import type { Inbox, Received } from '../inbox'
import type { SentMessage } from '../sent-message'
import type { Bubble, Shown, Ticks, WireMedia, WireReceived } from './control-api'
import type { OutgoingContent } from './wire-content'

interface SentEntry extends OutgoingContent {
  id: string
  at: number
  /** An owner's number or a group's JID. */
  to: string
  /** Undefined for messages of an owner's phone, whose delivery is not tracked. */
  progress?: SentMessage
}

const maxSentPerPhone = 20_000

/** Messages sent by each phone, and its threads with both sides of the conversation. */
export class Threads {
  private readonly sent = new Map<string, BoundedMap<SentEntry>>()
  private readonly past = new Map<string, Bubble[]>()

  addSent(phone: string, message: SentEntry) {
    const mine = this.sent.get(phone) ?? new BoundedMap<SentEntry>(maxSentPerPhone)
    mine.set(message.id, message)
    this.sent.set(phone, mine)
  }

  /** Sets the bubbles from before this start, shown above all others. */
  setPastBubbles(phone: string, bubbles: Bubble[]) {
    this.past.set(phone, bubbles)
  }

  clear(phone?: string) {
    for (const map of [this.sent, this.past]) phone ? map.delete(phone) : map.clear()
  }

  findSentMessage(phone: string, id: string): SentMessage | undefined {
    return this.sent.get(phone)?.get(id)?.progress
  }

  /** Number that grows with every own message and every change of its ticks. */
  countChanges(phone: string): number {
    let weight = this.past.get(phone)?.length ?? 0
    for (const { progress } of this.sent.get(phone)?.values() ?? []) weight += 1 + stages.indexOf(ticksOf(progress))
    return weight
  }

  findText(phone: string, inbox: Inbox, id: string): string | undefined {
    return this.sent.get(phone)?.get(id)?.text ?? inbox.find((message) => message.id === id)?.text
  }

  findMedia(phone: string, inbox: Inbox, id: string): Received['media'] {
    return this.sent.get(phone)?.get(id)?.media ?? inbox.find((message) => message.id === id)?.media
  }

  /** Bubbles of a phone, oldest first; reactions, edits and deletions are applied to their target. */
  listBubbles(phone: string, inbox: Inbox): Bubble[] {
    const own = [...(this.sent.get(phone)?.values() ?? [])].map((message) => ({ message, mine: true }) as const)
    const theirs = [...inbox].map((message) => ({ message, mine: false }) as const)
    const all = [...own, ...theirs].sort((a, b) => a.message.at - b.message.at)
    const thread: Bubble[] = structuredClone(this.past.get(phone) ?? [])
    const byId = new Map(thread.map((bubble) => [bubble.id, bubble]))
    for (const { message, mine } of all) {
      if (applyToTarget(byId, message, mine)) continue
      const bubble = mine ? mineOf(phone, message) : theirsOf(phone, message)
      byId.set(bubble.id, bubble)
      thread.push(bubble)
    }
    return thread
  }
}

const stages: Ticks[] = ['sent', 'delivered', 'read', 'played']
const ticksOf = (progress: SentMessage | undefined): Ticks => progress?.stage ?? 'sent'

/** Applies a reaction, edit or deletion to its target; false for other messages. */
function applyToTarget(
  byId: Map<string, Bubble>,
  { reaction, edit, delete: gone }: OutgoingContent,
  mine: boolean,
): boolean {
  const target = byId.get(reaction?.to ?? edit?.of ?? gone?.of ?? '')
  if (!reaction && !edit && !gone) return false
  if (!target) return true
  if (reaction) {
    target.reactions = target.reactions.filter((other) => other.mine !== mine)
    if (reaction.emoji) target.reactions.push({ mine, emoji: reaction.emoji })
  } else if (edit) Object.assign(target, { text: edit.text, edited: true })
  else target.deleted = true
  return true
}

function mineOf(phone: string, { to, progress, id, at, ...shown }: SentEntry): Bubble {
  const ticks = ticksOf(progress)
  return { ...toWire(phone, id, shown), id, at, mine: true, with: to, from: phone, ticks, reactions: [] }
}

function theirsOf(phone: string, received: Received): Bubble {
  const group = received.chat.endsWith('@g.us')
  return { ...wireReceived(phone, received), mine: false, with: group ? received.chat : received.from, reactions: [] }
}

export function wireReceived(phone: string, { id, at, from, chat, ...shown }: Received): WireReceived {
  return { ...toWire(phone, id, shown), id, at, from, chat }
}

function toWire(phone: string, id: string, { media, ...shown }: OutgoingContent): Shown {
  return media ? { ...shown, media: wireMedia(phone, id, media) } : shown
}

const hashes = new WeakMap<Buffer, string>()

function wireMedia(phone: string, id: string, { bytes, ...about }: NonNullable<Received['media']>): WireMedia {
  const sha256 = hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex')
  hashes.set(bytes, sha256)
  return { ...about, url: `/control/media/${phone}/${id}`, sha256, size: bytes.length }
}
