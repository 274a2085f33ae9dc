import { describe, expect, test } from 'bun:test'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import fc from 'fast-check'
import { type InboundContext, toInbound } from '../../src/whatsapp/inbound'
import type { InboundMessage } from '../../src/whatsapp/received'

const now = Date.UTC(2026, 0, 2)
const context: InboundContext = {
  me: { pn: '5511900000000', lid: '900' },
  type: 'notify',
  encode: (message) => proto.WebMessageInfo.encode(message).finish(),
  now,
}
const sentAt = now / 1000 - 60

const from = (message: proto.IMessage | null, rest: Partial<WAMessage> = {}): WAMessage => ({
  key: { id: 'A1', remoteJid: '5511987654321@s.whatsapp.net', remoteJidAlt: '7@lid', fromMe: false },
  messageTimestamp: sentAt,
  pushName: 'Ana',
  message: message && proto.Message.decode(proto.Message.encode(message).finish()),
  ...rest,
})
const readInbound = (message: proto.IMessage | null, rest?: Partial<WAMessage>) =>
  toInbound(from(message, rest), context)
const bytes = new Uint8Array([1, 2, 3])
const file = { mediaKey: bytes, directPath: '/v/1', fileLength: 1234, url: 'https://mmg.whatsapp.net/v/1' }
const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia Souza\nTEL;type=CELL;waid=5511912345678:+55 11 91234-5678\nEND:VCARD'
const maps = 'https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|-23.5, -46.6'

test('a text contains author, chat and time', () => {
  expect(readInbound({ conversation: 'Olá' })).toEqual({
    type: 'message',
    waId: 'A1',
    chat: { number: '5511987654321', lid: '7', jid: '5511987654321@s.whatsapp.net', isGroup: false },
    participant: null,
    fromMe: false,
    pushName: 'Ana',
    at: '2026-01-01T23:59:00.000Z',
    late: false,
    mediaType: 'chat',
    body: 'Olá',
    detail: null,
    media: null,
    quoted: null,
    timer: 0,
    stub: false,
    proto: expect.any(Uint8Array),
    ack: 0,
  })
})

test('a push name is cut to 100 characters', () => {
  expect(readInbound({ conversation: 'oi' }, { pushName: 'N'.repeat(500) })).toMatchObject({
    pushName: 'N'.repeat(100),
  })
})

test('150 shared contacts with very long names become 100 contacts with a bounded body and detail', () => {
  const contacts = Array(150).fill({ displayName: 'D'.repeat(65_000), vcard: `FN:${'N'.repeat(65_000)}\nTEL:1` })
  const { body, detail } = readInbound({ contactsArrayMessage: { contacts } }) as InboundMessage
  expect(body.length).toBeLessThan(33_000)
  expect(JSON.stringify(detail).length).toBeLessThan(50_000)
  expect(detail?.contacts).toHaveLength(100)
})

function nested(wrap: (inner: proto.IMessage) => proto.IMessage): proto.IMessage {
  let message: proto.IMessage = { highlyStructuredMessage: { params: ['oi'] } }
  for (let depth = 0; depth < 2_000; depth++) message = wrap(message)
  return message
}

test('a file name of 264 characters keeps its ending', () => {
  const named = (fileName: string) =>
    (readInbound({ documentMessage: { ...file, fileName } }) as InboundMessage).media?.fileName
  expect(named(`${'n'.repeat(260)}.pdf`)).toBe(`${'n'.repeat(196)}.pdf`)
  expect(named(`${'n'.repeat(260)}.um ponto sem fim de nome`)).toBe('n'.repeat(200))
  expect(named(`${'😀'.repeat(130)}.pdf`)?.isWellFormed()).toBe(true)
})

test.each<[string, proto.IMessage]>([
  [
    'a poll of 10,000 options',
    { pollCreationMessage: { name: 'P'.repeat(60_000), options: Array(10_000).fill({ optionName: 'o'.repeat(200) }) } },
  ],
  [
    'a list of 10,000 rows',
    {
      listMessage: {
        sections: Array(100).fill({
          title: 's',
          rows: Array(100).fill({ title: 't'.repeat(99), description: 'd'.repeat(99) }),
        }),
      },
    },
  ],
  [
    '10,000 buttons',
    {
      buttonsMessage: {
        contentText: 'x',
        buttons: Array(10_000).fill({ buttonText: { displayText: 'b'.repeat(99) } }),
      },
    },
  ],
  [
    'parameters of 60,000 values',
    {
      interactiveMessage: {
        nativeFlowMessage: { buttons: Array(50).fill({ buttonParamsJson: JSON.stringify(Array(12_000).fill('v')) }) },
      },
    },
  ],
  [
    'parameters of 60,000 levels',
    { interactiveMessage: { nativeFlowMessage: { buttons: [{ buttonParamsJson: '['.repeat(60_000) }] } } },
  ],
  [
    'a carousel of 1,000 cards',
    { interactiveMessage: { carouselMessage: { cards: Array(1_000).fill({ body: { text: 'c'.repeat(999) } }) } } },
  ],
  ['a payment within 2,000 others', nested((noteMessage) => ({ requestPaymentMessage: { noteMessage } }))],
  [
    'a template within 2,000 others',
    nested(({ highlyStructuredMessage: content }) => ({
      highlyStructuredMessage: { hydratedHsm: { fourRowTemplate: { content } } },
    })),
  ],
  ['a card of 260,000 lines', { contactMessage: { vcard: 'NOTE:x\n'.repeat(37_000) } }],
  [
    'an answer of 5,000 parts',
    { richResponseMessage: { submessages: Array(5_000).fill({ messageText: 'a'.repeat(99) }) } },
  ],
])('%s becomes a message of bounded size', (_, message) => {
  const { body, detail } = readInbound(message) as InboundMessage
  expect(body.length).toBeLessThan(33_000)
  expect(JSON.stringify(detail).length).toBeLessThan(65_536)
})

test('the options that a poll has beyond 100 are counted in the text', () => {
  const options = Array.from({ length: 10_000 }, (_, n) => ({ optionName: `${n}` }))
  const { body, detail } = readInbound({ pollCreationMessage: { name: 'P', options } }) as InboundMessage
  expect(body).toEndWith('○ 99\n… (+9900)')
  expect(detail?.poll).toMatchObject({ options: { length: 100 } })
})

test('the picture above the text of buttons is the file of the message, with the text as caption', () => {
  const buttons = [{ buttonText: { displayText: 'Sim' } }]
  const message = readInbound({ buttonsMessage: { imageMessage: file, contentText: 'Confirma?', buttons } })
  expect(message).toMatchObject({ mediaType: 'image', body: 'Confirma?\n• Sim', media: { kind: 'image', size: 1234 } })
  const template = {
    hydratedTemplate: { documentMessage: { ...file, fileName: 'a.pdf' }, hydratedContentText: 'Fatura' },
  }
  expect(readInbound({ templateMessage: template })).toMatchObject({ mediaType: 'application', body: 'a.pdf\nFatura' })
})

test('the body of a pressed row is its label alone, and its description is a line below', () =>
  expect(readInbound({ listResponseMessage: { title: 'Vendas', description: 'Das 8 às 18' } })).toMatchObject({
    body: 'Vendas',
    detail: { lines: 'Das 8 às 18' },
  }))

test('the texts of a template stand in their order, links and numbers behind their label', () => {
  const hydratedButtons = [
    { urlButton: { displayText: 'Pagar', url: 'https://pague.test/1' } },
    { callButton: { displayText: 'Ligar', phoneNumber: '+551140028922' } },
    { quickReplyButton: { displayText: 'Já paguei', id: '1' } },
  ]
  const hydratedTemplate = {
    ...{ hydratedTitleText: 'Fatura de maio', hydratedContentText: 'Sua fatura venceu', hydratedFooterText: 'Loja' },
    hydratedButtons,
  }
  expect((readInbound({ templateMessage: { hydratedTemplate } }) as InboundMessage).body).toBe(
    [
      ...['Fatura de maio', 'Sua fatura venceu', 'Pagar: https://pague.test/1', 'Ligar: +551140028922'],
      ...['• Já paguei', 'Loja'],
    ].join('\n'),
  )
})

const messageKinds: [string, proto.IMessage, Partial<InboundMessage>][] = [
  ['text with preview', { extendedTextMessage: { text: 'oi' } }, { mediaType: 'chat', body: 'oi' }],
  [
    'preview of a link without a text',
    {
      extendedTextMessage: {
        text: '',
        matchedText: 'https://loja.example/bolo',
        title: 'Bolo',
        description: 'De milho',
      },
    },
    { mediaType: 'chat', body: 'Bolo\nDe milho\nhttps://loja.example/bolo' },
  ],
  [
    'preview of a link beside a text',
    { extendedTextMessage: { text: 'veja loja.example', matchedText: 'loja.example', title: 'Loja' } },
    { mediaType: 'chat', body: 'veja loja.example' },
  ],
  [
    'image',
    { imageMessage: { ...file, mimetype: 'image/png', caption: 'foto', width: 10, height: 20, jpegThumbnail: bytes } },
    {
      mediaType: 'image',
      body: 'foto',
      detail: { mime: 'image/png', size: 1234, width: 10, height: 20, thumbnail: 'data:image/jpeg;base64,AQID' },
      media: { kind: 'image', mime: 'image/png', fileName: null, size: 1234 },
    },
  ],
  [
    'video',
    { videoMessage: { ...file, seconds: 9 } },
    { mediaType: 'video', detail: { mime: 'video/mp4', size: 1234, seconds: 9 } },
  ],
  ['video note', { ptvMessage: file }, { mediaType: 'video' }],
  [
    'audio',
    { audioMessage: { ...file, mimetype: 'audio/mp4' } },
    { mediaType: 'audio', detail: { mime: 'audio/mp4', size: 1234 } },
  ],
  [
    'voice',
    { audioMessage: { ...file, ptt: true, seconds: 3, waveform: new Uint8Array(64).fill(200) } },
    {
      mediaType: 'audio',
      detail: { mime: 'audio/ogg', size: 1234, seconds: 3, voice: true, waveform: Array(64).fill(100) },
    },
  ],
  [
    'document',
    { documentMessage: { ...file, fileName: '../../etc/pas\u0000swd', mimetype: 'application/pdf' } },
    { mediaType: 'application', body: '_.._etc_passwd' },
  ],
  [
    'document with caption',
    { documentWithCaptionMessage: { message: { documentMessage: { ...file, caption: 'veja', fileName: 'a.pdf' } } } },
    { mediaType: 'application', body: 'veja' },
  ],
  ['sticker', { stickerMessage: file }, { mediaType: 'sticker', body: 'sticker' }],
  [
    'location',
    { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja', address: 'Rua A' } },
    { mediaType: 'locationMessage', body: maps, detail: { latitude: -23.5, longitude: -46.6, address: 'Loja, Rua A' } },
  ],
  [
    'live location',
    { liveLocationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6 } },
    { mediaType: 'locationMessage', body: maps },
  ],
  [
    'impossible location',
    { locationMessage: { degreesLatitude: Number.NaN } },
    { mediaType: 'unsupported', detail: { kind: 'locationMessage' } },
  ],
  [
    'contact',
    { contactMessage: { displayName: 'Bia', vcard } },
    {
      mediaType: 'contactMessage',
      body: 'Bia Souza\n+5511912345678',
      detail: { contacts: [{ name: 'Bia Souza', numbers: ['+5511912345678'] }] },
    },
  ],
  [
    'contacts',
    {
      contactsArrayMessage: {
        contacts: [
          { displayName: 'Bia', vcard },
          { displayName: 'Caio', vcard: '' },
        ],
      },
    },
    { mediaType: 'contactMessage', body: 'Bia Souza\n+5511912345678\nCaio' },
  ],
  [
    'buttons reply',
    { buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim' } },
    { mediaType: 'chat', body: 'Sim' },
  ],
  ['template reply', { templateButtonReplyMessage: { selectedId: '2', selectedDisplayText: 'Não' } }, { body: 'Não' }],
  ['list reply', { listResponseMessage: { title: 'Vendas' } }, { mediaType: 'chat', body: 'Vendas' }],
  ['buttons', { buttonsMessage: { contentText: 'Escolha' } }, { mediaType: 'chat', body: 'Escolha' }],
  [
    'poll',
    { pollCreationMessageV3: { name: 'Pizza?', options: [{ optionName: 'Sim' }] } },
    {
      mediaType: 'chat',
      body: 'Pizza?\n○ Sim',
      detail: {
        kind: 'pollCreationMessage',
        poll: { question: 'Pizza?', options: [{ id: '9313455e45aa2243', name: 'Sim', votes: 0 }], voters: 0 },
      },
    },
  ],
  [
    'event',
    { eventMessage: { name: 'Festa' } },
    { mediaType: 'chat', body: 'Festa', detail: { kind: 'eventMessage', event: { going: 0, maybe: 0, notGoing: 0 } } },
  ],
  ['invite', { groupInviteMessage: { groupName: 'Turma' } }, { mediaType: 'chat', body: 'Turma' }],
  ['payment', { requestPaymentMessage: {} }, { mediaType: 'unsupported', detail: { kind: 'requestPaymentMessage' } }],
  [
    'ephemeral',
    { ephemeralMessage: { message: { extendedTextMessage: { text: 'some' } } } },
    { mediaType: 'chat', body: 'some' },
  ],
  [
    'view once',
    { viewOnceMessageV2: { message: { imageMessage: file } } },
    { mediaType: 'image', detail: { mime: 'image/jpeg', size: 1234, viewOnce: true } },
  ],
  [
    'forwarded',
    { extendedTextMessage: { text: 'x', contextInfo: { isForwarded: true } } },
    { detail: { forwarded: true } },
  ],
  ['empty text', { conversation: '' }, { mediaType: 'unsupported', detail: { kind: 'conversation' } }],
  [
    'reply',
    {
      extendedTextMessage: {
        text: 'sim',
        contextInfo: { stanzaId: 'Q', participant: '900@lid', quotedMessage: { conversation: 'vem?' } },
      },
    },
    { body: 'sim', quoted: { waId: 'Q', body: 'vem?', mediaType: 'chat', fromMe: true } },
  ],
  [
    'text beside keys',
    { senderKeyDistributionMessage: { groupId: 'g' }, messageContextInfo: {}, conversation: 'oi' },
    { mediaType: 'chat', body: 'oi' },
  ],
]
test.each(messageKinds)('%s is converted with its media type, body and detail', (_, message, expected) =>
  expect(readInbound(message)).toMatchObject({ type: 'message', ...expected }),
)

describe('reactions, edits and deletions', () => {
  const key = { id: 'T', fromMe: true, remoteJid: '5511987654321@s.whatsapp.net' }
  test('a reaction and its removal refer to their target', () => {
    expect(readInbound({ reactionMessage: { key, text: '👍' } })).toMatchObject({
      type: 'reaction',
      targetWaId: 'T',
      targetFromMe: true,
      emoji: '👍',
      sender: { lid: '7' },
    })
    expect(readInbound({ reactionMessage: { key, text: '' } })).toMatchObject({ emoji: '' })
  })
  test('an edit, plain or wrapped, contains the new body', () => {
    const edit = { protocolMessage: { key, type: 14, editedMessage: { conversation: 'novo' } } }
    const expected = { type: 'edit', targetWaId: 'T', body: 'novo', fromMe: false }
    expect(readInbound(edit)).toMatchObject(expected)
    expect(readInbound({ editedMessage: { message: edit } })).toMatchObject(expected)
  })
  test('a revocation is a deletion of its target', () =>
    expect(readInbound({ protocolMessage: { key, type: 0 } })).toMatchObject({ type: 'delete', targetWaId: 'T' }))
})

describe('toInbound for groups, the own phone and stubs', () => {
  const group = { id: 'G', remoteJid: '1@g.us', participant: '7:3@lid', participantAlt: '14155550123@s.whatsapp.net' }
  test('a group message contains its author', () =>
    expect(readInbound({ conversation: 'oi' }, { key: group })).toMatchObject({
      chat: { jid: '1@g.us', isGroup: true, number: null },
      participant: { jid: '7@lid', number: '14155550123' },
    }))
  test('a message from the own phone is late, has ack 1 and no push name', () => {
    const key = { id: 'P', remoteJid: '7@lid', fromMe: true }
    expect(readInbound({ conversation: 'oi' }, { key, status: 2, pushName: 'Me' })).toMatchObject({
      late: true,
      ack: 1,
      pushName: '',
    })
  })
  test('a message queued while offline is late', () =>
    expect(toInbound(from({ conversation: 'oi' }), { ...context, type: 'append' })).toMatchObject({ late: true }))
  test('an undecrypted message is a stub of kind ciphertext', () =>
    expect(readInbound(null, { messageStubType: 2 })).toMatchObject({ stub: true, detail: { kind: 'ciphertext' } }))
  test.each([
    ['no known field', {}],
    ['context only', { messageContextInfo: {} }],
    ['a wrapper without a known field', { ephemeralMessage: { message: {} } }],
  ] as const)('a message with %s leaves a placeholder of an unknown kind', (_, message) =>
    expect(readInbound(message)).toMatchObject({
      type: 'message',
      mediaType: 'unsupported',
      stub: false,
      detail: { kind: 'unknown' },
    }),
  )
  test('a missing or impossible time becomes the current time', () => {
    for (const messageTimestamp of [undefined, 0, Number.NaN, 9e15])
      expect(readInbound({ conversation: 'x' }, { messageTimestamp })?.at).toBe('2026-01-02T00:00:00.000Z')
  })
})

const ignored: [string, WAMessage][] = [
  ['status', from({ conversation: 'x' }, { key: { id: '1', remoteJid: 'status@broadcast' } })],
  ['broadcast list', from({ conversation: 'x' }, { key: { id: '1', remoteJid: '17@broadcast' } })],
  ['channel', from({ conversation: 'x' }, { key: { id: '1', remoteJid: '9@newsletter' } })],
  ['peer message', from({ conversation: 'x' }, { category: 'peer' })],
  ['keys only', from({ senderKeyDistributionMessage: { groupId: 'g' }, messageContextInfo: {} })],
  ['vote', from({ pollUpdateMessage: {} })],
  ['history notice', from({ protocolMessage: { type: 5 } })],
  ['group change', from(null, { messageStubType: 27 })],
  ['empty', from(null)],
  ['keys wrapped in nothing', from({ senderKeyDistributionMessage: { groupId: 'g' } })],
  ['no id', from({ conversation: 'x' }, { key: { remoteJid: '1@lid' } })],
]
test.each(ignored)('%s is ignored', (_, message) => expect(toInbound(message, context)).toBeNull())

const kinds = messageKinds.flatMap(([, message]) => Object.keys(message))
const anyPart = fc.dictionary(
  fc.constantFrom(
    'text',
    'name',
    'caption',
    'key',
    'message',
    'type',
    'seconds',
    'vcard',
    'contacts',
    'contextInfo',
    'fileLength',
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
test('toInbound never throws for a message that decodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), fc.integer(), (body, stub) => {
      const message = decoded(() => proto.Message.decode(body))
      if (message) toInbound(from(null, { message, messageStubType: stub as never }), context)
    }),
    { numRuns: 1500 },
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...kinds, 'protocolMessage', 'reactionMessage'), anyPart), (given) => {
      const message = decoded(() =>
        proto.Message.decode(proto.Message.encode(proto.Message.fromObject(given)).finish()),
      )
      const inbound = message && toInbound(from(null, { message }), context)
      if (inbound) JSON.stringify({ ...inbound, proto: null })
    }),
    { numRuns: 1500 },
  )
})

function decoded(decode: () => proto.Message): proto.Message | null {
  try {
    return decode()
  } catch {
    return null
  }
}

describe('answers of a form', () => {
  const answered = (name: string, params: object) =>
    readInbound({
      interactiveResponseMessage: {
        body: { text: 'Sent' },
        nativeFlowResponseMessage: { name, paramsJson: JSON.stringify(params) },
      },
    })

  test('are shown whatever the names of its fields, with numbers and switches', () => {
    const answers = {
      type: 'Retirada',
      value: 'R$ 50',
      status: 'novo',
      order_id: 'A-17',
      id: '9',
      people: 4,
      vegan: true,
    }
    expect(answered('flow', { flow_token: 'secret', ...answers })).toMatchObject({
      body: 'Sent',
      detail: {
        lines: Object.entries(answers)
          .map((entry) => entry.join(': '))
          .join('\n'),
      },
    })
  })

  test('leave out the ids of a button', () => {
    expect(answered('quick_reply', { id: 'row-1' })).toMatchObject({ body: 'Sent', detail: null })
    expect(answered('call_permission_request', { response: 'accept', expiration_timestamp: 5 })).toMatchObject({
      detail: { lines: 'response: accept' },
    })
  })
})
