import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { WriteBytes } from '../core/storage/durable-file'
import { AppError } from '../shared/errors'
import { attachedFile } from './attached-file'
import type { Baileys } from './baileys'
import { isTrusted, type MediaTrust, request, wholeFile } from './transfer'
import { unwrap } from './unwrap'

const usualHost = 'mmg.whatsapp.net'
const macBytes = 10

type MediaPart = Pick<proto.Message.IImageMessage, 'mediaKey' | 'directPath' | 'url' | 'fileSha256'>
const kinds = {
  imageMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
} as const

/**
 * Downloads, decrypts and verifies a file, at most `maxBytes`; it appears at `toPath` whole or not at all. Replaces
 * Baileys' download, which verifies no hash and cannot be given an authority to trust.
 * @throws MediaGone, ERR_TOO_LARGE, ERR_WAPP_DOWNLOAD_MEDIA
 */
export async function download(
  baileys: Baileys,
  message: WAMessage,
  toPath: string,
  maxBytes: number,
  trust: MediaTrust,
): Promise<void> {
  const content = unwrap(message.message)
  const file = content && attachedFile(content)
  const part = file?.part as MediaPart | undefined
  if (!file || !part?.mediaKey?.length) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  const keys = await baileys.getMediaKeys(part.mediaKey, kinds[file.kind])
  const address = addressOf(part, trust)
  await wholeFile(toPath, maxBytes, async (write) =>
    decrypt(await request(address, maxBytes + 16 + macBytes, trust), keys, part.fileSha256, write),
  )
}

/** Maximum size of one encrypted history; a parser accepts no longer input of one company. */
const maxHistory = 15 * 2 ** 20

/**
 * Downloads, decrypts and verifies a history that a phone announced. @param host media host, else WhatsApp's
 * @throws MediaGone, ERR_TOO_LARGE, ERR_WAPP_DOWNLOAD_MEDIA
 */
export async function downloadHistory(
  baileys: Baileys,
  { mediaKey, directPath, fileSha256 }: proto.Message.IHistorySyncNotification,
  trust: MediaTrust,
  host = usualHost,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!mediaKey?.length || !directPath?.startsWith('/')) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  const keys = await baileys.getMediaKeys(mediaKey, 'md-msg-hist')
  const chunks: Uint8Array[] = []
  let size = 0
  const keep = async (plain: Uint8Array) => {
    size += plain.length
    if (size > maxHistory) throw new AppError('ERR_TOO_LARGE')
    chunks.push(plain)
  }
  await decrypt(
    await request(`https://${host}${directPath}`, maxHistory + 16 + macBytes, trust),
    keys,
    fileSha256,
    keep,
  )
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns the address of a file. The sender sets these fields, so a host that is not WhatsApp's is ignored. */
function addressOf({ directPath, url }: MediaPart, trust: MediaTrust): string {
  const given = URL.parse(url ?? '')
  const trusted = given && isTrusted(given, trust)
  if (directPath?.startsWith('/')) return `https://${trusted ? given.host : usualHost}${directPath}`
  if (!trusted) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  return given.href
}

interface MediaKeys {
  iv: Uint8Array
  cipherKey: Uint8Array
  macKey?: Uint8Array
}

async function decrypt(
  encrypted: AsyncIterable<Uint8Array>,
  { iv, cipherKey, macKey }: MediaKeys,
  sha256: Uint8Array | null | undefined,
  write: WriteBytes,
) {
  const aes = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const hmac = createHmac('sha256', macKey ?? new Uint8Array()).update(iv)
  const hash = createHash('sha256')
  const keep = (plain: Uint8Array) => {
    hash.update(plain)
    return write(plain)
  }
  let held = Buffer.alloc(0) // the last ten bytes are the MAC, not ciphertext
  for await (const chunk of encrypted) {
    const bytes = Buffer.concat([held, chunk])
    const end = Math.max(0, bytes.length - macBytes)
    held = bytes.subarray(end)
    hmac.update(bytes.subarray(0, end))
    await keep(aes.update(bytes.subarray(0, end)))
  }
  await keep(aes.final())
  if (!sameBytes(hmac.digest().subarray(0, macBytes), held)) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  if (sha256?.length && !sameBytes(hash.digest(), sha256)) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
}

const sameBytes = (one: Uint8Array, other: Uint8Array) => one.length === other.length && timingSafeEqual(one, other)
