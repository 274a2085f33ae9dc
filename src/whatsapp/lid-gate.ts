import type { BinaryNode } from '@whiskeysockets/baileys'
import { bareJid, isChatJid, isGroupJid, lidDigits, pnDigits } from './jid'

interface Query {
  settled: Promise<unknown>
  end(): void
}

/**
 * Holds back the messages of a person who writes by number until their LID is known, and those behind them in the same
 * chat. Baileys asks WhatsApp for it only when it decrypts, inside the lock through which all messages of a number pass:
 * an answer that does not come holds up every chat there, and a refusal loses the message (ADR 0032).
 */
export class LidGate {
  /** By number: queries under way. */
  private readonly queries = new Map<string, Query>()
  /** By chat: the last stanza held back. */
  private readonly heldIn = new Map<string, Promise<void>>()

  /** @param find resolves when the LID of this address is stored, or will not be for now */
  constructor(private readonly find: (jid: string) => Promise<unknown>) {}

  /** Passes the stanza on now, or behind those of the same chat. */
  enter(node: BinaryNode, pass: (node: BinaryNode) => void) {
    const chat = chatOf(node.attrs)
    const lid = this.awaitLid(node.attrs)
    const before = this.heldIn.get(chat)
    if (!lid && !before) return pass(node)
    const held = Promise.all([lid, before]).then(() => {
      if (this.heldIn.get(chat) === held) this.heldIn.delete(chat)
      pass(node)
    })
    this.heldIn.set(chat, held)
  }

  /** Undefined if the author's LID need not be asked for. */
  private awaitLid(attrs: Record<string, string>): Promise<unknown> | undefined {
    const { number, isLidTold, author } = authorOf(attrs)
    if (number === null) return undefined
    const query = this.queries.get(number)
    if (isLidTold) query?.end()
    return isLidTold ? undefined : (query ?? this.query(number, author)).settled
  }

  private query(number: string, author: string): Query {
    const { promise, resolve } = Promise.withResolvers<void>()
    const settled = Promise.race([this.find(author).catch(() => {}), promise])
    const query = { settled, end: resolve }
    this.queries.set(number, query)
    void settled.then(() => this.queries.delete(number))
    return query
  }
}

/** The author's number if the stanza names it, and whether it names the LID as well. */
function authorOf(attrs: Record<string, string>) {
  const { from, participant, sender_pn, participant_pn, sender_lid, participant_lid } = attrs
  const author = participant ?? from ?? ''
  const isChat = isChatJid(from) && attrs.category !== 'peer'
  return {
    author,
    number: isChat ? (pnDigits(author) ?? pnDigits(sender_pn ?? participant_pn)) : null,
    isLidTold: lidDigits(author) !== null || lidDigits(sender_lid ?? participant_lid) !== null,
  }
}

/** A person by number and by LID is one chat when the stanza names the number. */
function chatOf({ from, recipient, sender_pn }: Record<string, string>): string {
  const jid = recipient ?? from
  return isGroupJid(jid) ? bareJid(jid) : (pnDigits(jid) ?? pnDigits(recipient ? undefined : sender_pn) ?? bareJid(jid))
}
