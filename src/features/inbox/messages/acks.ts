import { BoundedCache } from '../../../core/bounded-cache'
import type { Ports } from '../../../core/ports'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { Ack } from '../../../shared/enums'
import type { AckUpdate, ConnectionRef } from '../../../whatsapp/contract'
import { publishMessage } from './publish-message'

interface Key {
  whatsappId: number
  waId: string
}

/** Raises the ack, never lowers it. A refused message (-1) accepts only proof of delivery (2 or more). */
const raiseAck = hot<Key & { ack: Ack; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ ack: p('ack'), error: null, updatedAt: p('now') })
    .set(({ eb, ref }) => {
      const timeOf = (ack: Ack, column: 'sentAt' | 'deliveredAt' | 'readAt') =>
        eb
          .case()
          .when(eb.val(p('ack')), '=', ack)
          .then(eb.val(p('now')))
          .else(ref(column))
          .end()
      return { sentAt: timeOf(1, 'sentAt'), deliveredAt: timeOf(2, 'deliveredAt'), readAt: timeOf(3, 'readAt') }
    })
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('fromMe', '=', 1)
    .where('ack', '<', p('ack'))
    .where((eb) => eb.or([eb('ack', '>=', 0), eb(eb.val(p('ack')), '>=', 2)]))
    .returning(['id', 'origin']),
)
/** Marks a message as refused; only while pending (ack 0), because WhatsApp cannot refuse a message it has taken. */
const refuse = hot<Key & { error: string | null; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ ack: -1, error: p('error'), updatedAt: p('now') })
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('fromMe', '=', 1)
    .where('ack', '=', 0)
    .returning(['id', 'origin']),
)
const outboundExists = hot<Key>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('fromMe', '=', 1),
)

/**
 * Applies the receipts of one connection's messages and campaigns. Acks only rise. A receipt that arrives before its
 * message is parked for one minute.
 */
export function applyAcks(outer: Scope, { whatsappId }: ConnectionRef, updates: AckUpdate[]): Promise<void> {
  return outer.transaction(async (scope) => {
    for (const update of updates) {
      if (await setAck(scope, whatsappId, update)) continue
      const key = { whatsappId, waId: update.waId }
      // Parks before the commit: the next unit of the same write group may store the message. Parking twice changes
      // nothing.
      if (await scope.db.first(outboundExists, key)) continue
      if (!(await applyPartAck(scope, whatsappId, update))) parkedAcks(scope).park(key, update)
    }
  })
}

/** Sets the ack and publishes the message; returns true when the row changed. Call within a transaction. */
export async function setAck(scope: Scope, whatsappId: number, { waId, ack, error }: AckUpdate): Promise<boolean> {
  const key = { whatsappId, waId, now: new Date().toISOString() }
  const refused = ack < 0 ? await scope.db.first(refuse, { ...key, error }) : undefined
  const changed = refused ?? (ack < 0 ? undefined : await scope.db.first(raiseAck, { ...key, ack }))
  if (changed) await publishMessage(scope, changed.id)
  if (changed?.origin === 'campaign') await applyPartAck(scope, whatsappId, { waId, ack, error })
  if (refused?.origin === 'schedule') await scope.enqueue('schedule.refused', { messageId: refused.id })
  return changed !== undefined
}

/** Applies a receipt to a part of a campaign; false when there is none. Call within a transaction. */
export const applyPartAck = async (scope: Scope, whatsappId: number, update: AckUpdate): Promise<boolean> =>
  (await scope.call('partAcked', whatsappId, update)).includes(true)

const parkedFor = 60_000
const maxParked = 10_000

/**
 * Acks that arrived before the row of their message: kept for one minute; above 10,000 the least recently used is
 * evicted.
 */
class ParkedAcks {
  private readonly acks = new BoundedCache<string, AckUpdate>(maxParked, {
    ttl: parkedFor,
    perf: Date,
    ttlResolution: 0,
  })

  park({ whatsappId, waId }: Key, update: AckUpdate) {
    const key = `${whatsappId}/${waId}`
    const earlier = this.acks.get(key)
    this.acks.set(key, earlier && (earlier.ack > update.ack || earlier.ack === -1) ? earlier : update)
  }

  find({ whatsappId, waId }: Key): AckUpdate | undefined {
    return this.acks.get(`${whatsappId}/${waId}`)
  }

  drop({ whatsappId, waId }: Key) {
    this.acks.delete(`${whatsappId}/${waId}`)
  }
}

const parkedByProcess = new WeakMap<Ports, ParkedAcks>()

/** Returns the parked acks of this process; in tests, of the ports given. */
export function parkedAcks({ ports }: Scope): ParkedAcks {
  let parked = parkedByProcess.get(ports)
  if (!parked) {
    parked = new ParkedAcks()
    parkedByProcess.set(ports, parked)
  }
  return parked
}
