import type { WAMessageKey } from '@whiskeysockets/baileys'
import { canonicalNumber } from '../shared/phone'
import type { Identity } from './contract'

/** Parts of a WhatsApp address, `user[_agent][:device]@server`. */
export interface Jid {
  user: string
  device: number
  server: string
}

const pnServers = new Set(['s.whatsapp.net', 'c.us', 'hosted'])
const lidServers = new Set(['lid', 'hosted.lid'])

/** Returns the parts of an address; null for other texts. */
export function parseJid(jid: string | null | undefined): Jid | null {
  const parts = /^([^@:_]*)(?:_\d+)?(?::(\d+))?@([a-z.]+)$/.exec(jid ?? '')
  if (!parts) return null
  const [, user = '', device, server = ''] = parts
  return { user, device: Number(device ?? 0), server }
}

/** Returns the address without device and with the usual server for hosted ones; '' for other texts. */
export function bareJid(jid: string | null | undefined): string {
  const parts = parseJid(jid)
  if (!parts) return ''
  if (pnServers.has(parts.server)) return `${parts.user}@s.whatsapp.net`
  if (lidServers.has(parts.server)) return `${parts.user}@lid`
  return `${parts.user}@${parts.server}`
}

export const isGroupJid = (jid: string | null | undefined) => parseJid(jid)?.server === 'g.us'

/** True for people and groups; false for status, broadcast lists, channels and servers of bots. */
export function isChatJid(jid: string | null | undefined): boolean {
  const parts = parseJid(jid)
  if (!parts || parts.user === '' || parts.user === '0') return false
  return pnServers.has(parts.server) || lidServers.has(parts.server) || parts.server === 'g.us'
}

/** Returns the digits of a PN as WhatsApp writes them; null for other addresses. */
export function pnDigits(jid: string | null | undefined): string | null {
  const parts = parseJid(jid)
  return parts && pnServers.has(parts.server) && /^\d+$/.test(parts.user) ? parts.user : null
}

/** Returns the digits of a LID; null for other addresses. */
export function lidDigits(jid: string | null | undefined): string | null {
  const parts = parseJid(jid)
  return parts && lidServers.has(parts.server) && /^\d+$/.test(parts.user) ? parts.user : null
}

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
