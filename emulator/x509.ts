import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { bitString, boolean, generalizedTime, integer, objectIdentifier, octetString, sequence, tagged } from './der'

/** Certificate and private key, both PEM. */
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
  clientAuth: '2b06010505070302',
}

/** Self-signed certificate authority on P-256, valid for ten years. */
export function createAuthority(distinguishedName = 'Balcao emulator'): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const extensions = [
    extension(oid.basicConstraints, sequence(boolean(true)), true),
    extension(oid.keyUsage, Buffer.from([0x03, 0x02, 0x01, 0x06]), true), // certificate and CRL signing
  ]
  const subjectKey = publicKey.export({ format: 'der', type: 'spki' })
  return {
    certificate: issueCertificate({
      subject: distinguishedName,
      issuer: distinguishedName,
      subjectKey,
      extensions,
      signer: key,
    }),
    key,
  }
}

/** Server certificate for `localhost` and `127.0.0.1`, signed by the authority. */
export const issueServer = (authority: Authority, issuer?: string) =>
  issueLeaf(authority, { subject: 'localhost', purpose: oid.serverAuth, issuer })

/** Client certificate for mutual TLS, signed by the authority. */
export const issueClient = (authority: Authority, subject: string, issuer?: string) =>
  issueLeaf(authority, { subject, purpose: oid.clientAuth, issuer })

interface LeafOptions {
  subject: string
  purpose: string
  issuer?: string | undefined
}

function issueLeaf(authority: Authority, { subject, purpose, issuer = 'Balcao emulator' }: LeafOptions): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = [
    extension(oid.alternativeNames, names),
    extension(oid.extendedKeyUsage, sequence(objectIdentifier(purpose))),
  ]
  const subjectKey = publicKey.export({ format: 'der', type: 'spki' })
  const certificate = issueCertificate({ subject, issuer, subjectKey, extensions, signer: authority.key })
  return { certificate, key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}

interface CertificateRequest {
  subject: string
  issuer: string
  subjectKey: Buffer
  extensions: Buffer[]
  signer: string
}

/** X.509 version 3 certificate in PEM. */
function issueCertificate({ subject, issuer, subjectKey, extensions, signer }: CertificateRequest): string {
  const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256))
  const year = new Date().getUTCFullYear()
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name(issuer),
    sequence(generalizedTime(year - 1), generalizedTime(year + 10)),
    name(subject),
    subjectKey,
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, createPrivateKey(signer))
  const der = sequence(body, algorithm, bitString(signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const name = (text: string) =>
  sequence(tagged(0x31, sequence(objectIdentifier(oid.commonName), tagged(0x0c, Buffer.from(text)))))

function extension(id: string, value: Buffer, critical = false) {
  return sequence(objectIdentifier(id), ...(critical ? [boolean(true)] : []), octetString(value))
}
