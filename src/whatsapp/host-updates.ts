import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import { newChatsOf, reachOutOf } from './account-limits'
import type { AuthState } from './auth-state'
import type { AccountLimits, ConnectionRef } from './contract'
import type { LidPair } from './lid-queries'
import type { SessionContext } from './session-context'
import { addressBookOf, callOf, complete, pairOf, presenceOf } from './signals'

export type Events = Partial<BaileysEventMap>

interface Given {
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

  constructor(private readonly given: Given) {}

  handle(events: Events) {
    const { context, connection } = this.given
    for (const call of events.call ?? []) this.reportCall(call)
    this.reportLimits(newChatsOf(events['message-capping.update']))
    const { reachoutTimeLock } = events['connection.update'] ?? {}
    if (reachoutTimeLock) this.reportLimits(reachOutOf(reachoutTimeLock))
    const presence = events['presence.update']
    if (presence)
      for (const one of presenceOf(presence)) this.logFailure('onPresence', context.host.onPresence(connection, ...one))
    if (events['lid-mapping.update']) this.reportIdentity(events['lid-mapping.update'])
    this.reportAddressBook(events)
  }

  reportIdentity(found: LidPair) {
    const { context, connection } = this.given
    const pair = pairOf(found)
    if (pair) this.logFailure('onIdentity', context.host.onIdentity(connection, pair))
  }

  reportLimits(limits: AccountLimits | undefined) {
    const { context, connection } = this.given
    if (limits) this.logFailure('onLimits', context.host.onLimits(connection, limits))
  }

  /** Names come with the recent history after linking, and one by one as they change on the phone. */
  private reportAddressBook(events: Events) {
    const contacts = [...(events['messaging-history.set']?.contacts ?? []), ...(events['contacts.upsert'] ?? [])]
    if (contacts.length === 0) return
    const { context, connection, auth } = this.given
    const report = async () => {
      const entries = await addressBookOf(contacts, auth.lookUp)
      if (entries.length > 0) await context.host.onAddressBook(connection, entries)
    }
    this.logFailure('onAddressBook', report())
  }

  /** Once per call, which rings with several events. */
  private reportCall(event: BaileysEventMap['call'][number]) {
    const { context, connection, auth } = this.given
    const call = callOf(event)
    if (!call || this.callIds.has(call.callId)) return
    this.callIds.add(call.callId)
    const report = async () =>
      context.host.onCall(connection, { ...call, from: await complete(call.from, auth.lookUp) })
    this.logFailure('onCall', report())
  }

  private logFailure(name: string, report: Promise<unknown>) {
    report.catch((err) => log.error({ err, ...this.given.connection }, `${name} failed`))
  }
}
