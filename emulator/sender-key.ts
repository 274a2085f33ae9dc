import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { type KeyPair, keyPair, sign, verify, withTypeByte } from './keys'

const version = 0x33
const maxSkippedMessages = 2000

interface Chain {
  iteration: number
  key: Buffer
}

/** Sender key of a phone in one group. Baileys' implementation is not used: its signature costs 4 ms a message. */
export class GroupSender {
  /** Addresses of devices that have received the key. */
  readonly devicesWithKey = new Set<string>()
  private readonly id = randomInt(2 ** 31 - 1)
  private readonly signing: KeyPair = keyPair()
  private chain: Chain = { iteration: 0, key: randomBytes(32) }

  /** SenderKeyDistributionMessage, with which a device can read all later messages. */
  distribution(): Buffer {
    const { iteration, key: chainKey } = this.chain
    const body = proto.SenderKeyDistributionMessage.encode({
      id: this.id,
      iteration,
      chainKey,
      signingKey: withTypeByte(this.signing.public),
    }).finish()
    return Buffer.concat([Buffer.from([version]), body])
  }

  encrypt(plaintext: Uint8Array): Buffer {
    const { iteration } = this.chain
    const { iv, key } = messageKey(this.chain)
    this.chain = nextChain(this.chain)
    const cipher = createCipheriv('aes-256-cbc', key, iv)
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
    const body = proto.SenderKeyMessage.encode({ id: this.id, iteration, ciphertext }).finish()
    const signed = Buffer.concat([Buffer.from([version]), body])
    return Buffer.concat([signed, sign(this.signing, signed)])
  }
}

interface ReceivedKey {
  signingKey: Buffer
  chain: Chain
  skipped: Map<number, Chain>
}

/** Received sender keys by group, sender device and key id. */
export class ReceivedSenderKeys {
  private readonly keys = new Map<string, ReceivedKey>()

  storeDistribution(group: string, sender: string, distribution: Uint8Array) {
    const { id, iteration, chainKey, signingKey } = proto.SenderKeyDistributionMessage.decode(distribution.subarray(1))
    const name = `${group}|${sender}|${id}`
    const storedKey = this.keys.get(name)
    if (storedKey && storedKey.chain.iteration >= (iteration ?? 0)) return
    const chain = { iteration: iteration ?? 0, key: Buffer.from(chainKey!) }
    this.keys.set(name, { signingKey: Buffer.from(signingKey!).subarray(-32), chain, skipped: new Map() })
  }

  decrypt(group: string, sender: string, message: Buffer): Buffer {
    const signed = message.subarray(0, -64)
    const { id, iteration, ciphertext } = proto.SenderKeyMessage.decode(signed.subarray(1))
    const storedKey = this.keys.get(`${group}|${sender}|${id}`)
    if (!storedKey) throw new Error('no sender key')
    if (!verify(storedKey.signingKey, signed, message.subarray(-64))) throw new Error('invalid sender signature')
    const { iv, key } = messageKey(chainAt(storedKey, iteration ?? 0))
    const decipher = createDecipheriv('aes-256-cbc', key, iv)
    return Buffer.concat([decipher.update(ciphertext!), decipher.final()])
  }
}

function chainAt(senderKey: ReceivedKey, iteration: number): Chain {
  const { skipped } = senderKey
  const early = skipped.get(iteration)
  if (early) {
    skipped.delete(iteration)
    return early
  }
  if (iteration < senderKey.chain.iteration) throw new Error('sender key used already')
  if (iteration - senderKey.chain.iteration > maxSkippedMessages) throw new Error('too far into the future')
  for (; senderKey.chain.iteration < iteration; senderKey.chain = nextChain(senderKey.chain)) {
    skipped.set(senderKey.chain.iteration, senderKey.chain)
  }
  const found = senderKey.chain
  senderKey.chain = nextChain(found)
  return found
}

const hmac = (key: Buffer, byte: number) =>
  createHmac('sha256', key)
    .update(Buffer.from([byte]))
    .digest()

const nextChain = ({ iteration, key }: Chain): Chain => ({ iteration: iteration + 1, key: hmac(key, 2) })

function messageKey({ key }: Chain) {
  const okm = Buffer.from(hkdfSync('sha256', hmac(key, 1), Buffer.alloc(32), 'WhisperGroup', 48))
  return { iv: okm.subarray(0, 16), key: okm.subarray(16, 48) }
}
