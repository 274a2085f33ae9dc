import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import { TenantDb } from '../core/storage/tenant'
import { newChatsOf, reachOutOf } from './account-limits'
import type { AuthState } from './auth-state'
import { storeTimer } from './chat-timers'
import type { AccountLimits, ConnectionRef } from './contract'
import type { LidPair } from './lid-queries'
import type { SessionContext } from './session-context'
import { addressBookOf, callOf, complete, pairOf, presenceOf, timersOf } from './signals'

export type Events = Partial<BaileysEventMap>

interface Parts {
  context: SessionContext
  connection: ConnectionRef
  auth: AuthState
}

/**
 * Reports to the product what WhatsApp sends beside messages: people, calls, limits of the account. A report that fails
 * is logged and not repeated.
 */
export class HostUpdates {
  private readonly callIds = new Set<string>()

  constructor(private readonly parts: Parts) {}

  handle(events: Events) {
    const { context, connection } = this.parts
    for (const call of events.call ?? []) this.reportCall(call)
    this.reportLimits(newChatsOf(events['message-capping.update']))
    const { reachoutTimeLock } = events['connection.update'] ?? {}
    if (reachoutTimeLock) this.reportLimits(reachOutOf(reachoutTimeLock))
    const presence = events['presence.update']
    if (presence)
      for (const one of presenceOf(presence)) this.logFailure('onPresence', context.host.onPresence(connection, ...one))
    if (events['lid-mapping.update']) this.reportIdentity(events['lid-mapping.update'])
    this.reportAddressBook(events)
    this.storeTimers(events)
  }

  reportIdentity(learned: LidPair) {
    const { context, connection } = this.parts
    const pair = pairOf(learned)
    if (pair) this.logFailure('onIdentity', context.host.onIdentity(connection, pair))
  }

  reportLimits(limits: AccountLimits | undefined) {
    const { context, connection } = this.parts
    if (limits) this.logFailure('onLimits', context.host.onLimits(connection, limits))
  }

  /** Names come with the recent history after linking, and one by one as they change on the phone. */
  private reportAddressBook(events: Events) {
    const contacts = [...(events['messaging-history.set']?.contacts ?? []), ...(events['contacts.upsert'] ?? [])]
    if (contacts.length === 0) return
    const { context, connection, auth } = this.parts
    const report = async () => {
      const entries = await addressBookOf(contacts, auth.lookUp)
      if (entries.length > 0) await context.host.onAddressBook(connection, entries)
    }
    this.logFailure('onAddressBook', report())
  }

  /** Timers of chats come with the recent history after linking, and as they change on the phone. */
  private storeTimers(events: Events) {
    const chats = ['messaging-history.set' as const].flatMap((name) => events[name]?.chats ?? [])
    const changes = [...chats, ...(events['chats.upsert'] ?? []), ...(events['chats.update'] ?? [])].flatMap(timersOf)
    if (changes.length === 0) return
    const { context, connection, auth } = this.parts
    const store = async () => {
      for (const change of changes) change.chat = await complete(change.chat, auth.lookUp)
      await TenantDb.of(context.store, connection.companyId).transaction(async (tx) => {
        for (const change of changes) await storeTimer(tx, connection.whatsappId, change)
      })
    }
    this.logFailure('storing timers of chats', store())
  }

  /** Once per call, which rings with several events. */
  private reportCall(event: BaileysEventMap['call'][number]) {
    const { context, connection, auth } = this.parts
    const call = callOf(event)
    if (!call || this.callIds.has(call.callId)) return
    this.callIds.add(call.callId)
    const report = async () =>
      context.host.onCall(connection, { ...call, from: await complete(call.from, auth.lookUp) })
    this.logFailure('onCall', report())
  }

  private logFailure(name: string, report: Promise<unknown>) {
    report.catch((err) => log.error({ err, ...this.parts.connection }, `${name} failed`))
  }
}
