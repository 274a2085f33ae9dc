import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Fields of a media message that locate and decrypt its file. */
interface StoredMedia {
  url: string
  directPath: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  fileEncSha256: Uint8Array
  fileLength: number
  mediaKeyTimestamp: number
}

const hkdfLabels: Record<string, string> = {
  image: 'Image',
  sticker: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  'md-msg-hist': 'History',
}

/** Encrypted files of the media host by path. */
export class MediaStore {
  /** `localhost:port`; set once the TLS server listens. */
  host = ''
  private readonly files = new Map<string, Buffer>()
  private readonly expired = new Map<string, Buffer>()

  /** Encrypts and stores a file for a simulated phone. `kind` is image, video, audio, document or sticker. */
  encryptAndStore(plain: Buffer, kind: string): StoredMedia {
    const mediaKey = randomBytes(32)
    const { iv, cipherKey, macKey } = mediaKeys(mediaKey, kind)
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    const sealed = Buffer.concat([body, mac(macKey, iv, body)])
    const fileEncSha256 = sha256(sealed)
    const { url, directPath } = this.storeEncrypted(sealed, fileEncSha256.toString('base64url'))
    const mediaKeyTimestamp = Math.floor(Date.now() / 1000)
    const fileSha256 = sha256(plain)
    return { url, directPath, mediaKey, fileSha256, fileEncSha256, fileLength: plain.length, mediaKeyTimestamp }
  }

  /** Stores an uploaded file, already encrypted by its sender. */
  storeEncrypted(sealed: Buffer, name: string) {
    const directPath = `/v/${name}.enc`
    this.files.set(directPath, sealed)
    return { url: `https://${this.host}${directPath}`, directPath }
  }

  /** Decrypted file, as the receiving phone sees it. @throws Error when the file is missing or damaged */
  fetchAndDecrypt(directPath: string, mediaKey: Uint8Array, kind: string): Buffer {
    const sealed = this.files.get(directPath.split('?')[0]!)
    if (!sealed) throw new Error(`no media at ${directPath}`)
    const { iv, cipherKey, macKey } = mediaKeys(mediaKey, kind)
    const body = sealed.subarray(0, -10)
    if (!mac(macKey, iv, body).equals(sealed.subarray(-10))) throw new Error('media damaged')
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
    return Buffer.concat([decipher.update(body), decipher.final()])
  }

  findEncrypted(directPath: string): Buffer | undefined {
    return this.files.get(directPath)
  }

  /** Removes all files from the host, as WhatsApp does with old ones. Phones keep their copies. */
  expireAll() {
    for (const [path, sealed] of this.files) this.expired.set(path, sealed)
    this.files.clear()
  }

  /** Uploads a phone's copy of a file again; returns its new path, or undefined when no phone has it. */
  uploadAgain(directPath: string): string | undefined {
    const sealed = this.files.get(directPath) ?? this.expired.get(directPath)
    return (
      sealed &&
      this.storeEncrypted(sealed, `${sha256(sealed).toString('base64url')}-${randomBytes(4).toString('hex')}`)
        .directPath
    )
  }
}

function mediaKeys(mediaKey: Uint8Array, kind: string) {
  const info = `WhatsApp ${hkdfLabels[kind] ?? 'Document'} Keys`
  const okm = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), info, 112))
  return { iv: okm.subarray(0, 16), cipherKey: okm.subarray(16, 48), macKey: okm.subarray(48, 80) }
}

const mac = (key: Buffer, iv: Buffer, body: Buffer) =>
  createHmac('sha256', key).update(iv).update(body).digest().subarray(0, 10)

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest()
