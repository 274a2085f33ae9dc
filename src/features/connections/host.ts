import type { CompanyId } from '../../core/schema'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import type { WhatsAppHost } from '../../whatsapp/contract'
import { learnIdentity } from '../contacts/identify'
import { applyAcks } from '../messages/acks'
import { receiveCall } from '../messages/calls'
import { receiveBatch } from '../messages/receive'
import { customerTypes } from '../tickets/presence'
import { storeState } from './state'

const protoOf = hot<{ whatsappId: number; waId: string }>()((db, p) =>
  db
    .select('messages')
    .select('proto')
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('fromMe', '=', 1),
)

/** What `whatsapp/` tells the product, each to the one function that takes it. */
export const createHost = (scopeFor: (companyId: CompanyId) => Scope): WhatsAppHost => ({
  onInbound: (connection, batch) => receiveBatch(scopeFor(connection.companyId), connection, batch),
  onAcks: (connection, updates) => applyAcks(scopeFor(connection.companyId), connection, updates),
  onState: (connection, state) => storeState(scopeFor(connection.companyId), connection, state),
  onCall: (connection, call) => receiveCall(scopeFor(connection.companyId), connection, call),
  onPresence: ({ companyId, whatsappId }, chat, presence) =>
    customerTypes(scopeFor(companyId), whatsappId, chat, presence),
  onIdentity: ({ companyId }, pair) => learnIdentity(scopeFor(companyId), pair),
  storedMessage: async ({ companyId, whatsappId }, waId) =>
    scopeFor(companyId).db.first(protoOf, { whatsappId, waId })?.proto ?? undefined,
})
