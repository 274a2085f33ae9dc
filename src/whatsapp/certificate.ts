import type { proto } from '@whiskeysockets/baileys'
import type { Baileys } from './baileys'
import { toNumber } from './field-values'

type Details = proto.CertChain.NoiseCertificate.IDetails

export interface CertificateChain {
  intermediate: Details
  leaf: Details
}

/**
 * Makes every handshake fail unless the server has the private key of the chain's leaf. Baileys 7.0.0-rc14 checks both
 * signatures and then drops the leaf, so that any server may show a recorded chain (docs/whatsapp.md, "The key of the
 * server"). `processHandshake` runs without an await and calls, in this order: `Curve.sharedKey` with the server's
 * static key, `Curve.verify` with the leaf, `Curve.verify` with the intermediate and the root key. An error thrown here
 * ends the socket before it answers the server.
 */
export function bindCertificateToKey({ Curve, WA_CERT_DETAILS, proto }: Baileys) {
  const { sharedKey, verify } = Curve
  const { Details } = proto.CertChain.NoiseCertificate
  let agreedWith: Uint8Array = new Uint8Array()
  let previous: Uint8Array = new Uint8Array()
  Curve.sharedKey = (privateKey, publicKey) => {
    agreedWith = publicKey
    return sharedKey(privateKey, publicKey)
  }
  Curve.verify = (key, message, signature) => {
    if (key === WA_CERT_DETAILS.PUBLIC_KEY)
      assertServerKey({ intermediate: Details.decode(message), leaf: Details.decode(previous) }, agreedWith, Date.now())
    previous = message
    return verify(key, message, signature)
  }
}

/**
 * The checks that follow the signatures, as whatsmeow's `verifyServerCert` makes them.
 * @param now ms since 1970
 * @throws Error whose message contains "certificate", which `judge` reads as an untrusted server
 */
export function assertServerKey({ intermediate, leaf }: CertificateChain, serverKey: Uint8Array, now: number) {
  if (leaf.issuerSerial !== intermediate.serial) throw new Error('noise leaf certificate has another issuer')
  if (!leaf.key || Buffer.compare(leaf.key, serverKey) !== 0)
    throw new Error("noise leaf certificate is not of the server's key")
  assertValidAt('intermediate', intermediate, now)
  assertValidAt('leaf', leaf, now)
}

function assertValidAt(which: string, { notBefore, notAfter }: Details, now: number) {
  const from = toNumber(notBefore) * 1000
  const until = toNumber(notAfter) * 1000
  if (now < from || now > until) throw new Error(`noise ${which} certificate is not valid at this time`)
}
