import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { CompanionKeys } from './companion'
import type { Connection } from './connection'
import { serverJid } from './jid'
import { sign, verify } from './keys'
import type { OwnerPhone } from './owner-phone'
import { bytesOf, child, numberOf, type Stanza, stanza } from './stanza'

type Registration = proto.ClientPayload.IDevicePairingRegistrationData

const accountPrefix = Buffer.from([6, 0])
const devicePrefix = Buffer.from([6, 1])
const answerTimeoutMs = 20_000

/** Linking a device by QR code (docs/whatsapp.md, "Linking a number"). */
export class Pairing {
  private readonly refs = new Map<string, Connection>()

  /** Sends an unlinked device six references, which it shows as QR codes one after the other. */
  sendRefs(connection: Connection, registration: Registration) {
    connection.registration = registration
    connection.recordState('pairing')
    const refs = Array.from({ length: 6 }, () => `2@${randomBytes(24).toString('base64')}`)
    for (const ref of refs) this.refs.set(ref, connection)
    const content = refs.map((ref) => stanza('ref', {}, Buffer.from(ref)))
    const id = randomBytes(6).toString('hex')
    const attributes = { from: serverJid, type: 'set', xmlns: 'md', id }
    connection.send(stanza('iq', attributes, [stanza('pair-device', {}, content)]))
  }

  removeRefs(connection: Connection) {
    if (!connection.registration) return
    for (const [ref, waiting] of this.refs) if (waiting === connection) this.refs.delete(ref)
  }

  /**
   * Links the device whose code the phone has read: `https://wa.me/…#ref,noise,identity,advSecret,client`, with or
   * without the address before `#`.
   */
  async scan(owner: OwnerPhone, qrText: string) {
    const [ref = '', , identity = '', advSecret = ''] = qrText.slice(qrText.indexOf('#') + 1).split(',')
    const connection = this.refs.get(ref)
    if (!connection) throw new Error('this code is unknown or has expired')
    const shown = Buffer.from(identity, 'base64')
    if (!shown.equals(Buffer.from(connection.registration?.eIdent ?? [])))
      throw new Error('the code is not of this device')
    await this.link(owner, connection, Buffer.from(advSecret, 'base64'))
  }

  /** Signs and sends the device's identity, checks its signature, and closes with 515; the device then logs in. */
  async link(owner: OwnerPhone, connection: Connection, advSecret: Buffer) {
    const keys = companionKeys(connection)
    const companion = owner.link(keys)
    this.removeRefs(connection)
    const details = proto.ADVDeviceIdentity.encode({
      rawId: randomInt(2 ** 31),
      timestamp: Math.floor(Date.now() / 1000),
      keyIndex: companion.device,
      accountType: proto.ADVEncryptionType.E2EE,
      deviceType: proto.ADVEncryptionType.E2EE,
    }).finish()
    try {
      const answer = await queryDevice(
        connection,
        pairSuccess(owner, companion.jid, companion.lid, details, keys, advSecret),
      )
      checkSignature(answer, details, keys.identity, owner)
    } catch (error) {
      owner.remove(companion)
      connection.cut()
      throw error
    }
    connection.end(stanza('stream:error', { code: '515' }))
  }
}

function pairSuccess(
  owner: OwnerPhone,
  jid: string,
  lid: string,
  details: Uint8Array,
  { identity }: CompanionKeys,
  advSecret: Buffer,
): Stanza {
  const account = owner.signal.identity
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.public,
    accountSignature: sign(account, Buffer.concat([accountPrefix, details, identity])),
  }).finish()
  const hmac = createHmac('sha256', advSecret).update(signed).digest()
  const wrapped = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish()
  return stanza('pair-success', {}, [
    stanza('device-identity', {}, wrapped),
    stanza('biz', { name: owner.name }),
    stanza('platform', { name: 'android' }),
    stanza('device', { jid, lid }),
  ])
}

/** Result of a query to the device. @throws Error when it does not answer within 20 s */
function queryDevice(connection: Connection, content: Stanza): Promise<Stanza> {
  const id = randomBytes(6).toString('hex')
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the device did not answer')), answerTimeoutMs)
    connection.pendingQueries.set(id, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    connection.send(stanza('iq', { from: serverJid, type: 'set', xmlns: 'md', id }, [content]))
  })
}

function checkSignature(answer: Stanza, details: Uint8Array, identity: Buffer, owner: OwnerPhone) {
  const encoded = bytesOf(child(answer, 'pair-device-sign'), 'device-identity')
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(encoded ?? Buffer.alloc(0))
  const signed = Buffer.concat([devicePrefix, details, identity, owner.signal.identity.public])
  if (deviceSignature && verify(identity, signed, deviceSignature)) return
  throw new Error('the device signed its identity wrongly')
}

function companionKeys({ registration, clientStatic }: Connection): CompanionKeys {
  if (!registration) throw new Error('not a device to be linked')
  const { eIdent, eRegid, eSkeyId, eSkeyVal, eSkeySig } = registration
  return {
    noise: clientStatic,
    identity: Buffer.from(eIdent!),
    registrationId: numberOf(eRegid ?? undefined),
    signedPreKey: {
      id: numberOf(eSkeyId ?? undefined),
      public: Buffer.from(eSkeyVal!),
      signature: Buffer.from(eSkeySig!),
    },
    preKeys: [],
  }
}
