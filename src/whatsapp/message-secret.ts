import { createDecipheriv, createHmac } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'
import { fieldsOf } from './history/protobuf-fields'

/** Numbers of fields (WAProto): of `WebMessageInfo`, `Message`, `MessageContextInfo`, `DeviceSentMessage`. */
const fields = { message: 2, infoSecret: 49, context: 35, secret: 3, deviceSent: 31, deviceSentMessage: 2 }
/** Fields of `Message` with a `FutureProofMessage`, whose field 1 is a message. */
export const wrapperFields: ReadonlySet<number> = new Set([
  37, 40, 53, 55, 58, 59, 62, 67, 74, 85, 90, 91, 93, 96, 99, 101, 103, 104, 106,
])
const innerField = 1
const maxDepth = 8
const secretBytes = 32

/** Returns the secret of a stored WebMessageInfo, without decoding its content; null without one. */
export function messageSecretOf(webMessageInfo: Uint8Array): Uint8Array | null {
  try {
    const message = findField(webMessageInfo, fields.message)
    return usable(message && secretIn(message, 0)) ?? usable(findField(webMessageInfo, fields.infoSecret)) ?? null
  } catch {
    return null // rows of tests and of earlier versions may hold no protobuf
  }
}

const usable = (secret: Uint8Array | undefined) => (secret?.length === secretBytes ? secret : undefined)

function secretIn(message: Uint8Array, depth: number): Uint8Array | undefined {
  if (depth > maxDepth) return undefined
  let inner: Uint8Array | undefined
  for (const { number, value } of fieldsOf(message)) {
    const secret = number === fields.context ? usable(findField(value, fields.secret)) : undefined
    if (secret) return secret
    if (number === fields.deviceSent) inner ??= findField(value, fields.deviceSentMessage)
    if (wrapperFields.has(number)) inner ??= findField(value, innerField)
  }
  return inner && secretIn(inner, depth + 1)
}

function findField(bytes: Uint8Array, wanted: number): Uint8Array | undefined {
  for (const { number, value } of fieldsOf(bytes)) if (number === wanted) return value
}

/** Content encrypted with the secret of another message. */
export interface SecretContent {
  /** Id of the message whose secret it is. */
  targetWaId: string
  payload: Uint8Array
  iv: Uint8Array
  /** Names under which WhatsApp derives keys, the likeliest first. */
  uses: string[]
  /** Addresses that the author of the target may have, and the sender of this content: number and LID of each. */
  authors: string[]
  senders: string[]
}

/** Maximum bytes that are decrypted; each pair of addresses is one attempt. */
const maxPayload = 131_072
const tagBytes = 16
const ivBytes = 12

/** Returns the decrypted bytes; null when no key fits. */
export function decryptContent(secret: Uint8Array, content: SecretContent): Uint8Array | null {
  const { payload, iv, targetWaId } = content
  if (payload.length <= tagBytes || payload.length > maxPayload || iv.length !== ivBytes) return null
  for (const { use, author, sender } of attempts(content)) {
    const key = deriveKey(secret, `${targetWaId}${author}${sender}${use}`)
    // Votes and answers to events also authenticate the id and the sender.
    const plain = decrypt(key, content, '') ?? decrypt(key, content, `${targetWaId}\0${sender}`)
    if (plain) return plain
  }
  return null
}

function* attempts({ uses, authors, senders }: SecretContent) {
  for (const use of uses) for (const author of authors) for (const sender of senders) yield { use, author, sender }
}

/** HKDF-SHA256 (RFC 5869) without a salt, of one block. */
function deriveKey(secret: Uint8Array, info: string): Uint8Array {
  const extracted = createHmac('sha256', new Uint8Array(32)).update(secret).digest()
  return createHmac('sha256', extracted)
    .update(info)
    .update(new Uint8Array([1]))
    .digest()
}

function decrypt(key: Uint8Array, { iv, payload }: SecretContent, bound: string): Uint8Array | null {
  const aes = createDecipheriv('aes-256-gcm', key, iv)
  if (bound) aes.setAAD(Buffer.from(bound))
  aes.setAuthTag(payload.subarray(payload.length - tagBytes))
  try {
    return Buffer.concat([aes.update(payload.subarray(0, payload.length - tagBytes)), aes.final()])
  } catch {
    return null
  }
}

/** Moves the secret of a message from the own phone, which stands beside it, into the message that Baileys keeps. */
export function keepOwnSecrets(Message: { decode: unknown }) {
  const decode = Message.decode as (...args: unknown[]) => proto.IMessage
  Message.decode = (...args: unknown[]) => {
    const message = decode(...args)
    const inner = message.deviceSentMessage?.message
    const messageSecret = message.messageContextInfo?.messageSecret
    if (inner && messageSecret?.length && !inner.messageContextInfo?.messageSecret?.length)
      inner.messageContextInfo = { ...inner.messageContextInfo, messageSecret }
    return message
  }
}
