import type { BinaryNode } from '@whiskeysockets/baileys'
import { isChatJid, lidDigits, pnDigits } from './jid'

interface Held {
  stanzas: BinaryNode[]
  release(): void
}

/**
 * Holds back the messages of a person who writes by number until their LID is known. Baileys asks WhatsApp for it only
 * when it decrypts, inside the lock through which all messages of a number pass: an answer that does not come holds up
 * every chat there, and a refusal loses the message (whatsapp-wire.md §7). Here only the person's own messages wait.
 */
export class LidGate {
  private readonly held = new Map<string, Held>()

  /** @param find resolves when the LID of this address is stored, or will not be for now */
  constructor(private readonly find: (jid: string) => Promise<unknown>) {}

  /** Passes the stanza on now, or behind those of the same person. */
  enter(node: BinaryNode, pass: (node: BinaryNode) => void) {
    const { number, isLidTold, author } = senderOf(node.attrs)
    if (number === null) return pass(node)
    const held = this.held.get(number)
    if (held) {
      held.stanzas.push(node)
      if (isLidTold) held.release()
    } else if (isLidTold) pass(node)
    else void this.hold(number, author, node, pass)
  }

  private async hold(number: string, author: string, first: BinaryNode, pass: (node: BinaryNode) => void) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held: Held = { stanzas: [first], release: resolve }
    this.held.set(number, held)
    await Promise.race([this.find(author).catch(() => {}), promise])
    this.held.delete(number)
    for (const node of held.stanzas) pass(node)
  }
}

/** The author's number if the stanza tells it, and whether it tells the LID as well. */
function senderOf(attrs: Record<string, string>) {
  const { from, participant, sender_pn, participant_pn, sender_lid, participant_lid } = attrs
  const author = participant ?? from ?? ''
  const isChat = isChatJid(from) && attrs.category !== 'peer'
  return {
    author,
    number: isChat ? (pnDigits(author) ?? pnDigits(sender_pn ?? participant_pn)) : null,
    isLidTold: lidDigits(author) !== null || lidDigits(sender_lid ?? participant_lid) !== null,
  }
}
