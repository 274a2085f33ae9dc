import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2 as pbkdf2Callback, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Connection } from './connection'
import { parseJid, serverJid } from './jid'
import { deriveSharedSecret, type KeyPair, keyPair } from './keys'
import type { Network } from './network'
import type { OwnerPhone } from './owner-phone'
import { bytesOf, type Stanza, stanza, unixSeconds } from './stanza'

const pbkdf2 = promisify(pbkdf2Callback)
const pbkdf2Iterations = 131_072
const emptyBuffer = Buffer.alloc(0)

interface Attempt {
  connection: Connection
  ref: Buffer
  wrappedCompanion: Buffer
  ephemeral: KeyPair
  companionEphemeral?: Buffer
  owner?: OwnerPhone
  onDone?: (error?: Error) => void
}

/** Linking a device by an eight-character code typed on the phone (docs/whatsapp.md, "Linking a number"). */
export class LinkCodes {
  /** Attempts by the number of the account to link to. */
  private readonly attempts = new Map<string, Attempt>()

  constructor(private readonly network: Network) {}

  /** Handles the two queries of a device: hello with its wrapped key, and finish with its key bundle. */
  handle(connection: Connection, registration: Stanza): Stanza | undefined {
    const number = parseJid(registration.attrs.jid ?? '').user
    if (registration.attrs.stage === 'companion_hello') return this.handleHello(connection, number, registration)
    const attempt = this.attempts.get(number)
    if (attempt) this.handleFinish(attempt, registration).catch((error) => attempt.onDone?.(error))
    return undefined
  }

  /** Enters the code on the phone; resolves when the device is linked. */
  async enterCode(owner: OwnerPhone, code: string): Promise<void> {
    const attempt = await this.waitForAttempt(owner.number)
    const { wrappedCompanion } = attempt
    const key = await codeKey(code, wrappedCompanion.subarray(0, 32))
    const decipher = createDecipheriv('aes-256-ctr', key, wrappedCompanion.subarray(32, 48))
    attempt.companionEphemeral = decipher.update(wrappedCompanion.subarray(48))
    attempt.owner = owner
    const salt = randomBytes(32)
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-256-ctr', await codeKey(code, salt), iv)
    const wrapped = Buffer.concat([salt, iv, cipher.update(attempt.ephemeral.public)])
    const finished = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the device did not finish linking')), 20_000)
      attempt.onDone = (error) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve()
      }
    })
    attempt.connection.send(this.primaryHello(attempt, owner, wrapped))
    await finished
  }

  /** Waits up to 2 s for the device's request: the device shows its code before the server has received it. */
  private async waitForAttempt(number: string): Promise<Attempt> {
    for (let tries = 0; tries < 100; tries++) {
      const attempt = this.attempts.get(number)
      if (attempt) return attempt
      await Bun.sleep(20)
    }
    throw new Error('no device asked to be linked to this number')
  }

  private handleHello(connection: Connection, number: string, registration: Stanza): Stanza {
    const wrappedCompanion = bytesOf(registration, 'link_code_pairing_wrapped_companion_ephemeral_pub')!
    const ref = randomBytes(16)
    this.attempts.set(number, { connection, ref, wrappedCompanion, ephemeral: keyPair() })
    return stanza('link_code_companion_reg', { stage: 'companion_hello' }, [stanza('link_code_pairing_ref', {}, ref)])
  }

  private primaryHello({ ref }: Attempt, owner: OwnerPhone, wrapped: Buffer): Stanza {
    const attributes = { from: serverJid, type: 'link_code_companion_reg', id: randomBytes(6).toString('hex') }
    const content = stanza('link_code_companion_reg', { stage: 'primary_hello' }, [
      stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped),
      stanza('primary_identity_pub', {}, owner.signal.identity.public),
      stanza('link_code_pairing_ref', {}, ref),
    ])
    return stanza('notification', { ...attributes, t: unixSeconds() }, [content])
  }

  /** Decrypts the key bundle and links the device. Decryption fails after a wrong code, because the keys differ. */
  private async handleFinish(attempt: Attempt, registration: Stanza) {
    const { owner, companionEphemeral, ephemeral, connection } = attempt
    const bundle = bytesOf(registration, 'link_code_pairing_wrapped_key_bundle')
    if (!owner || !companionEphemeral || !bundle) throw new Error('the device finished too early')
    const shared = deriveSharedSecret(ephemeral.private, companionEphemeral)
    const info = 'link_code_pairing_key_bundle_encryption_key'
    const key = Buffer.from(hkdfSync('sha256', shared, bundle.subarray(0, 32), info, 32))
    const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44))
    decipher.setAuthTag(bundle.subarray(-16))
    const opened = Buffer.concat([decipher.update(bundle.subarray(44, -16)), decipher.final()])
    const identity = opened.subarray(0, 32)
    const secrets = Buffer.concat([
      shared,
      deriveSharedSecret(owner.signal.identity.private, identity),
      opened.subarray(64, 96),
    ])
    const advSecret = Buffer.from(hkdfSync('sha256', secrets, emptyBuffer, 'adv_secret', 32))
    this.attempts.delete(owner.number)
    await this.network.pairing.link(owner, connection, advSecret)
    attempt.onDone?.()
  }
}

const codeKey = (code: string, salt: Buffer) =>
  pbkdf2(code.replaceAll('-', '').toUpperCase(), salt, pbkdf2Iterations, 32, 'sha256')
