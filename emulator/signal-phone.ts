import { randomInt } from 'node:crypto'
import { ProtocolAddress, SessionBuilder, type SessionRecord, type SignalStorage } from 'libsignal'
import { type KeyPair, keyPair, sign, withTypeByte } from './keys'
import { GroupSender, ReceivedSenderKeys } from './sender-key'
import { RestoringSessionCipher } from './session-cipher'

/** Public keys with which a sender starts a session with a device, 32 bytes each. */
export interface Bundle {
  registrationId: number
  identity: Buffer
  signedPreKey: { id: number; public: Buffer; signature: Buffer }
  /** One-time prekey; undefined when the device has none left. */
  preKey?: { id: number; public: Buffer }
}

export interface Ciphertext {
  type: 'pkmsg' | 'msg'
  body: Buffer
}

/** Signal state of one simulated phone: identity, prekeys, sessions by peer device, sender keys. */
export class SignalPhone {
  readonly registrationId = randomInt(1, 16_380)
  readonly groupSenders = new Map<string, GroupSender>()
  readonly receivedSenderKeys = new ReceivedSenderKeys()
  private readonly signedPreKey = keyPair()
  private readonly signature: Buffer
  private readonly preKeys = new Map<number, KeyPair>()
  private readonly sessions = new Map<string, SessionRecord>()
  private readonly storage: SignalStorage
  private nextPreKey = 1

  /** @param owner name of this phone, part of every address: libsignal queues work by address for the whole process */
  constructor(
    private readonly owner: string,
    readonly identity: KeyPair,
  ) {
    this.signature = sign(identity, withTypeByte(this.signedPreKey.public))
    this.storage = this.makeStorage()
  }

  /** New key bundle for a sender that starts a session, with a newly created prekey. */
  createBundle(): Bundle {
    const id = this.nextPreKey++
    const preKey = keyPair()
    this.preKeys.set(id, preKey)
    const signedPreKey = { id: 1, public: this.signedPreKey.public, signature: this.signature }
    const { registrationId, identity } = this
    return { registrationId, identity: identity.public, signedPreKey, preKey: { id, public: preKey.public } }
  }

  /** Encrypts padded bytes for a peer device; starts a session with `bundle()` when none is open. */
  async encrypt(peer: string, body: Buffer, bundle: () => Bundle): Promise<Ciphertext> {
    if (!this.sessions.get(this.address(peer).toString())?.haveOpenSession()) await this.startSession(peer, bundle())
    const { type, body: bytes } = await new RestoringSessionCipher(this.storage, this.address(peer)).encrypt(body)
    return { type: type === 3 ? 'pkmsg' : 'msg', body: bytes as unknown as Buffer }
  }

  async decrypt(peer: string, { type, body }: Ciphertext): Promise<Buffer> {
    const cipher = new RestoringSessionCipher(this.storage, this.address(peer))
    return type === 'pkmsg' ? cipher.decryptPreKeyWhisperMessage(body) : cipher.decryptWhisperMessage(body)
  }

  /** Starts a new session; the next message is a pkmsg. */
  async startSession(peer: string, { registrationId, identity, signedPreKey, preKey }: Bundle) {
    this.deleteSession(peer)
    await new SessionBuilder(this.storage, this.address(peer)).initOutgoing({
      registrationId,
      identityKey: withTypeByte(identity),
      signedPreKey: {
        keyId: signedPreKey.id,
        publicKey: withTypeByte(signedPreKey.public),
        signature: signedPreKey.signature,
      },
      preKey: (preKey && { keyId: preKey.id, publicKey: withTypeByte(preKey.public) }) as {
        keyId: number
        publicKey: Uint8Array
      },
    })
  }

  deleteSession(peer: string) {
    this.sessions.delete(this.address(peer).toString())
  }

  /** Sender key of this phone in a group, created on first use. */
  groupSender(group: string): GroupSender {
    const groupSender = this.groupSenders.get(group) ?? new GroupSender()
    this.groupSenders.set(group, groupSender)
    return groupSender
  }

  private address(peer: string) {
    return new ProtocolAddress(`${this.owner}>${peer}`, 0)
  }

  private makeStorage(): SignalStorage {
    const identity = { privKey: this.identity.private, pubKey: withTypeByte(this.identity.public) }
    const signed = { privKey: this.signedPreKey.private, pubKey: withTypeByte(this.signedPreKey.public) }
    return {
      loadSession: async (id) => this.sessions.get(id),
      storeSession: async (id, record) => void this.sessions.set(id, record),
      isTrustedIdentity: () => true,
      loadPreKey: async (id) => {
        const pair = this.preKeys.get(Number(id))
        return pair && { privKey: pair.private, pubKey: withTypeByte(pair.public) }
      },
      removePreKey: (id) => void this.preKeys.delete(id),
      loadSignedPreKey: () => signed,
      getOurRegistrationId: () => this.registrationId,
      getOurIdentity: () => identity,
    }
  }
}
