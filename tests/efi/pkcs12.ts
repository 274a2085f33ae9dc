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
const rounds = 2048

/** A .p12 (RFC 7292) of a certificate and its key, the key sealed and the whole authenticated under the passphrase. */
export function pkcs12({ certificate, key }: Authority, passphrase: string): Buffer {
  const sealed = createPrivateKey(key).export({ format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase })
  const bare = octetString(new X509Certificate(certificate).raw)
  const shown = sequence(objectIdentifier(oid.x509Certificate), explicit(bare))
  const bags = sequence(bag(oid.certBag, shown), bag(oid.shroudedKeyBag, sealed))
  const contents = sequence(data(bags))
  return sequence(integer(Buffer.from([3])), data(contents), seal(contents, passphrase))
}

const explicit = (value: Buffer) => tagged(0xa0, value)
const bag = (kind: string, value: Buffer) => sequence(objectIdentifier(kind), explicit(value))
const data = (value: Buffer) => sequence(objectIdentifier(oid.data), explicit(octetString(value)))

function seal(contents: Buffer, passphrase: string): Buffer {
  const salt = randomBytes(8)
  const digest = createHmac('sha256', macKey(passphrase, salt)).update(contents).digest()
  const algorithm = sequence(objectIdentifier(oid.sha256), tagged(0x05))
  return sequence(
    sequence(algorithm, octetString(digest)),
    octetString(salt),
    integer(Buffer.from([rounds >> 8, rounds & 0xff])),
  )
}

/** RFC 7292 appendix B.2 for a key as long as one hash, which needs one turn of it; 3 is the purpose "MAC". */
function macKey(passphrase: string, salt: Buffer): Buffer {
  const secret = Buffer.from(`${passphrase}\0`, 'utf16le').swap16()
  let key = Buffer.concat([Buffer.alloc(64, 3), filled(salt), filled(secret)])
  for (let round = 0; round < rounds; round++) key = createHash('sha256').update(key).digest()
  return key
}

/** Repeated to whole blocks of the hash. */
const filled = (value: Buffer) => Buffer.alloc(Math.ceil(value.length / 64) * 64, value)
