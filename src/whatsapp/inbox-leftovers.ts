import type { WAMessage } from '@whiskeysockets/baileys'
import type { Sealer } from '../core/secrets'
import type { TenantDb } from '../core/storage/tenant'
import type { Baileys } from './baileys'
import type { ConnectionRef } from './contract'
import { type InboxRow, journalPart, waitingRows } from './inbox-rows'

interface Given {
  sealer: Sealer
  connection: ConnectionRef
  baileys: Baileys
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
export async function readLeftovers(db: TenantDb, given: Given, me: Me): Promise<Leftovers> {
  const rows = await waitingRows(db, given.connection.whatsappId)
  const parts = Map.groupBy(rows, ({ key }) => key.slice(0, key.lastIndexOf('|')))
  const leftovers: Leftovers = { messages: [], missing: [] }
  for (const group of parts.values()) {
    const message = rebuild(group, given, me)
    if (!message) continue
    if (group.every(({ part }) => part === journalPart)) leftovers.missing.push(message.key)
    else leftovers.messages.push(message)
  }
  return leftovers
}

/** Returns the message of a stanza's rows, as Baileys would have emitted it. */
function rebuild(rows: Omit<InboxRow, 'hash'>[], given: Given, me: Me): WAMessage | undefined {
  const { baileys, sealer, connection } = given
  const { decodeMessageNode, cleanMessage, proto, unpadRandomMax16 } = baileys
  try {
    const attrs = JSON.parse(rows[0]?.attrs ?? '{}')
    const { fullMessage } = decodeMessageNode({ tag: 'message', attrs, content: [] }, me.id, me.lid ?? '')
    const message = fullMessage as WAMessage
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
