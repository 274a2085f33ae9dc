import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { deriveSharedSecret, type KeyPair, keyPair } from './keys'

const protocolName = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
const header = Buffer.from([0x57, 0x41, 6, 3]) // "WA", version 6, token dictionary 3
const emptyBuffer = Buffer.alloc(0)

/** Server side of the Noise XX handshake of Baileys and of the encrypted transport after it. */
export class Noise {
  private hash: Buffer = protocolName
  private salt: Buffer = protocolName
  private key: Buffer = protocolName
  private counter = 0
  private readonly ephemeral = keyPair()
  private transport?: { read: Buffer; write: Buffer; readCount: number; writes: number }

  constructor(
    private readonly serverStatic: KeyPair,
    private readonly chain: Uint8Array,
  ) {
    this.mixHash(header)
  }

  /** Returns the ServerHello for a ClientHello. */
  hello(message: Uint8Array): Uint8Array {
    const client = proto.HandshakeMessage.decode(message).clientHello?.ephemeral
    if (!client) throw new Error('no client hello')
    this.mixHash(client)
    this.mixHash(this.ephemeral.public)
    this.mixKey(deriveSharedSecret(this.ephemeral.private, client))
    const encryptedStatic = this.seal(this.serverStatic.public)
    this.mixKey(deriveSharedSecret(this.serverStatic.private, client))
    const payload = this.seal(this.chain)
    const serverHello = { ephemeral: this.ephemeral.public, static: encryptedStatic, payload }
    return proto.HandshakeMessage.encode({ serverHello }).finish()
  }

  /** Returns the client's static key and payload of a ClientFinish. `encrypt` and `decrypt` work afterwards. */
  finish(message: Uint8Array): { clientStatic: Buffer; payload: proto.ClientPayload } {
    const finish = proto.HandshakeMessage.decode(message).clientFinish
    if (!finish?.static || !finish.payload) throw new Error('no client finish')
    const clientStatic = this.open(finish.static)
    this.mixKey(deriveSharedSecret(this.ephemeral.private, clientStatic))
    const payload = proto.ClientPayload.decode(this.open(finish.payload))
    const [read, write] = this.derive(emptyBuffer)
    this.transport = { read, write, readCount: 0, writes: 0 }
    return { clientStatic, payload }
  }

  encrypt(plaintext: Uint8Array): Buffer {
    const { transport } = this
    if (!transport) throw new Error('handshake not finished')
    return seal(transport.write, transport.writes++, plaintext, emptyBuffer)
  }

  decrypt(ciphertext: Uint8Array): Buffer {
    const { transport } = this
    if (!transport) throw new Error('handshake not finished')
    return open(transport.read, transport.readCount++, ciphertext, emptyBuffer)
  }

  private seal(plaintext: Uint8Array) {
    const ciphertext = seal(this.key, this.counter++, plaintext, this.hash)
    this.mixHash(ciphertext)
    return ciphertext
  }

  private open(ciphertext: Uint8Array) {
    const plaintext = open(this.key, this.counter++, ciphertext, this.hash)
    this.mixHash(ciphertext)
    return plaintext
  }

  private mixHash(data: Uint8Array) {
    this.hash = createHash('sha256').update(this.hash).update(data).digest()
  }

  private mixKey(secret: Uint8Array) {
    const [salt, key] = this.derive(secret)
    this.salt = salt
    this.key = key
    this.counter = 0
  }

  private derive(secret: Uint8Array): [Buffer, Buffer] {
    const okm = Buffer.from(hkdfSync('sha256', secret, this.salt, emptyBuffer, 64))
    return [okm.subarray(0, 32), okm.subarray(32)]
  }
}

function nonce(counter: number) {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

function seal(key: Buffer, counter: number, plaintext: Uint8Array, associated: Buffer) {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(counter))
  if (associated.length > 0) cipher.setAAD(associated)
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, counter: number, ciphertext: Uint8Array, associated: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter))
  if (associated.length > 0) decipher.setAAD(associated)
  decipher.setAuthTag(ciphertext.subarray(-16))
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
}
