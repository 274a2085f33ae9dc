import type { WAMessageKey } from '@whiskeysockets/baileys'
import { canonicalNumber } from '../shared/phone'
import type { Identity } from './contract'

/** A WhatsApp address taken apart: `user[_agent][:device]@server`. */
export interface Jid {
  user: string
  device: number
  server: string
}

const pnServers = new Set(['s.whatsapp.net', 'c.us', 'hosted'])
const lidServers = new Set(['lid', 'hosted.lid'])

/** The parts of an address, or null when it is none. */
export function parseJid(jid: string | null | undefined): Jid | null {
  const parts = /^([^@:_]*)(?:_\d+)?(?::(\d+))?@([a-z.]+)$/.exec(jid ?? '')
  if (!parts) return null
  const [, user = '', device, server = ''] = parts
  return { user, device: Number(device ?? 0), server }
}

/** The same account without its device, hosted servers folded into the plain ones; '' when it is no address. */
export function bareJid(jid: string | null | undefined): string {
  const parts = parseJid(jid)
  if (!parts) return ''
  if (pnServers.has(parts.server)) return `${parts.user}@s.whatsapp.net`
  if (lidServers.has(parts.server)) return `${parts.user}@lid`
  return `${parts.user}@${parts.server}`
}

export const isGroupJid = (jid: string | null | undefined) => parseJid(jid)?.server === 'g.us'

/** Chats that are conversations: people and groups, not status, broadcast lists, channels or bots' own servers. */
export function isChatJid(jid: string | null | undefined): boolean {
  const parts = parseJid(jid)
  if (!parts || parts.user === '' || parts.user === '0') return false
  return pnServers.has(parts.server) || lidServers.has(parts.server) || parts.server === 'g.us'
}

/** The digits of a phone-number address as WhatsApp writes them, or null. */
export function pnDigits(jid: string | null | undefined): string | null {
  const parts = parseJid(jid)
  return parts && pnServers.has(parts.server) && /^\d+$/.test(parts.user) ? parts.user : null
}

/** The digits of a LID address, or null. */
export function lidDigits(jid: string | null | undefined): string | null {
  const parts = parseJid(jid)
  return parts && lidServers.has(parts.server) && /^\d+$/.test(parts.user) ? parts.user : null
}

/** Whoever an address and its alternative form stand for; the number canonical, the jid as it came. */
export function identityOf(jid: string, alt?: string | null): Identity {
  const number = pnDigits(jid) ?? pnDigits(alt)
  return {
    number: number && canonicalNumber(number),
    lid: lidDigits(jid) ?? lidDigits(alt),
    jid: bareJid(jid),
    isGroup: isGroupJid(jid),
  }
}

/** Ourselves in both forms, as `creds.me` tells. */
export interface Me {
  pn: string | null
  lid: string | null
}

/** Ourselves from the credentials. */
export const meOf = (me: { id: string; lid?: string } | undefined): Me => ({
  pn: pnDigits(me?.id),
  lid: lidDigits(me?.lid),
})

/** True for our own account, with whichever device. */
export const isMe = (jid: string | null | undefined, me: Me) => {
  const user = parseJid(jid)?.user
  return user !== undefined && (user === me.pn || user === me.lid)
}

/** The chat of a message key. A key of our own message may name ourselves as the alternative: that is not the chat. */
export function chatOf(key: WAMessageKey, me: Me): Identity {
  const jid = key.remoteJid ?? ''
  const alt = isMe(key.remoteJidAlt, me) && !isMe(jid, me) ? null : key.remoteJidAlt
  return identityOf(jid, isGroupJid(jid) ? null : alt)
}

/** In a group: who wrote it. Null elsewhere. */
export function participantOf(key: WAMessageKey): Identity | null {
  if (!isGroupJid(key.remoteJid) || !parseJid(key.participant)) return null
  return identityOf(key.participant ?? '', key.participantAlt)
}
