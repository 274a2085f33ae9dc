import type { BinaryNode } from '@whiskeysockets/baileys'
import { bareJid, isChatJid, isGroupJid, lidDigits, pnDigits } from './jid'

interface Query {
  settled: Promise<unknown>
  end(): void
}

/**
 * Holds back messages of a person who writes by number until the LID was queried, and later messages of the same chat.
 * Baileys queries the LID while it decrypts, inside the lock through which all messages of a connection pass: without
 * an answer every chat stands still, and a refusal loses the message (ADR 0032).
 */
export class LidGate {
  /** Queries under way, by number. */
  private readonly queries = new Map<string, Query>()
  /** The last stanza held back, by chat. */
  private readonly heldIn = new Map<string, Promise<void>>()

  /** @param find resolves when the LID of this address is stored or the query has failed */
  constructor(private readonly find: (jid: string) => Promise<unknown>) {}

  /** Passes the stanza on at once, or after the query and the stanzas of the same chat that are held back. */
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

  /** Undefined if the author's LID need not be queried. */
  private awaitLid(attrs: Record<string, string>): Promise<unknown> | undefined {
    const { number, hasLid, author } = authorOf(attrs)
    if (number === null) return undefined
    const query = this.queries.get(number)
    if (hasLid) query?.end()
    return hasLid ? undefined : (query ?? this.query(number, author)).settled
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
    hasLid: lidDigits(author) !== null || lidDigits(sender_lid ?? participant_lid) !== null,
  }
}

/** Name of the stanza's chat; one for number and LID of a person if the stanza contains the number. */
function chatOf({ from, recipient, sender_pn }: Record<string, string>): string {
  const jid = recipient ?? from
  return isGroupJid(jid) ? bareJid(jid) : (pnDigits(jid) ?? pnDigits(recipient ? undefined : sender_pn) ?? bareJid(jid))
}
