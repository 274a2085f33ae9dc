import type { Connection } from './connection'
import type { CustomerPhone } from './customer-phone'
import { parseJid } from './jid'
import { verify, withTypeByte } from './keys'
import type { OwnerPhone } from './owner-phone'
import { preKeyNode } from './phone'
import type { Answer } from './queries'
import type { Bundle } from './signal-phone'
import { bigEndian, bytesOf, child, children, numberOf, type Stanza, stanza } from './stanza'

/** Answers prekey queries: count, digest, upload, rotation, and bundles of other devices. */
export function answerEncrypt(connection: Connection, query: Stanza): Answer {
  const { companion } = connection
  if (!companion) return undefined
  if (query.attrs.type === 'set') return storePreKeys(connection, query)
  if (child(query, 'count')) return [stanza('count', { value: String(companion.keys.preKeys.length) })]
  if (child(query, 'digest')) return [digestNode(companion.keys)]
  const jids = children(child(query, 'key')).map(({ attrs }) => attrs.jid ?? '')
  return [
    stanza(
      'list',
      {},
      jids.map((jid) => bundleNode(connection, jid)),
    ),
  ]
}

function storePreKeys({ companion }: Connection, query: Stanza): Answer {
  if (!companion) return undefined
  const signed = child(child(query, 'rotate') ?? query, 'skey')
  if (signed) {
    const key = readKey(signed)
    const signature = bytesOf(signed, 'signature') ?? Buffer.alloc(0)
    if (!verify(companion.keys.identity, withTypeByte(key.public), signature))
      return { error: 406, text: 'bad signature' }
    companion.keys.signedPreKey = { ...key, signature }
  }
  const fresh = children(child(query, 'list')).map(readKey)
  if (fresh.length > 0) companion.addPreKeys(fresh)
  return undefined
}

function readKey(node: Stanza) {
  return { id: numberOf(bytesOf(node, 'id')), public: bytesOf(node, 'value') ?? Buffer.alloc(0) }
}

/** Digest with the content of WhatsApp's answer; Baileys only checks that the node is present. */
function digestNode({ registrationId, identity, signedPreKey, preKeys }: Bundle & { preKeys: { id: number }[] }) {
  const ids = preKeys.slice(0, 5).map(({ id }) => stanza('id', {}, bigEndian(id, 3)))
  return stanza('digest', {}, [
    stanza('registration', {}, bigEndian(registrationId, 4)),
    stanza('type', {}, Buffer.from([5])),
    stanza('identity', {}, identity),
    preKeyNode('skey', signedPreKey),
    stanza('list', {}, ids),
  ])
}

function bundleNode({ network }: Connection, jid: string): Stanza {
  const { device } = parseJid(jid)
  const phone = network.findPhone(jid)
  const bundle = phone && takeBundle(phone, device)
  if (!bundle) return stanza('user', { jid }, [stanza('error', { code: '404', text: 'item-not-found' })])
  const content = [
    stanza('registration', {}, bigEndian(bundle.registrationId, 4)),
    stanza('type', {}, Buffer.from([5])),
    stanza('identity', {}, bundle.identity),
    preKeyNode('skey', bundle.signedPreKey),
  ]
  if (bundle.preKey) content.push(preKeyNode('key', bundle.preKey))
  return stanza('user', { jid }, content)
}

function takeBundle(phone: OwnerPhone | CustomerPhone, device: number): Bundle | undefined {
  if (device === 0) return phone.signal.createBundle()
  return 'companions' in phone
    ? phone.companions.get(device)?.takeBundle()
    : phone.devices.get(device)?.signal.createBundle()
}

/** Key bundle of a retry receipt; undefined when it contains none. */
export function bundleOf(receipt: Stanza): Bundle | undefined {
  const keys = child(receipt, 'keys')
  const identity = bytesOf(keys, 'identity')
  const signed = child(keys, 'skey')
  if (!keys || !identity || !signed) return undefined
  const preKey = child(keys, 'key')
  return {
    registrationId: numberOf(bytesOf(receipt, 'registration')),
    identity,
    signedPreKey: { ...readKey(signed), signature: bytesOf(signed, 'signature') ?? Buffer.alloc(0) },
    preKey: preKey && readKey(preKey),
  }
}
