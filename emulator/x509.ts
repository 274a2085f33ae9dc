import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** PEM texts. */
export interface Authority {
  certificate: string
  key: string
}

const oid = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  alternativeNames: '551d11',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
}

/** A self-signed certificate authority on P-256, good for ten years. */
export function createAuthority(name = 'Balcao emulator'): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const extensions = [
    extension(oid.basicConstraints, sequence(boolean(true)), true),
    extension(oid.keyUsage, Buffer.from([0x03, 0x02, 0x01, 0x06]), true), // certificate and CRL signing
  ]
  const subjectKey = publicKey.export({ format: 'der', type: 'spki' })
  return { certificate: issue({ subject: name, issuer: name, subjectKey, extensions, signer: key }), key }
}

/** A server certificate for `localhost` and `127.0.0.1`, signed by the authority. */
export function issueServer(authority: Authority, issuer = 'Balcao emulator'): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = [
    extension(oid.alternativeNames, names),
    extension(oid.extendedKeyUsage, sequence(object(oid.serverAuth))),
  ]
  const subjectKey = publicKey.export({ format: 'der', type: 'spki' })
  const certificate = issue({ subject: 'localhost', issuer, subjectKey, extensions, signer: authority.key })
  return { certificate, key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}

interface Request {
  subject: string
  issuer: string
  subjectKey: Buffer
  extensions: Buffer[]
  signer: string
}

/** An X.509 version 3 certificate in PEM; just enough DER for it. */
function issue({ subject, issuer, subjectKey, extensions, signer }: Request): string {
  const algorithm = sequence(object(oid.ecdsaWithSha256))
  const year = new Date().getUTCFullYear()
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name(issuer),
    sequence(time(year - 1), time(year + 10)),
    name(subject),
    subjectKey,
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, createPrivateKey(signer))
  const der = sequence(body, algorithm, bits(signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number) {
  if (length < 128) return Buffer.from([length])
  const bytes = length < 256 ? [length] : [length >> 8, length & 0xff]
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const integer = (value: Buffer) => tagged(0x02, value)
const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))
const object = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const bits = (value: Buffer) => tagged(0x03, Buffer.from([0]), value)
const time = (year: number) => tagged(0x18, Buffer.from(`${year}0101000000Z`))
const name = (text: string) => sequence(tagged(0x31, sequence(object(oid.commonName), tagged(0x0c, Buffer.from(text)))))

function extension(id: string, value: Buffer, critical = false) {
  return sequence(object(id), ...(critical ? [boolean(true)] : []), tagged(0x04, value))
}
