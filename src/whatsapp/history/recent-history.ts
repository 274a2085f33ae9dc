import type { proto, WAMessage } from '@whiskeysockets/baileys'
import { log } from '../../core/log'
import { ParseFailure } from '../../core/parsers/contract'
import { AppError } from '../../shared/errors'
import type { BaileysSocket } from '../baileys-socket'
import type { ConnectionRef } from '../contract'
import { downloadHistory } from '../media'
import type { SessionContext } from '../session-context'
import type { SessionLifetime } from '../session-lifetime'
import type { ShortHistory } from './history-parser'

type Notification = proto.Message.IHistorySyncNotification

interface Parts {
  context: SessionContext
  connection: ConnectionRef
  lifetime: SessionLifetime
  sock(): BaileysSocket
}

/** Number of histories of one session that may wait; a phone sends some ten after linking. */
const maxWaiting = 50
/** Attempts to enter the queue of the parsers. */
const maxAttempts = 5

/**
 * Recent history that a phone sends after linking. Baileys would inflate it without a bound in the main thread, so it
 * skips every history but the short copies that a parser worker makes of them: chats without messages. A history
 * beyond the limits of the worker ends the reading of histories of this session; nothing else of it changes (ADR 30).
 */
export class RecentHistory {
  private readonly copies = new WeakSet<Uint8Array>()
  private waiting: WAMessage[] = []
  private running: Promise<void> | undefined
  private isRefused = false

  constructor(private readonly wiring: Parts) {}

  /** True for a short copy only; for Baileys' option `shouldSyncHistoryMessage`. */
  isCopy({ initialHistBootstrapInlinePayload: inline }: Notification): boolean {
    return !!inline && this.copies.has(inline)
  }

  /** Reads the histories among received messages, one after the other. */
  add(messages: WAMessage[]) {
    if (this.isRefused) return
    const announced = messages.filter((message) => this.isAnnounced(message))
    this.waiting.push(...announced.slice(0, maxWaiting - this.waiting.length))
    if (this.waiting.length > 0) this.running ??= this.run().finally(() => (this.running = undefined))
  }

  private isAnnounced({ key, message }: WAMessage): boolean {
    const notification = key.fromMe && message && this.wiring.context.baileys.getHistoryMsg(message)
    if (!notification || this.isCopy(notification)) return false
    const { FULL } = this.wiring.context.baileys.proto.HistorySync.HistorySyncType
    return (notification.syncType as number) !== FULL
  }

  private async run() {
    for (let next = this.waiting.shift(); next && !this.isRefused; next = this.waiting.shift())
      await this.read(next).catch((error) => this.refuse(error))
  }

  private async read(message: WAMessage) {
    const { context, lifetime } = this.wiring
    const notification = message.message && context.baileys.getHistoryMsg(message.message)
    if (!notification) return
    const { parts, isCut } = await lifetime.during(this.shorten(notification))
    if (isCut) log.warn(this.wiring.connection, 'the history of the phone was cut')
    for (const part of parts) await lifetime.during(this.passOn(message, notification, part))
  }

  private async shorten(notification: Notification): Promise<ShortHistory> {
    const { context, connection } = this.wiring
    const inline = notification.initialHistBootstrapInlinePayload
    const bytes = inline?.length ? new Uint8Array(inline) : await this.download(notification)
    for (let attempt = 1; ; attempt++)
      try {
        return await context.parsers.run(connection.companyId, 'history.shorten', { bytes })
      } catch (error) {
        const wait = attempt < maxAttempts && retryAfterOf(error)
        if (!wait) throw error
        await Bun.sleep(wait * 1000)
      }
  }

  /** One at a time in the process, because the file is in memory. */
  private async download(notification: Notification): Promise<Uint8Array<ArrayBuffer>> {
    const { baileys, historyGate, options } = this.wiring.context
    const leave = await historyGate.enter()
    try {
      const { hosts } = options.url ? await this.wiring.sock().refreshMediaConn(false) : { hosts: [] }
      const trust = { ca: options.ca ?? null, anyHost: !!options.url }
      return await downloadHistory(baileys, notification, trust, hosts[0]?.hostname)
    } finally {
      leave()
    }
  }

  /** Hands a short copy to Baileys, which stores pairs and tokens of chats and reports the names. */
  private async passOn({ key, messageTimestamp }: WAMessage, { syncType }: Notification, part: Uint8Array) {
    const { HISTORY_SYNC_NOTIFICATION } = this.wiring.context.baileys.proto.Message.ProtocolMessage.Type
    this.copies.add(part)
    const historySyncNotification = { syncType, initialHistBootstrapInlinePayload: part }
    const protocolMessage = { type: HISTORY_SYNC_NOTIFICATION, historySyncNotification }
    await this.wiring
      .sock()
      .upsertMessage({ key, messageTimestamp, message: { protocolMessage } } as WAMessage, 'append')
    await new Promise((resolve) => setImmediate(resolve))
  }

  private refuse(error: unknown) {
    const { connection, lifetime } = this.wiring
    if (lifetime.hasEnded) return
    const reason = error instanceof ParseFailure ? error.reason : error instanceof AppError ? error.code : 'error'
    this.isRefused = limitReasons.has(reason)
    log.warn({ ...connection, reason, err: error }, 'the history of the phone was not read')
  }
}

/** Reasons after which no further history of the session is read. */
const limitReasons = new Set(['time', 'memory', 'crash', 'ERR_TOO_LARGE'])

function retryAfterOf(error: unknown): number | undefined {
  if (error instanceof AppError && error.code === 'ERR_RATE_LIMIT') return Number(error.detail.retryAfter ?? 1)
}
