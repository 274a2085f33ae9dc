import { createHash, createHmac, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { integer, objectIdentifier, octetString, sequence, tagged } from '../../emulator/der'
import type { Authority } from '../../emulator/x509'

const oid = {
  data: '2a864886f70d010701',
  shroudedKeyBag: '2a864886f70d010c0a0102',
  certBag: '2a864886f70d010c0a0103',
  x509Certificate: '2a864886f70d01091601',
  sha256: '608648016503040201',
}
const macIterations = 2048

/** PKCS#12 file (RFC 7292) with a certificate and its encrypted key; a MAC under the same passphrase covers both. */
export function createPkcs12({ certificate, key }: Authority, passphrase: string): Buffer {
  const encryptedKey = createPrivateKey(key).export({ format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase })
  const certificateBytes = octetString(new X509Certificate(certificate).raw)
  const certificateValue = sequence(objectIdentifier(oid.x509Certificate), explicitTag(certificateBytes))
  const bags = sequence(bag(oid.certBag, certificateValue), bag(oid.shroudedKeyBag, encryptedKey))
  const contents = sequence(data(bags))
  return sequence(integer(Buffer.from([3])), data(contents), createMac(contents, passphrase))
}

const explicitTag = (value: Buffer) => tagged(0xa0, value)
const bag = (kind: string, value: Buffer) => sequence(objectIdentifier(kind), explicitTag(value))
const data = (value: Buffer) => sequence(objectIdentifier(oid.data), explicitTag(octetString(value)))

function createMac(contents: Buffer, passphrase: string): Buffer {
  const salt = randomBytes(8)
  const digest = createHmac('sha256', macKey(passphrase, salt)).update(contents).digest()
  const algorithm = sequence(objectIdentifier(oid.sha256), tagged(0x05))
  return sequence(
    sequence(algorithm, octetString(digest)),
    octetString(salt),
    integer(Buffer.from([macIterations >> 8, macIterations & 0xff])),
  )
}

/** Derives the MAC key (RFC 7292 appendix B.2, ID 3). The key is as long as one hash: one block suffices. */
function macKey(passphrase: string, salt: Buffer): Buffer {
  const secret = Buffer.from(`${passphrase}\0`, 'utf16le').swap16()
  let key = Buffer.concat([Buffer.alloc(64, 3), repeatToBlocks(salt), repeatToBlocks(secret)])
  for (let round = 0; round < macIterations; round++) key = createHash('sha256').update(key).digest()
  return key
}

/** Repeats the value to a multiple of 64 bytes, the block size of SHA-256. */
const repeatToBlocks = (value: Buffer) => Buffer.alloc(Math.ceil(value.length / 64) * 64, value)
