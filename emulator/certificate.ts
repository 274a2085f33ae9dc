import { proto } from '@whiskeysockets/baileys'
import { type KeyPair, keyPair, sign } from './keys'

const { NoiseCertificate } = proto.CertChain
const issuerSerial = 0 // Baileys expects WA_CERT_DETAILS.SERIAL here

/**
 * Encoded certificate chain for ServerHello. The root signs the intermediate certificate, which signs the
 * leaf; the leaf contains the server's static Noise key.
 */
export function certificateChain(root: KeyPair, serverStatic: Uint8Array): Uint8Array {
  const middle = keyPair()
  return proto.CertChain.encode({
    intermediate: certificate(root, { serial: 1, issuerSerial, key: middle.public }),
    leaf: certificate(middle, { serial: 2, issuerSerial: 1, key: serverStatic }),
  }).finish()
}

function certificate(issuer: KeyPair, subject: proto.CertChain.NoiseCertificate.IDetails) {
  const now = Math.floor(Date.now() / 1000)
  const validity = { notBefore: now - 86_400, notAfter: now + 10 * 365 * 86_400 }
  const details = NoiseCertificate.Details.encode({ ...subject, ...validity }).finish()
  return { details, signature: sign(issuer, details) }
}
