import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { canonicalNumber } from '../shared/phone'
import type { AddressBookEntry, Identity, InboundCall } from './contract'
import { bareJid, identityOf, isChatJid, isGroupJid, lidDigits, pnDigits } from './jid'

type Call = BaileysEventMap['call'][number]
type Presence = 'composing' | 'recording' | 'paused'

/** An incoming call as it rings; null for groups, for calls missed while away and for how a call goes on. */
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

/** Who is typing; anything but typing and recording is a pause. */
export function presenceOf({ id, presences }: BaileysEventMap['presence.update']): [Identity, Presence][] {
  if (!isChatJid(id)) return []
  return Object.values(presences).map(({ lastKnownPresence }) => [
    identityOf(id),
    lastKnownPresence === 'composing' || lastKnownPresence === 'recording' ? lastKnownPresence : 'paused',
  ])
}

/** A number and a LID that are the same person. */
export function pairOf({ pn, lid }: { pn: string; lid: string }): { number: string; lid: string } | null {
  const [number, hidden] = [pnDigits(pn), lidDigits(lid)]
  return number && hidden ? { number: canonicalNumber(number), lid: hidden } : null
}

type Known = Pick<BaileysEventMap['contacts.upsert'][number], 'id' | 'name' | 'lid' | 'phoneNumber'>

/** People with a number whom the phone's owner gave a name; not what they call themselves, no groups, no lists. */
export async function addressBookOf(contacts: Known[], lookUp: LookUp): Promise<AddressBookEntry[]> {
  const entries: AddressBookEntry[] = []
  for (const { id, name, lid, phoneNumber } of contacts) {
    if (!name || !isChatJid(id) || isGroupJid(id)) continue
    const { number } = await complete(identityOf(id, phoneNumber ?? lid), lookUp)
    if (number !== null) entries.push({ number, jid: bareJid(id), name })
  }
  return entries
}

/** The stored LID of a number's digits, or under `<lid>_reverse` the digits of a LID. */
type LookUp = (id: string) => Promise<string | undefined>

/** The other half of an identity by `lookUp` in the stored LID map; the network is never asked (wire §7). */
export async function complete(who: Identity, lookUp: LookUp): Promise<Identity> {
  if (who.isGroup || (who.number !== null && who.lid !== null)) return who
  const found = await lookUp(who.number === null ? `${who.lid}_reverse` : (pnDigits(who.jid) ?? who.number))
  if (!found) return who
  return who.number === null ? { ...who, number: canonicalNumber(found) } : { ...who, lid: found }
}
