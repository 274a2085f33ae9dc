import { encodeField, fieldsOf } from './protobuf-fields'

/** Longest field that is kept, in bytes; names and addresses are shorter, tokens of chats as well. */
const maxField = 1024

/** Numbers of fields of `Conversation` (WAProto); all others are left out. */
const chat = {
  id: 1,
  messages: 2,
  timer: 9,
  timerAt: 10,
  name: 13,
  token: 21,
  tokenAt: 22,
  tokenSentAt: 28,
  displayName: 38,
  pnJid: 39,
  lidJid: 42,
  username: 43,
  accountLid: 49,
}
const keptOfChat = new Set(Object.values(chat).filter((number) => number !== chat.messages))
const hiddenId = /@(lid|hosted\.lid)$/
const numberId = /^\d+(:\d+)?@(s\.whatsapp\.net|hosted)$/

/**
 * Returns a field with a chat without its messages. A chat with a hidden number gets the number of the first receipt
 * of an own message, as Baileys finds it.
 */
export function shortenConversation(number: number, value: Uint8Array): Uint8Array {
  const keptParts: Uint8Array[] = []
  let [isHidden, pn]: [boolean, string | undefined] = [false, undefined]
  let isNumberKnown = false
  for (const field of fieldsOf(value)) {
    if (field.number === chat.id) isHidden = hiddenId.test(textOf(field.value))
    if (field.number === chat.pnJid) isNumberKnown = true
    if (field.number === chat.messages) pn ??= numberOfReceipt(field.value)
    if (keptOfChat.has(field.number) && field.raw.length <= maxField) keptParts.push(field.raw)
  }
  if (isHidden && !isNumberKnown && pn) keptParts.push(encodeField(chat.pnJid, Buffer.from(pn)))
  return encodeField(number, Buffer.concat(keptParts))
}

/** Returns a field with a pair of number and LID; undefined for one too long. */
export const shortenPair = (number: number, value: Uint8Array): Uint8Array | undefined =>
  value.length <= maxField ? encodeField(number, value) : undefined

/** Numbers of fields: `HistorySyncMsg.message`, `WebMessageInfo.key` and `.userReceipt`, and theirs. */
const entry = { message: 1, key: 1, fromMe: 2, receipt: 40, user: 1 }

/** Returns the address of the first receipt of an own message with a number. */
function numberOfReceipt(entryBytes: Uint8Array): string | undefined {
  const message = findValue(entryBytes, entry.message)
  const key = message && findValue(message, entry.key)
  if (!message || !key || !isTrue(key, entry.fromMe)) return undefined
  const receipt = findValue(message, entry.receipt)
  const user = receipt && findValue(receipt, entry.user)
  const jid = user && user.length <= maxField ? textOf(user) : ''
  return numberId.test(jid) ? jid : undefined
}

function findValue(bytes: Uint8Array, number: number): Uint8Array | undefined {
  for (const field of fieldsOf(bytes)) if (field.number === number) return field.value
}

function isTrue(bytes: Uint8Array, number: number): boolean {
  for (const field of fieldsOf(bytes)) if (field.number === number) return field.raw.at(-1) === 1
  return false
}

const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxField)).toString()
