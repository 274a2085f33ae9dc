import { expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { calculateSignature, generateKeyPair, verifySignature } from 'libsignal/src/curve.js'
import { deriveSharedSecret, keyPair, sign, verify, withTypeByte } from '../../emulator/keys'
import { GroupSender, ReceivedSenderKeys } from '../../emulator/sender-key'
import { createAuthority, issueServer } from '../../emulator/x509'

const message = Buffer.from('bom dia')

test('libsignal accepts signatures of sign(), verify() accepts those of libsignal, both refuse wrong ones', () => {
  for (let round = 0; round < 8; round++) {
    const pair = keyPair()
    const signature = sign(pair, message)
    expect(verifySignature(withTypeByte(pair.public), message, signature)).toBe(true)
    expect(verifySignature(withTypeByte(pair.public), Buffer.from('boa noite'), signature)).toBe(false)
    const { pubKey, privKey } = generateKeyPair()
    const theirs = calculateSignature(privKey, message)
    const bare = Buffer.from(pubKey).subarray(1)
    expect(verify(bare, message, theirs)).toBe(true)
    expect(verify(keyPair().public, message, theirs)).toBe(false)
    expect(verify(bare, Buffer.from('boa noite'), theirs)).toBe(false)
  }
})

test('a seed restores the same key pair, and two pairs derive the same shared secret', () => {
  const pair = keyPair()
  expect(keyPair(pair.seed).public).toEqual(pair.public)
  const other = keyPair()
  expect(deriveSharedSecret(pair.private, other.public)).toEqual(deriveSharedSecret(other.private, pair.public))
})

test('sender keys decrypt skipped messages once, and refuse repeated ones and those before the distribution', () => {
  const sender = new GroupSender()
  const reader = new ReceivedSenderKeys()
  reader.storeDistribution('group', 'ana', sender.distribution())
  const [one, two, three] = ['um', 'dois', 'três'].map((text) => sender.encrypt(Buffer.from(text)))
  expect(reader.decrypt('group', 'ana', three!).toString()).toBe('três')
  expect(reader.decrypt('group', 'ana', one!).toString()).toBe('um')
  expect(reader.decrypt('group', 'ana', two!).toString()).toBe('dois')
  expect(() => reader.decrypt('group', 'ana', two!)).toThrow('used already')
  expect(() => reader.decrypt('group', 'bia', one!)).toThrow('no sender key')
  const late = new ReceivedSenderKeys()
  late.storeDistribution('group', 'ana', sender.distribution())
  expect(() => late.decrypt('group', 'ana', one!)).toThrow('used already')
})

test('the server certificate is valid for localhost and 127.0.0.1 and signed by the authority', () => {
  const authority = createAuthority()
  const root = new X509Certificate(authority.certificate)
  const server = new X509Certificate(issueServer(authority).certificate)
  expect(root.ca).toBe(true)
  expect(server.verify(root.publicKey)).toBe(true)
  expect(server.checkHost('localhost')).toBe('localhost')
  expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(new Date(server.validTo).getTime()).toBeGreaterThan(Date.now())
  expect(server.verify(new X509Certificate(createAuthority().certificate).publicKey)).toBe(false)
})
