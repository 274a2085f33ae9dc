import type { BinaryNode } from '@whiskeysockets/baileys'
import { bareJid, isChatJid, isGroupJid, lidDigits, pnDigits } from './jid'
import type { LidPair } from './lid-queries'

interface Parts {
  /** Resolves when the LID of this address is stored or the query has failed, with the pair if there is one. */
  find(jid: string): Promise<LidPair[]>
  /** Returns the stored LID of a number's digits, or the number of `<lid>_reverse`. */
  lookUp(id: string): Promise<string | undefined>
}

/** A query under way; it resolves with the LID's digits, or null without an answer. */
interface Query {
  lid: Promise<string | null>
  end(lid: string | null): void
}

/** Resolve when the messages by number alone, and those by LID alone, that arrived before were passed on. */
interface Earlier {
  numbers: Promise<void>
  lids: Promise<void>
}

/** Messages of one address that are held back, by the order of their arrival. */
interface Line {
  held: Map<number, Promise<void>>
  last: Promise<void> | undefined
}

/**
 * Holds back messages of a person who writes by number until the LID was queried, and later messages of the same chat.
 * Baileys queries the LID while it decrypts, inside the lock through which all messages of a connection pass: without
 * an answer every chat stands still, and a refusal loses the message (ADR 0032).
 *
 * A person may write one message by number and the next by LID. A message by LID waits for those held back of its
 * number, which is stored or comes with the answer of a query. A LID without a known number waits for all earlier
 * messages by number, because it may be the LID of any of them, and a number whose query ended without an answer for all
 * earlier messages by LID. Messages only wait for earlier ones, so that none waits forever.
 */
export class LidGate {
  /** Queries under way, by number. */
  private readonly queries = new Map<string, Query>()
  /** Messages held back, by address of their chat. */
  private readonly lines = new Map<string, Line>()
  /** Numbers learned from queries while messages are held back, by LID. */
  private readonly numbers = new Map<string, PromiseWithResolvers<string>>()
  /** Resolves when all messages by number alone that were held back until now were passed on. */
  private numbersPassed: Promise<void> = Promise.resolve()
  /** The same of messages by LID alone. */
  private lidsPassed: Promise<void> = Promise.resolve()
  private arrivals = 0

  constructor(private readonly parts: Parts) {}

  /** Passes the stanza on at once, or after the query and the stanzas of the same chat that are held back. */
  enter(node: BinaryNode, pass: (node: BinaryNode) => void) {
    const chat = chatOf(node.attrs)
    const query = this.awaitLid(node.attrs)
    const names = namesOf(chat)
    if (!query && !this.mayHoldBack(chat, names)) return pass(node)
    const arrival = this.arrivals++
    const before = [...names.map((name) => this.lines.get(name)?.last), query?.lid]
    const other = this.otherName(chat, query, { numbers: this.numbersPassed, lids: this.lidsPassed })
    const passed = Promise.all(before)
      .then(async () => this.passedBefore(await other, arrival))
      .then(() => {
        this.leave(names, arrival)
        pass(node)
      })
    for (const name of names) this.join(name, arrival, passed)
    if (chat.lid === null && chat.number !== null) this.numbersPassed = both(this.numbersPassed, passed)
    if (chat.number === null && chat.lid !== null) this.lidsPassed = both(this.lidsPassed, passed)
  }

  /** False if no message of this chat is held back: at once where all addresses of the chat are known. */
  private mayHoldBack({ number, lid }: Chat, names: string[]): boolean {
    const isComplete = (number === null) === (lid === null)
    return isComplete ? names.some((name) => this.lines.has(name)) : this.lines.size > 0
  }

  private join(name: string, arrival: number, passed: Promise<void>) {
    const line = this.lines.get(name) ?? { held: new Map(), last: undefined }
    line.held.set(arrival, passed)
    line.last = passed
    this.lines.set(name, line)
  }

  private leave(names: string[], arrival: number) {
    for (const name of names) {
      const line = this.lines.get(name)
      line?.held.delete(arrival)
      if (line?.held.size === 0) this.lines.delete(name)
    }
    if (this.lines.size === 0) this.numbers.clear()
  }

  /** Resolves when the messages of an address that arrived before this one were passed on. */
  private async passedBefore(name: string | null, arrival: number) {
    for (;;) {
      const [first] = (name !== null && this.lines.get(name)?.held) || []
      if (!first || first[0] >= arrival) return
      await first[1]
    }
  }

  /**
   * The other address of the person; null for a group and where the stanza contains both. Where it stays unknown it is
   * null after all earlier messages that could be of the same person were passed on.
   */
  private async otherName({ number, lid }: Chat, query: Query | undefined, earlier: Earlier): Promise<string | null> {
    if (number === null && lid !== null) {
      const learned = this.learnedNumber(lid).promise
      const none = earlier.numbers.then(() => null)
      return (await this.parts.lookUp(`${lid}_reverse`).catch(() => undefined)) ?? Promise.race([learned, none])
    }
    if (number === null || lid !== null) return null
    const found = query ? await query.lid : await this.parts.lookUp(number).catch(() => undefined)
    if (!found) await earlier.lids
    return found ? lidName(found) : null
  }

  private learnedNumber(lid: string): PromiseWithResolvers<string> {
    const learned = this.numbers.get(lid) ?? Promise.withResolvers<string>()
    this.numbers.set(lid, learned)
    return learned
  }

  /** Undefined if the author's LID need not be queried. */
  private awaitLid(attrs: Record<string, string>): Query | undefined {
    const { number, lid, author } = authorOf(attrs)
    if (number === null) return undefined
    const query = this.queries.get(number)
    if (lid !== null) query?.end(lid)
    return lid !== null ? undefined : (query ?? this.query(number, author))
  }

  private query(number: string, author: string): Query {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const lid = Promise.race([this.parts.find(author).then(lidOf, () => null), promise]).then((found) => {
      if (found !== null) this.learnedNumber(found).resolve(number)
      this.queries.delete(number)
      return found
    })
    const query = { lid, end: resolve }
    this.queries.set(number, query)
    return query
  }
}

/** Resolves after both, without their values: kept values would nest with every message. */
const both = (one: Promise<void>, other: Promise<void>): Promise<void> => Promise.all([one, other]).then(() => {})

const lidOf = (pairs: LidPair[]) => lidDigits(pairs[0]?.lid)

/** The author's number and LID as far as the stanza names them; no number where the LID is not needed. */
function authorOf(attrs: Record<string, string>) {
  const { from, participant, sender_pn, participant_pn, sender_lid, participant_lid } = attrs
  const author = participant ?? from ?? ''
  const isChat = isChatJid(from) && attrs.category !== 'peer'
  return {
    author,
    number: isChat ? (pnDigits(author) ?? pnDigits(sender_pn ?? participant_pn)) : null,
    lid: lidDigits(author) ?? lidDigits(sender_lid ?? participant_lid),
  }
}

/** Address of a chat, and number and LID of its person as far as the stanza names them. */
interface Chat {
  jid: string
  number: string | null
  lid: string | null
}

function chatOf(attrs: Record<string, string>): Chat {
  const { from, recipient, sender_pn, sender_lid, peer_recipient_pn, peer_recipient_lid } = attrs
  const jid = recipient ?? from
  if (isGroupJid(jid)) return { jid: bareJid(jid), number: null, lid: null }
  const [pn, lid] = recipient ? [peer_recipient_pn, peer_recipient_lid] : [sender_pn, sender_lid]
  return { jid: bareJid(jid), number: pnDigits(jid) ?? pnDigits(pn), lid: lidDigits(jid) ?? lidDigits(lid) }
}

const lidName = (lid: string) => `${lid}@lid`

/** Names of a chat's lines: number and LID of a person, or the address. */
function namesOf({ jid, number, lid }: Chat): string[] {
  const names = [...(number === null ? [] : [number]), ...(lid === null ? [] : [lidName(lid)])]
  return names.length > 0 ? names : [jid]
}
