import type { WAMessage } from '@whiskeysockets/baileys'
import { numberOf, Work, workMarks } from '../core/process/work-marks'
import type { Sealer } from '../core/secrets'
import type { TenantDb } from '../core/storage/tenant'
import { parseJson } from '../shared/json'
import type { Baileys } from './baileys'
import type { ConnectionRef } from './contract'
import type { HeldMessages } from './held-messages'
import { type InboxRow, journalPart, waitingRows } from './inbox-rows'

interface Parts {
  sealer: Sealer
  connection: ConnectionRef
  baileys: Baileys
  held: HeldMessages
}
/** Addresses of the own account. */
export interface Me {
  id: string
  lid?: string
}

/** Messages of inbox rows that are not stored as messages yet. */
export interface Leftovers {
  /** Decrypted messages, oldest first. */
  messages: WAMessage[]
  /** Messages whose content never came. */
  missing: WAMessage['key'][]
}

/** Place to which the body of a row is sealed (`Sealer`). */
export const bodyPlace = ({ whatsappId }: ConnectionRef, key: string) => `wa_inbox/${whatsappId}/${key}`

/** Returns what an earlier process or socket left in the inbox. */
export async function readLeftovers(db: TenantDb, parts: Parts, me: Me): Promise<Leftovers> {
  const rows = await waitingRows(db, parts.connection.whatsappId)
  const groups = Map.groupBy(rows, ({ key }) => key.slice(0, key.lastIndexOf('|')))
  const leftovers: Leftovers = { messages: [], missing: [] }
  const work = new Work('message', 0, parts.connection.whatsappId)
  for (const group of groups.values()) {
    work.id = numberOf(group[0]?.waId ?? '')
    workMarks.mark(work)
    const message = rebuild(group, parts, me)
    if (!message) continue
    if (group.every(({ part }) => part === journalPart)) leftovers.missing.push(message.key)
    else leftovers.messages.push(message)
  }
  workMarks.leave(work)
  return leftovers
}

/** Returns the message of a stanza's rows, as Baileys would have emitted it; without content for a held one. */
function rebuild(rows: Omit<InboxRow, 'hash'>[], parts: Parts, me: Me): WAMessage | undefined {
  const { baileys, sealer, connection, held } = parts
  const { decodeMessageNode, cleanMessage, proto, unpadRandomMax16 } = baileys
  try {
    const attrs = parseJson<Record<string, string>>(rows[0]?.attrs ?? '{}')
    const { fullMessage } = decodeMessageNode({ tag: 'message', attrs, content: [] }, me.id, me.lid ?? '')
    const message = fullMessage as WAMessage
    if (held.has(connection.whatsappId, message.key.id ?? '')) return message
    for (const { key, body } of rows.filter(({ part }) => part !== journalPart)) {
      const plain = proto.Message.decode(unpadRandomMax16(sealer.open(body, bodyPlace(connection, key))))
      message.message = Object.assign(message.message ?? {}, plain.deviceSentMessage?.message ?? plain)
    }
    cleanMessage(message, me.id, me.lid ?? '')
    return message
  } catch {
    return undefined // bytes that do not decode: Baileys could not emit them either
  }
}
