import { describe, expect, test } from 'bun:test'
import { proto, type WAMessage, type WAMessageKey } from '@whiskeysockets/baileys'
import { encryptWithSecret } from '../../emulator/secret-content'
import { loadBaileys } from '../../src/whatsapp/baileys'
import { addressesOfSecret } from '../../src/whatsapp/encrypted'
import { toInbound } from '../../src/whatsapp/inbound'
import type { InboundEncrypted } from '../../src/whatsapp/received'

const { proto: wire } = await loadBaileys()
const me = { pn: '5511900000000', lid: '900' }
const [pn, lid] = ['5511987654321@s.whatsapp.net', '7@lid']
const messageSecret = Buffer.alloc(32, 9)
const original: proto.IMessage = { conversation: 'Quero 2 bolos', messageContextInfo: { messageSecret } }
const stored = (message: proto.IMessage) =>
  proto.WebMessageInfo.encode({ key: { id: 'T', remoteJid: pn }, message } as proto.IWebMessageInfo).finish()
const encode = (message: WAMessage) => proto.WebMessageInfo.encode(message).finish()
/** Pairs of numbers and LIDs that the product has learned. */
const pairs: Record<string, string> = { '5511987654321': '7', '7_reverse': '5511987654321' }

/** Receives content as the product does, and opens it with the stored form of its target. */
async function receive(message: proto.IMessage, key: Partial<WAMessageKey> = {}, target = original) {
  const received = {
    key: { id: 'E', remoteJid: pn, fromMe: false, ...key },
    messageTimestamp: Date.now() / 1000,
    message: wire.Message.decode(wire.Message.encode(message).finish()),
  }
  const addresses = await addressesOfSecret(received, me, async (id) => pairs[id])
  const context = { me, type: 'notify', now: Date.now(), encode, decoders: wire, addresses } as const
  const inbound = toInbound(received, context)
  return { inbound, opened: inbound?.type === 'encrypted' ? inbound.open(stored(target)) : null }
}

interface Sealing {
  use?: string
  author?: string
  sender?: string
  bound?: boolean
}
/** Payload of content, sealed with the secret of `T`. */
function seal(plain: Uint8Array, { use = 'Message Edit', author = pn, sender = author, bound = false }: Sealing = {}) {
  const target = { id: 'T', author, message: original }
  return encryptWithSecret(target, sender, use, plain, bound ? `T\0${sender}` : '')
}
const targetKey = { id: 'T', fromMe: true, remoteJid: '5511900000000@s.whatsapp.net' }
const secret = (secretEncType: number, sealed: object): proto.IMessage => ({
  secretEncryptedMessage: { targetMessageKey: targetKey, secretEncType, ...sealed },
})
const edited = (editedMessage: proto.IMessage) =>
  wire.Message.encode({ protocolMessage: { key: { id: 'T' }, type: 14, editedMessage } }).finish()
const newText = edited({ conversation: 'Quero 20 bolos' })

describe('an encrypted edit', () => {
  test.each([
    ['number in both', { author: pn }, { remoteJid: pn }],
    ['LID in a chat by LID', { author: lid }, { remoteJid: lid }],
    ['number in a chat by LID that names it', { author: pn }, { remoteJid: lid, remoteJidAlt: pn }],
    ['number in a chat by LID whose pair is known', { author: pn }, { remoteJid: lid }],
    ['LID in a chat by number whose pair is known', { author: lid }, { remoteJid: pn }],
    ['number as author and LID as sender', { author: pn, sender: lid }, { remoteJid: lid }],
  ])('sealed with the address: %s: is opened', async (_, sealing, key) => {
    const { opened } = await receive(secret(2, seal(newText, sealing)), key)
    expect(opened).toMatchObject({ type: 'edit', targetWaId: 'T', body: 'Quero 20 bolos' })
  })

  test.each([
    ['an unknown type', 9, newText],
    ['the content alone in place of an edit', 2, wire.Message.encode({ conversation: 'Quero 20 bolos' }).finish()],
  ])('with %s is opened', async (_, type, plain) =>
    expect((await receive(secret(type, seal(plain)))).opened).toMatchObject({ body: 'Quero 20 bolos' }),
  )

  test.each<[string, proto.IMessage]>([
    [
      'of another message inside',
      secret(
        2,
        seal(
          wire.Message.encode({
            protocolMessage: { key: { id: 'X' }, type: 14, editedMessage: { conversation: 'x' } },
          }).finish(),
        ),
      ),
    ],
    [
      'with a deletion inside',
      secret(2, seal(wire.Message.encode({ protocolMessage: { key: { id: 'T' }, type: 0 } }).finish())),
    ],
    ['of a stranger', secret(2, seal(newText, { author: '5511911111111@s.whatsapp.net' }))],
    ['with bytes that are no message', secret(2, seal(new Uint8Array([255, 255, 255])))],
    ['without a payload', secret(2, {})],
    ['with a payload beyond the limit', secret(2, seal(new Uint8Array(200_000)))],
  ])('%s stays closed', async (_, message) => {
    const { inbound, opened } = await receive(message)
    expect(inbound?.type).toBe('encrypted')
    expect(opened).toBeNull()
  })

  test('of a message without a secret stays closed', async () =>
    expect((await receive(secret(2, seal(newText)), {}, { conversation: 'oi' })).opened).toBeNull())

  test('without a target is a placeholder', async () =>
    expect((await receive({ secretEncryptedMessage: {} })).inbound).toMatchObject({
      type: 'message',
      mediaType: 'unsupported',
      detail: { kind: 'secretEncryptedMessage' },
    }))

  test('of an event replaces its times', async () => {
    const eventMessage = { name: 'Festa', startTime: 1_796_083_200, isCanceled: true }
    const { opened } = await receive(secret(1, seal(edited({ eventMessage }), { use: 'Event Edit' })))
    const event = { startsAt: '2026-12-01T00:00:00.000Z', canceled: true }
    expect(opened).toMatchObject({ type: 'edit', body: 'Festa', detail: { event } })
  })

  test('of a poll replaces its options', async () => {
    const pollCreationMessageV3 = { name: 'Sabor?', options: [{ optionName: 'Limão' }] }
    const { opened } = await receive(secret(4, seal(edited({ pollCreationMessageV3 }), { use: 'Poll Edit' })))
    expect(opened).toMatchObject({ body: 'Sabor?\n○ Limão', detail: { poll: { options: [{ name: 'Limão' }] } } })
  })
})

describe('answers', () => {
  const mine = { id: 'T', fromMe: false, remoteJid: '5511900000000@s.whatsapp.net' }
  const owner = '5511900000000@s.whatsapp.net'
  test.each([
    [1, ['going']],
    [2, ['notGoing']],
    [3, ['maybe']],
    [7, []],
  ])('an answer %p to an event is opened', async (response, choices) => {
    const plain = wire.Message.EventResponseMessage.encode({ response } as never).finish()
    const sealed = seal(plain, { use: 'Event Response', author: owner, sender: pn, bound: true })
    const { opened } = await receive({ encEventResponseMessage: { eventCreationMessageKey: mine, ...sealed } })
    expect(opened).toMatchObject({ type: 'vote', targetWaId: 'T', choices, sender: { number: '5511987654321' } })
  })

  test('a reaction and a comment are opened', async () => {
    const reaction = wire.Message.ReactionMessage.encode({ text: '👍' }).finish()
    const sealed = seal(reaction, { use: 'Enc Reaction', author: owner, sender: pn })
    expect((await receive({ encReactionMessage: { targetMessageKey: mine, ...sealed } })).opened).toMatchObject({
      type: 'reaction',
      targetWaId: 'T',
      emoji: '👍',
    })
    const comment = seal(wire.Message.encode({ conversation: 'concordo' }).finish(), {
      ...{ use: 'Enc Comment', author: owner, sender: pn },
    })
    const { inbound, opened } = await receive({ encCommentMessage: { targetMessageKey: mine, ...comment } })
    expect(opened).toMatchObject({ type: 'message', waId: 'E', body: 'concordo' })
    expect((inbound as InboundEncrypted).placeholder).toMatchObject({ detail: { kind: 'encCommentMessage' } })
  })
})
