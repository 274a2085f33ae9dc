import { createHash } from 'node:crypto'
import type { BinaryNode, SignalAuthState, SignalRepositoryWithLIDStore, WAMessage } from '@whiskeysockets/baileys'
import type { Fence } from '../core/nodes/fence'
import type { Sealer } from '../core/secrets'
import type { Store } from '../core/storage/db'
import { TenantDb } from '../core/storage/tenant'
import type { Baileys } from './baileys'
import type { ConnectionRef } from './contract'
import { fencedTransaction } from './fenced-transaction'
import type { HeldMessages } from './held-messages'
import { bodyPlace, type Leftovers, type Me, readLeftovers } from './inbox-leftovers'
import {
  closeJournal,
  findInbox,
  type InboxRow,
  inboxType,
  journalPart,
  markStored,
  upsertInboxRow,
} from './inbox-rows'
import { isChatJid } from './jid'
import type { SessionLocks } from './session-lock'

export { markStored } from './inbox-rows'

/** Stanza of a ciphertext, and the index of its node in that stanza. */
interface Origin {
  attrs: Record<string, string>
  part: number
  /** Time of arrival, unique (`stamp`). */
  at: string
}

/** Emitter of stanzas. */
interface StanzaSource {
  prependListener(event: string, listener: (node: BinaryNode) => void): unknown
}

type Lock = (work: () => Promise<Uint8Array>) => Promise<Uint8Array>

const usedKey = 'Key used already or never filled'
/** Longest delay in ms, and largest number of ids, before stored messages are marked in the inbox. */
const settleAfterMs = 1_000
const maxUnsettled = 500

interface Parts {
  store: Store
  sealer: Sealer
  connection: ConnectionRef
  /** Absent where one process has all sessions. */
  fence?: Fence | undefined
  baileys: Baileys
  held: HeldMessages
  /** Called when a write failed; ends the session before anything that depends on it is sent. */
  onLost(error: unknown): void
  /** Resolves when all writes so far are committed. */
  settled(): Promise<unknown>
  /** Awaited before each decryption, so that no more messages wait than the product can store (`Delivery.room`). */
  room(): Promise<void> | void
  /** Called with a message that cannot be decrypted here and has to be requested from the phone. */
  onMissing(key: WAMessage['key']): void
}

/**
 * Table of decrypted stanzas that the product has not stored yet. A row is committed together with the ratchet state,
 * before Baileys sends the receipt. A stanza that WhatsApp delivers again is answered from its row, because the ratchet
 * decrypts nothing twice (docs/whatsapp.md, "Receiving").
 */
export class Inbox {
  private readonly origins = new WeakMap<Uint8Array, Origin>()
  private readonly db: TenantDb
  private readonly done = new Set<string>()
  private readonly requestedAgain = new Set<string>()
  private lastStamp = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly parts: Parts) {
    this.db = TenantDb.of(parts.store, parts.connection.companyId)
  }

  /** Records the stanza of each ciphertext. Baileys later decrypts the same Buffer objects, which are the keys here. */
  watch(source: StanzaSource) {
    source.prependListener('CB:message', (node) => {
      const at = this.stamp()
      const children = Array.isArray(node.content) ? node.content : []
      let decryptable = false
      for (const [part, { content, tag }] of children.entries()) {
        if (tag !== 'enc' || !(content instanceof Uint8Array)) continue
        decryptable = true
        this.origins.set(content, { attrs: node.attrs, part, at })
      }
      if (!decryptable && !children.some(({ tag }) => tag === 'plaintext')) this.journal(node.attrs, at)
    })
  }

  /** Returns Baileys' repository with decryption and inbox row in one transaction. */
  wrap(repository: SignalRepositoryWithLIDStore, keys: SignalAuthState['keys'], locks: SessionLocks) {
    const { decryptMessage, decryptGroupMessage } = repository
    const keeping = async (ciphertext: Uint8Array, lock: Lock, decrypt: () => Promise<Uint8Array>) => {
      const origin = this.origins.get(ciphertext)
      if (!origin) return decrypt()
      await this.parts.room()
      try {
        return await lock(async () => {
          const body = await decrypt()
          const row = this.row(origin, ciphertext, body)
          await keys.set({ [inboxType]: { [row.key]: row } } as never)
          return body
        })
      } catch (error) {
        const body = await this.replay(origin, ciphertext)
        if (body) return body
        if (error instanceof Error && error.message.includes(usedKey)) this.journal(origin.attrs, origin.at)
        throw error
      }
    }
    return Object.assign(repository, {
      decryptMessage: (message: Parameters<typeof decryptMessage>[0]) =>
        keeping(
          message.ciphertext,
          (work) => locks.session(message.jid, work),
          () => decryptMessage(message),
        ),
      decryptGroupMessage: (message: Parameters<typeof decryptGroupMessage>[0]) =>
        keeping(
          message.msg,
          (work) => locks.named(message.group, work),
          () => decryptGroupMessage(message),
        ),
    })
  }

  /** Time of arrival, never the same twice, so that rows sort in the order of the wire. */
  private stamp(): string {
    this.lastStamp = Math.max(this.lastStamp + 1, Date.now())
    return new Date(this.lastStamp).toISOString()
  }

  private row({ attrs, part, at }: Origin, ciphertext: Uint8Array, body: Uint8Array): InboxRow {
    const key = rowKey(attrs, part)
    return {
      key,
      waId: attrs.id ?? '',
      part,
      attrs: JSON.stringify(attrs),
      hash: shortHash(ciphertext),
      body: this.parts.sealer.seal(body, bodyPlace(this.parts.connection, key)),
      at,
    }
  }

  /** Returns the stored plaintext of the same ciphertext, if it was decrypted before. */
  private async replay({ attrs, part }: Origin, ciphertext: Uint8Array): Promise<Uint8Array | undefined> {
    await this.parts.settled()
    const key = rowKey(attrs, part)
    const row = await this.db.first(findInbox, { whatsappId: this.parts.connection.whatsappId, key })
    if (!row || Buffer.compare(row.hash, shortHash(ciphertext)) !== 0) return undefined
    return this.parts.sealer.open(row.body, bodyPlace(this.parts.connection, key))
  }

  /** Records a message without content, or whose key was already used, until a copy of it arrives. */
  private journal(attrs: Record<string, string>, at: string) {
    const { connection, store, fence, onLost, onMissing } = this.parts
    const chat = attrs.recipient ?? attrs.from
    if (!attrs.id || !isChatJid(chat) || attrs.category === 'peer' || this.requestedAgain.has(attrs.id)) return
    this.requestedAgain.add(attrs.id)
    const key = rowKey(attrs, journalPart)
    const nothing = new Uint8Array()
    const row = { key, waId: attrs.id, part: journalPart, attrs: JSON.stringify(attrs), hash: nothing, body: nothing }
    fencedTransaction({ store, companyId: connection.companyId, fence }, async (tx) => {
      await tx.run(upsertInboxRow, { whatsappId: connection.whatsappId, ...row, at })
    }).catch(onLost)
    onMissing({ remoteJid: chat, fromMe: attrs.recipient !== undefined, id: attrs.id, participant: attrs.participant })
  }

  /** Marks messages as stored or ignored; within a second, many in one transaction. */
  settle(waIds: Iterable<string>) {
    for (const waId of waIds) this.done.add(waId)
    if (this.done.size === 0) return
    if (this.done.size >= maxUnsettled) void this.flush()
    else this.timer ??= setTimeout(() => void this.flush(), settleAfterMs)
  }

  /** Ends the requests for messages of which a copy with content has arrived. */
  arrived(waIds: string[]) {
    const known = waIds.filter((waId) => this.requestedAgain.delete(waId))
    if (known.length === 0) return
    const { whatsappId } = this.parts.connection
    // After a failure the messages are requested once more, without harm.
    this.db.transaction(async (tx) => closeJournal(tx, whatsappId, known)).catch(() => {})
  }

  /** Writes the ids that `settle` collected. After a failure the next start delivers their messages again. */
  async flush() {
    clearTimeout(this.timer)
    this.timer = undefined
    const waIds = [...this.done]
    this.done.clear()
    if (waIds.length === 0) return
    const { whatsappId } = this.parts.connection
    await this.db.transaction(async (tx) => markStored(tx, whatsappId, waIds)).catch(() => {})
  }

  /** As `readLeftovers`; a message whose content never came is not requested twice. */
  async waiting(me: Me): Promise<Leftovers> {
    const leftovers = await readLeftovers(this.db, this.parts, me)
    for (const { id } of leftovers.missing) if (id) this.requestedAgain.add(id)
    return leftovers
  }
}

const rowKey = ({ from = '', participant = '', id = '' }: Record<string, string>, part: number) =>
  `${from}|${participant}|${id}|${part}`

const shortHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest().subarray(0, 16)
