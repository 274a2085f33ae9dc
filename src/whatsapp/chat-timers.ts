import { hot, type TenantDb } from '../core/storage/tenant'
import { bareJid, lidDigits, pnDigits } from './jid'
import type { Identity, Inbound } from './received'

/** Longest timer that is stored, in seconds; WhatsApp offers at most 90 days. */
const maxSeconds = 366 * 86_400

interface Place {
  whatsappId: number
  address: string
}

const upsertTimer = hot<Place & { seconds: number; at: string }>()((db, p) =>
  db
    .insert('chat_timers', {
      whatsappId: p('whatsappId'),
      address: p('address'),
      seconds: p('seconds'),
      at: p('at'),
    })
    .onConflict((row) =>
      row
        .columns(['whatsappId', 'address'])
        .doUpdateSet({ seconds: p('seconds'), at: p('at') })
        .where('chat_timers.at', '<=', p('at')),
    ),
)

const endTimer = hot<Place & { at: string }>()((db, p) =>
  db
    .update('chat_timers')
    .set({ seconds: 0, at: p('at') })
    .where('whatsappId', '=', p('whatsappId'))
    .where('address', '=', p('address'))
    .where('at', '<=', p('at')),
)

const anyTimer = hot<{ whatsappId: number }>()((db, p) =>
  db.select('chat_timers').select('address').where('whatsappId', '=', p('whatsappId')).limit(1),
)

const timerAt = hot<Place>()((db, p) =>
  db
    .select('chat_timers')
    .select(['seconds', 'at'])
    .where('whatsappId', '=', p('whatsappId'))
    .where('address', '=', p('address')),
)

/** A change of a chat's timer. */
export interface TimerChange {
  chat: Identity
  /** 0: messages no longer disappear. */
  seconds: number
  at: string
}

/**
 * Stores the timers that messages and settings of a batch name (docs/whatsapp.md, "Disappearing messages"). The newest
 * by WhatsApp's time counts, so that a repetition changes nothing. Call inside the transaction that stores the batch.
 */
export async function storeTimersOf(tx: TenantDb, whatsappId: number, batch: Inbound[]) {
  const changes = batch.flatMap(changeOf)
  // Most numbers have no such chat: one read for a batch instead of a write for each message.
  const hasTimers = changes.some(isEnd) && (await tx.first(anyTimer, { whatsappId })) !== undefined
  for (const change of changes) {
    if (!isEnd(change)) await storeTimer(tx, whatsappId, change)
    else if (hasTimers) await endTimers(tx, whatsappId, change)
  }
}

type Change = TimerChange & { type: Inbound['type'] }

function changeOf(item: Inbound): Change[] {
  if (item.type === 'timer') return [item]
  const { type, chat, at } = item
  return type === 'message' && item.timer !== undefined ? [{ type, chat, at, seconds: item.timer }] : []
}

/** True for a message without a timer; a setting that ends one is stored, so that an older message does not set it. */
const isEnd = ({ type, seconds }: Change) => type === 'message' && seconds === 0

async function endTimers(tx: TenantDb, whatsappId: number, { chat, at }: Change) {
  for (const address of addressesOf(chat)) await tx.run(endTimer, { whatsappId, address, at })
}

/** Stores the timer of a chat under each known address of it. Call within a transaction. */
export async function storeTimer(tx: TenantDb, whatsappId: number, { chat, seconds, at }: TimerChange) {
  if (!(seconds >= 0 && seconds <= maxSeconds)) return
  for (const address of addressesOf(chat)) await tx.run(upsertTimer, { whatsappId, address, seconds, at })
}

/** Deletes the timers of a connection, whose next link may be another number's. */
export const deleteTimers = (tx: TenantDb, whatsappId: number) =>
  tx.delete('chat_timers').where('whatsappId', '=', whatsappId).execute()

/**
 * Returns the seconds after which messages to this address disappear; undefined for a chat without a stored timer.
 * @param lookUp returns the stored LID of a number's digits, or the number of `<lid>_reverse`
 */
export async function findTimer(
  db: TenantDb,
  whatsappId: number,
  jid: string,
  lookUp: (id: string) => Promise<string | undefined>,
): Promise<number | undefined> {
  const [number, lid] = [pnDigits(jid), lidDigits(jid)]
  const other = number ? await lookUp(number) : lid ? await lookUp(`${lid}_reverse`) : undefined
  const addresses = [bareJid(jid), ...(other ? [number ? lidJid(other) : pnJid(other)] : [])]
  let newest: { seconds: number; at: string } | undefined
  for (const address of addresses) {
    const timer = await db.first(timerAt, { whatsappId, address })
    if (timer && (!newest || timer.at > newest.at)) newest = timer
  }
  return newest?.seconds
}

const pnJid = (digits: string) => `${digits}@s.whatsapp.net`
const lidJid = (digits: string) => `${digits}@lid`

const addressesOf = ({ jid, number, lid, isGroup }: Identity): string[] =>
  isGroup ? [jid] : [...new Set([jid, ...(number ? [pnJid(number)] : []), ...(lid ? [lidJid(lid)] : [])])]
