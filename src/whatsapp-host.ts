import type { Scope } from './core/scope'
import type { CompanyId } from './core/storage/schema'
import { hot } from './core/storage/tenant'
import { findPartProto } from './features/campaigns/answers/acks'
import { storeAddressBook } from './features/contacts/contacts/address-book'
import { linkNumberAndLid } from './features/contacts/contacts/identify'
import { publishCustomerTyping } from './features/inbox/contact-tickets/typing'
import { applyAcks } from './features/inbox/messages/acks'
import { receiveCall } from './features/inbox/messages/receive/calls'
import { receiveBatch } from './features/inbox/messages/receive/receive'
import { storeLimits } from './features/numbers/connections/health'
import { storeState } from './features/numbers/connections/state'
import { TrafficTimes } from './features/numbers/connections/traffic-times'
import { alertOfRefusals } from './features/numbers/health/alerts'
import { caughtUp } from './whatsapp/backlog'
import type { WhatsAppHost } from './whatsapp/contract'

const protoOf = hot<{ whatsappId: number; waId: string }>()((db, p) =>
  db
    .select('messages')
    .select('proto')
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('fromMe', '=', 1),
)

/** Returns the product's side of `WhatsAppHost`: each call goes to the feature that stores it. */
export const createHost = (scopeFor: (companyId: CompanyId) => Scope, traffic = new TrafficTimes()): WhatsAppHost => ({
  async onInbound(connection, batch) {
    const scope = scopeFor(connection.companyId)
    await receiveBatch(scope, connection, batch)
    await traffic.recordReceived(scope, connection.whatsappId, batch)
  },
  onCaughtUp: ({ companyId, whatsappId }) => scopeFor(companyId).ports.releaseJobs(caughtUp(whatsappId)),
  async onAcks(connection, updates) {
    const scope = scopeFor(connection.companyId)
    await applyAcks(scope, connection, updates)
    await alertOfRefusals(scope, connection, updates)
    await traffic.recordAccepted(scope, connection.whatsappId, updates)
  },
  onLimits: (connection, limits) => storeLimits(scopeFor(connection.companyId), connection, limits),
  onState: (connection, state) => storeState(scopeFor(connection.companyId), connection, state),
  onCall: (connection, call) => receiveCall(scopeFor(connection.companyId), connection, call),
  onPresence: ({ companyId, whatsappId }, chat, presence) =>
    publishCustomerTyping(scopeFor(companyId), whatsappId, chat, presence),
  onAddressBook: ({ companyId, whatsappId }, entries) => storeAddressBook(scopeFor(companyId), whatsappId, entries),
  onIdentity: ({ companyId }, pair) => linkNumberAndLid(scopeFor(companyId), pair),
  storedMessage: async ({ companyId, whatsappId }, waId) => {
    const scope = scopeFor(companyId)
    const key = { whatsappId, waId }
    return (await scope.db.first(protoOf, key))?.proto ?? findPartProto(scope, key)
  },
})
