import type { BaileysEventMap, Chat } from '@whiskeysockets/baileys'
import { canonicalNumber } from '../shared/phone/forms'
import type { TimerChange } from './chat-timers'
import type { AddressBookEntry, InboundCall } from './contract'
import { toNumber } from './field-values'
import { bareJid, identityOf, isChatJid, isGroupJid, lidDigits, pnDigits } from './jid'
import type { Identity } from './received'

type Call = BaileysEventMap['call'][number]
type Presence = 'composing' | 'recording' | 'paused'

/**
 * Converts a call that begins to ring; null for groups, calls missed while not connected and later events of a call.
 */
export function callOf(call: Call): InboundCall | null {
  if (call.status !== 'offer' || call.isGroup || call.offline || isGroupJid(call.chatId)) return null
  const from = isChatJid(call.from) ? call.from : call.chatId
  if (!isChatJid(from)) return null
  const at = Number.isNaN(call.date.getTime()) ? new Date() : call.date
  return {
    callId: call.id,
    from: identityOf(from, call.callerPn),
    isVideo: call.isVideo === true,
    at: at.toISOString(),
  }
}

/** Returns the typing state of each person in a chat; states other than typing and recording count as paused. */
export function presenceOf({ id, presences }: BaileysEventMap['presence.update']): [Identity, Presence][] {
  if (!isChatJid(id)) return []
  return Object.values(presences).map(({ lastKnownPresence }) => [
    identityOf(id),
    lastKnownPresence === 'composing' || lastKnownPresence === 'recording' ? lastKnownPresence : 'paused',
  ])
}

/** Returns number and LID of one person as digits; null when one of the addresses is of another kind. */
export function pairOf({ pn, lid }: { pn: string; lid: string }): { number: string; lid: string } | null {
  const [number, hidden] = [pnDigits(pn), lidDigits(lid)]
  return number && hidden ? { number: canonicalNumber(number), lid: hidden } : null
}

type Known = Pick<BaileysEventMap['contacts.upsert'][number], 'id' | 'name' | 'lid' | 'phoneNumber'>

/**
 * Returns people with a number and a name in the phone's address book; without groups, lists and names people chose.
 */
export async function addressBookOf(contacts: Known[], lookUp: LookUp): Promise<AddressBookEntry[]> {
  const entries: AddressBookEntry[] = []
  for (const { id, name, lid, phoneNumber } of contacts) {
    if (!name || !isChatJid(id) || isGroupJid(id)) continue
    const { number } = await complete(identityOf(id, phoneNumber ?? lid), lookUp)
    if (number !== null) entries.push({ number, jid: bareJid(id), name })
  }
  return entries
}

/** Returns the timer that a chat names with the time of its setting; none for a chat that names none. */
export function timersOf(chat: Partial<Chat>): TimerChange[] {
  const { id, ephemeralExpiration: seconds, ephemeralSettingTimestamp } = chat
  const at = toNumber(ephemeralSettingTimestamp) * 1000
  if (!isChatJid(id) || seconds === undefined || !(at > 0 && at < Date.now() + 86_400_000)) return []
  return [{ chat: identityOf(id ?? ''), seconds: seconds ?? 0, at: new Date(at).toISOString() }]
}

/** Returns the stored LID of a number's digits, or the number of `<lid>_reverse`. */
type LookUp = (id: string) => Promise<string | undefined>

/** Adds the missing number or LID to an identity from the stored pairs, without a query. */
export async function complete(who: Identity, lookUp: LookUp): Promise<Identity> {
  if (who.isGroup || (who.number !== null && who.lid !== null)) return who
  const found = await lookUp(who.number === null ? `${who.lid}_reverse` : (pnDigits(who.jid) ?? who.number))
  if (!found) return who
  return who.number === null ? { ...who, number: canonicalNumber(found) } : { ...who, lid: found }
}
