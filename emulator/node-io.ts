import { inflateSync } from 'node:zlib'
import { decodeDecompressedBinaryNode } from '@whiskeysockets/baileys'
import * as dictionary from '@whiskeysockets/baileys/lib/WABinary/constants.js'
import type { Stanza } from './stanza'

const compressed = 2

/** Decodes a decrypted frame. Synchronous, so that stanzas are handled in order of arrival. */
export function decodeStanza(frame: Buffer): Stanza {
  const body = frame[0]! & compressed ? inflateSync(frame.subarray(1)) : frame.subarray(1)
  return decodeDecompressedBinaryNode(body, dictionary)
}

/** Frame of a body: 3 bytes of length, then the body. */
export function frameOf(body: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(3 + body.length)
  frame.writeUIntBE(body.length, 0, 3)
  frame.set(body, 3)
  return frame
}

/** Splits the byte stream into frames, after the client's prologue `[ED 0001 length routing] 57 41 06 03`. */
export class FrameReader {
  private bytes: Buffer = Buffer.alloc(0)
  private started = false

  read(chunk: Uint8Array): Buffer[] {
    const frames: Buffer[] = []
    this.bytes = this.bytes.length > 0 ? Buffer.concat([this.bytes, chunk]) : Buffer.from(chunk)
    if (!this.started && !this.skipPrologue()) return frames
    while (this.bytes.length >= 3) {
      const end = 3 + this.bytes.readUIntBE(0, 3)
      if (this.bytes.length < end) break
      frames.push(this.bytes.subarray(3, end))
      this.bytes = this.bytes.subarray(end)
    }
    return frames
  }

  private skipPrologue() {
    if (this.bytes.length < 4) return false
    const routed = this.bytes.toString('latin1', 0, 2) === 'ED'
    if (routed && this.bytes.length < 7) return false
    const start = routed ? 7 + this.bytes.readUIntBE(4, 3) : 0
    if (this.bytes.length < start + 4) return false
    this.bytes = this.bytes.subarray(start + 4)
    this.started = true
    return true
  }
}
