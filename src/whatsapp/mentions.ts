import type { proto } from '@whiskeysockets/baileys'
import { identityOf, isChatJid, isGroupJid, parseJid } from './jid'
import type { Identity } from './received'

/** A person mentioned in a text as `@` and the digits of their number or LID. */
export interface InboundMention extends Identity {
  /** The digits in the text. */
  user: string
}

/** Maximum number of people of a text whose names are looked for. */
const maxMentions = 256
const maxAddresses = 1_024

/** `@` and digits, as phones write a mention. */
export const mentionMark = /@(\d{5,20})/g

/** Returns the people whom the text mentions, by the addresses that the message names; undefined for none. */
export function mentionsOf(
  context: proto.IContextInfo | null | undefined,
  text: string | null,
): InboundMention[] | undefined {
  const addresses = context?.mentionedJid ?? []
  if (addresses.length === 0 || !text) return undefined
  const written = new Set([...text.matchAll(mentionMark)].map(([, user]) => user))
  const found = addresses.slice(0, maxAddresses).flatMap((jid) => {
    const user = isChatJid(jid) && !isGroupJid(jid) ? parseJid(jid)?.user : undefined
    return user && written.delete(user) ? [{ user, ...identityOf(jid) }] : []
  })
  return found.length > 0 ? found.slice(0, maxMentions) : undefined
}
