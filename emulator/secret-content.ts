import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'

const secretBytes = 32
const ivBytes = 12

/** The message with a secret, with which phones encrypt edits of it and votes in it. */
export const withSecret = (message: proto.IMessage): proto.IMessage => ({
  ...message,
  messageContextInfo: { ...message.messageContextInfo, messageSecret: randomBytes(secretBytes) },
})

interface Target {
  id: string
  author: string
  message: proto.IMessage
}

/** An edit as phones send it: encrypted with the secret of the edited message. */
export function encryptedEdit(target: Target, key: proto.IMessageKey, editedMessage: proto.IMessage): proto.IMessage {
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
  const plain = proto.Message.encode({
    protocolMessage: { key, type, editedMessage, timestampMs: Date.now() },
  }).finish()
  const sealed = encryptWithSecret(target, target.author, 'Message Edit', plain)
  const { MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType
  return { secretEncryptedMessage: { targetMessageKey: key, secretEncType: MESSAGE_EDIT, ...sealed } }
}

/** A vote in a poll for the options with these texts. */
export function encryptedVote(poll: Target, key: proto.IMessageKey, voter: string, options: string[]): proto.IMessage {
  const selectedOptions = options.map((option) => createHash('sha256').update(option).digest())
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish()
  const vote = encryptWithSecret(poll, voter, 'Poll Vote', plain, `${poll.id}\0${voter}`)
  return { pollUpdateMessage: { pollCreationMessageKey: key, vote, senderTimestampMs: Date.now() } }
}

/** Encrypts with the secret of the target, as sent by this address. @param bound data that is authenticated with it */
export function encryptWithSecret(
  { id, author, message }: Target,
  sender: string,
  use: string,
  plain: Uint8Array,
  bound = '',
) {
  const secret = message.messageContextInfo?.messageSecret
  if (!secret) throw new Error(`message ${id} has no secret`)
  const key = hkdfSync('sha256', secret, '', `${id}${author}${sender}${use}`, 32)
  const encIv = randomBytes(ivBytes)
  const aes = createCipheriv('aes-256-gcm', Buffer.from(key), encIv)
  if (bound) aes.setAAD(Buffer.from(bound))
  const encPayload = Buffer.concat([aes.update(plain), aes.final(), aes.getAuthTag()])
  return { encPayload, encIv }
}
