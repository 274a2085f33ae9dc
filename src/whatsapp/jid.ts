import type { WAMessageKey } from '@whiskeysockets/baileys'
import { BoundedCache } from '../core/bounded-cache'
import { canonicalNumber } from '../shared/phone/forms'
import type { Identity } from './received'

/** Parts of a WhatsApp address, `user[_agent][:device]@server`. */
interface Jid {
  readonly user: string
  readonly device: number
  readonly server: string
}

/** A parsed address with the forms in which it is compared and stored. */
interface Parsed {
  readonly parts: Jid
  /** Address without device and with the usual server for hosted ones. */
  readonly bare: string
  /** Digits of a PN as WhatsApp writes them; null for other addresses. */
  readonly pn: string | null
  /** Digits of a LID; null for other addresses. */
  readonly lid: string | null
}

/** Length of the longest address that is cached. */
const maxKept = 100
/** Addresses parsed last: each received message asks some twenty times for the same few. */
const parsed = new BoundedCache<string, { jid: Parsed | null }>(2_000)

/** Returns the parts of an address; null for other texts. */
export const parseJid = (jid: string | null | undefined): Jid | null => parse(jid)?.parts ?? null

function parse(jid: string | null | undefined): Parsed | null {
  if (!jid) return null
  const known = parsed.get(jid)
  if (known) return known.jid
  const made = { jid: read(jid) }
  if (jid.length <= maxKept) parsed.set(jid, made)
  return made.jid
}

function read(jid: string): Parsed | null {
  const parts = /^([^@:_]*)(?:_\d+)?(?::(\d+))?@([a-z.]+)$/.exec(jid)
  if (!parts) return null
  const [, user = '', device, server = ''] = parts
  const [isPn, isLid, isDigits] = [pnServers.has(server), lidServers.has(server), /^\d+$/.test(user)]
  const usual = isPn ? 's.whatsapp.net' : isLid ? 'lid' : server
  return {
    parts: { user, device: Number(device ?? 0), server },
    bare: `${user}@${usual}`,
    pn: isPn && isDigits ? user : null,
    lid: isLid && isDigits ? user : null,
  }
}

const pnServers = new Set(['s.whatsapp.net', 'c.us', 'hosted'])
const lidServers = new Set(['lid', 'hosted.lid'])

/** Returns the address without device and with the usual server for hosted ones; '' for other texts. */
export const bareJid = (jid: string | null | undefined): string => parse(jid)?.bare ?? ''

export const isGroupJid = (jid: string | null | undefined) => parseJid(jid)?.server === 'g.us'

/** True for people and groups; false for status, broadcast lists, channels and servers of bots. */
export function isChatJid(jid: string | null | undefined): boolean {
  const parts = parseJid(jid)
  if (!parts || parts.user === '' || parts.user === '0') return false
  return pnServers.has(parts.server) || lidServers.has(parts.server) || parts.server === 'g.us'
}

/** Returns the digits of a PN as WhatsApp writes them; null for other addresses. */
export const pnDigits = (jid: string | null | undefined): string | null => parse(jid)?.pn ?? null

/** Returns the digits of a LID; null for other addresses. */
export const lidDigits = (jid: string | null | undefined): string | null => parse(jid)?.lid ?? null

/** Returns the identity of an address and its alternative form, with canonical number and the address as received. */
export function identityOf(jid: string, alt?: string | null): Identity {
  const number = pnDigits(jid) ?? pnDigits(alt)
  return {
    number: number && canonicalNumber(number),
    lid: lidDigits(jid) ?? lidDigits(alt),
    jid: bareJid(jid),
    isGroup: isGroupJid(jid),
  }
}

/** Digits of the own number and LID. */
export interface Me {
  pn: string | null
  lid: string | null
}

/** Returns the own number and LID of the credentials. */
export const meOf = (me: { id: string; lid?: string } | undefined): Me => ({
  pn: pnDigits(me?.id),
  lid: lidDigits(me?.lid),
})

/** True for an address of the own account, with any device. */
export const isMe = (jid: string | null | undefined, me: Me) => {
  const user = parseJid(jid)?.user
  return user !== undefined && (user === me.pn || user === me.lid)
}

/**
 * Returns the chat of a message key. The key of an own message may have the own address as alternative; it is ignored.
 */
export function chatOf(key: WAMessageKey, me: Me): Identity {
  const jid = key.remoteJid ?? ''
  const alt = isMe(key.remoteJidAlt, me) && !isMe(jid, me) ? null : key.remoteJidAlt
  return identityOf(jid, isGroupJid(jid) ? null : alt)
}

/** Returns the author of a group message; null for other chats. */
export function participantOf(key: WAMessageKey): Identity | null {
  if (!isGroupJid(key.remoteJid) || !parseJid(key.participant)) return null
  return identityOf(key.participant ?? '', key.participantAlt)
}
