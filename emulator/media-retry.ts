import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { getContentType, normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import type { Companion } from './companion'
import { child, type Stanza, stanza, unixSeconds } from './stanza'

const { ResultType } = proto.MediaRetryNotification

/**
 * Answers a device that asks the owner's phone to upload an expired file again (`<receipt type=server-error>`, sent by
 * Baileys' `updateMediaMessage`). The answer contains the new path, or an error when the phone has no copy.
 */
export function answerMediaRetry(companion: Companion, receipt: Stanza) {
  const { id = '' } = receipt.attrs
  const { owner } = companion
  const part = mediaPart(owner.findMessage(id)?.message)
  const attributes = { from: owner.pnJid, type: 'mediaretry', id, t: unixSeconds() }
  const about = child(receipt, 'rmr') ?? stanza('rmr')
  const directPath = part && owner.network.media.uploadAgain(part.directPath)
  const answer = directPath
    ? encryptNotification(part.mediaKey, { stanzaId: id, directPath, result: ResultType.SUCCESS })
    : stanza('error', { code: String(ResultType.NOT_FOUND) })
  companion.deliver(stanza('notification', attributes, [answer, about]))
}

function encryptNotification(mediaKey: Uint8Array, notification: proto.IMediaRetryNotification) {
  const info = 'WhatsApp Media Retry Notification'
  const key = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), info, 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(notification.stanzaId ?? ''))
  const plain = proto.MediaRetryNotification.encode(notification).finish()
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return stanza('encrypt', {}, [stanza('enc_p', {}, body), stanza('enc_iv', {}, iv)])
}

function mediaPart(message: proto.IMessage | undefined) {
  const content = normalizeMessageContent(message)
  const part = content?.[getContentType(content) ?? 'conversation']
  if (!part || typeof part !== 'object' || !('directPath' in part) || !('mediaKey' in part)) return undefined
  const { directPath, mediaKey } = part
  return directPath && mediaKey ? { directPath, mediaKey } : undefined
}
