import type { Scope } from '../../../../core/scope'
import { storeTimersOf } from '../../../../whatsapp/chat-timers'
import type { ConnectionRef } from '../../../../whatsapp/contract'
import { markStored } from '../../../../whatsapp/inbox-rows'
import type { Inbound } from '../../../../whatsapp/received'
import { type Batch, beginBatch, isReceived, publishTickets } from './batch'
import { receiveOne } from './receive-one'
import { plainRun, receiveSet } from './receive-set'

/**
 * Stores a batch of messages in its order, in one transaction; all messages enter here. Calling it again with the same
 * messages changes nothing, also concurrently: a duplicate finds the existing row.
 */
export function receiveBatch(outer: Scope, { whatsappId }: ConnectionRef, inbound: Inbound[]): Promise<void> {
  return outer.transaction(async (scope) => {
    const batch = await beginBatch(scope, whatsappId, inbound)
    await receiveAll(
      batch,
      inbound.filter((item) => isReceived(batch, item)),
    )
    for (const end of batch.listeners.ended) await end()
    await publishTickets(batch)
    await storeTimersOf(scope.db, whatsappId, inbound)
    await markStored(
      scope.db,
      whatsappId,
      inbound.map(({ waId }) => waId),
    )
  })
}

/** Receives plain messages by sets, and each of the others alone at its place in the order. */
async function receiveAll(batch: Batch, items: Inbound[]) {
  for (let next = 0; next < items.length; ) {
    const run = plainRun(items, next)
    const received = run.length > 1 ? await receiveSet(batch, run) : 0
    next += received
    const item = items[next]
    if (item && (received < run.length || run.length === 0)) {
      await receiveOne(batch, item)
      next++
    }
  }
}
