import { describe, expect, test } from 'bun:test'
import { proto } from '@whiskeysockets/baileys'
import { assertServerKey, type CertificateChain } from '../../src/whatsapp/certificate'
import { judge } from '../../src/whatsapp/endings'
import { genuineChain } from './genuine-chain'

const { Details } = proto.CertChain.NoiseCertificate
const { leaf, intermediate } = proto.CertChain.decode(Buffer.from(genuineChain, 'base64'))
const chain: CertificateChain = {
  leaf: Details.decode(leaf?.details ?? new Uint8Array()),
  intermediate: Details.decode(intermediate?.details ?? new Uint8Array()),
}
const key = chain.leaf.key as Uint8Array
const inApril = Date.UTC(2026, 3, 1)

function refusalOf(...args: Parameters<typeof assertServerKey>): string {
  try {
    assertServerKey(...args)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('assertServerKey', () => {
  test("WhatsApp's recorded chain with its own key, within its validity, is accepted", () => {
    expect(() => assertServerKey(chain, key, inApril)).not.toThrow()
  })

  test.each([
    ['another key', chain, new Uint8Array(32), inApril, /key/],
    ['no key', { ...chain, leaf: { ...chain.leaf, key: null } }, key, inApril, /key/],
    ['a leaf of another issuer', { ...chain, leaf: { ...chain.leaf, issuerSerial: 9 } }, key, inApril, /issuer/],
    ['a leaf not valid yet', chain, key, Date.UTC(2026, 1, 1), /leaf certificate is not valid/],
    ['an expired leaf', chain, key, Date.UTC(2026, 8, 1), /leaf certificate is not valid/],
    ['an expired intermediate', chain, key, Date.UTC(2028, 0, 1), /intermediate certificate is not valid/],
    ['a leaf without dates', { ...chain, leaf: { ...chain.leaf, notAfter: null } }, key, inApril, /not valid/],
  ] as const)('%s is refused as an untrusted server', (_, given, serverKey, now, why) => {
    const message = refusalOf(given, serverKey, now)
    expect(message).toMatch(why)
    expect(judge({ code: 428, message }, 0, 0).reason).toBe('untrustedServer')
  })
})
