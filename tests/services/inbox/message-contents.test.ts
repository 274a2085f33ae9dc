import { beforeAll, expect, test } from 'bun:test'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { getMessageRow, toMessage } from '../../../src/features/inbox/messages/read/read'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { loadBaileys } from '../../../src/whatsapp/baileys'
import { toInbound } from '../../../src/whatsapp/inbound'
import { fateOf } from '../../../src/whatsapp/message-fields'
import { createInstallation } from '../../installation'
import { readSchema, type SchemaField } from '../../whatsapp/proto-schema'

const { proto: wire } = await loadBaileys()
const schema = readSchema()

/** Paths of texts that deliberately appear nowhere, with the reason. */
const hidden: [RegExp, string][] = [
  [/(?:Message|Image)\.url$/, 'where the file lies'],
  [/\.(?:directPath|mimetype|staticUrl|thumbnailDirectPath|metadataUrl)$/, 'where the file lies'],
  [/^invoiceMessage\.attachment/, 'where the file lies'],
  [/\.(?:accessibilityLabel|qrUrl)$/, 'made by programs for a picture'],
  [/(?:Message|Image)\.(?:interactiveAnnotations|annotations|processedVideos)\./, 'areas and versions of a picture'],
  [/PaymentMessage\.background\./, 'the picture behind a payment'],
  [/(?:^|\.)documentMessage\.title$/, 'the name of the file again'],
  [/(?:Id|Jid|JID|Hash|Token)$|\.(?:id|jid|token)$/, 'a name for programs'],
  [/\.(?:namespace|elementName|(?:fallback|deterministic)L[cg])$/, 'names and languages of a template'],
  [/\.nativeFlowInfo\.name$|\.(?:buttons|nativeFlowResponseMessage)\.name$/, 'the kind of a button'],
  [/\.urlTrackingMap\.|\.consentedUsersUrl$/, 'the links of buttons once more'],
  [/\.correctAnswer\./, 'one of the options, which phones show after the vote'],
  [/^call\./, 'data for the connection of a call; a placeholder stands for the call'],
  [/^extendedTextMessage\.(?!text$)/, 'a preview of a link, which is made here from the page itself'],
  [/^stickerPackMessage\.(?:stickers\.|trayIconFileName)/, 'files inside the set'],
  [/^sendPaymentMessage\.transactionData$|^requestPaymentMessage\.requestFrom$/, 'data for the bank'],
  [/^requestPaymentMessage\.currencyCodeIso4217$/, 'the currency of the amount once more'],
  [/^orderMessage\.catalogType$/, 'a name for programs'],
  [/\.product\.signedUrl$/, 'the link once more'],
  [/^contactMessage\.displayName$/, 'the name in the card'],
  [/^contactsArrayMessage(?:\.contacts)?\.displayName$/, 'the name in the card'],
  [/^richResponseMessage\..*(?:imagePreviewUrl|imageHighResUrl|profileIconUrl|thumbnailUrl)$/, 'pictures in an answer'],
  [/^richResponseMessage\..*(?:codeLanguage|dynamicMetadata\.url|expressions\.url)$/, 'pictures in an answer'],
]
const isHidden = (path: string) => hidden.some(([form]) => form.test(path))

let made = 0
/** A word that occurs once. */
const word = () => `zq${(made++).toString(36).padStart(4, '0')}wx`

interface Filling {
  /** Words by the path of their field. */
  words: Map<string, string>
  variant: number
}

/** A message of this type whose texts are all different words; of each choice one field is set, by the variant. */
function fill(type: string, path: string, filling: Filling, within: string[] = []): Record<string, unknown> {
  const fields = schema.get(type) ?? []
  const chosen = fields.filter((field) => isChosen(field, fields, type, filling.variant))
  return Object.fromEntries(
    chosen.flatMap((field) => {
      const value = valueFor(field, `${path}.${field.name}`, filling, [...within, type])
      return value === undefined ? [] : [[field.name, field.isRepeated ? [value] : value]]
    }),
  )
}

function isChosen({ name, choice }: SchemaField, fields: SchemaField[], type: string, variant: number): boolean {
  // Phones fill either of the two; the first is read.
  if (type === 'Message.TemplateMessage' && (name === 'hydratedTemplate' || choice))
    return (
      (name === 'hydratedTemplate') === (variant % 4 === 3) && (!choice || isOfVariant(name, choice, fields, variant))
    )
  return !choice || isOfVariant(name, choice, fields, variant)
}

function isOfVariant(name: string, choice: string, fields: SchemaField[], variant: number): boolean {
  const names = fields.flatMap((field) => (field.choice === choice ? field.name : []))
  return names[variant % names.length] === name
}

function valueFor({ name, type }: SchemaField, path: string, filling: Filling, within: string[]): unknown {
  const put = (at = path) => {
    const placed = word()
    filling.words.set(at, placed)
    return placed
  }
  if (type === 'string') return name === 'vcard' ? card(path, put) : name.endsWith('Json') ? json(path, put) : put()
  if (/^(?:u?int|fixed|double|float)/.test(type)) return 1
  if (type === 'Message') return { conversation: put() }
  if (!schema.has(type) || ['ContextInfo', 'MessageKey'].includes(type) || within.includes(type)) return undefined
  return fill(type, path, filling, within)
}

const card = (path: string, put: (at: string) => string) =>
  [
    'BEGIN:VCARD',
    ...['FN', 'ORG', 'TITLE', 'EMAIL', 'NOTE', 'URL'].map((name) => `${name}:${put(`${path}/${name}`)}`),
    `ADR:;;${put(`${path}/ADR`)};${put(`${path}/ADR2`)};;;`,
    `TEL:${put(`${path}/TEL`)}`,
    'END:VCARD',
  ].join('\n')

/** Parameters of buttons and answers, as WhatsApp's business platform writes them. */
const json = (path: string, put: (at: string) => string) => {
  const text = (name: string) => put(`${path}/${name}`)
  return JSON.stringify({
    ...{ display_text: text('display_text'), url: text('url'), phone_number: text('phone'), copy_code: text('code') },
    ...{ id: 'an-id', flow_token: 'a-token', currency: text('currency') },
    sections: [{ title: text('section'), rows: [{ title: text('row'), description: text('description'), id: 'r1' }] }],
    payment_settings: [
      { type: 'pix', pix_static_code: { merchant_name: text('merchant'), key: text('pix'), key_type: 'CPF' } },
    ],
    order: { items: [{ name: text('item'), retailer_id: 'x' }] },
  })
}

const shown = [...fateOf].flatMap(([name, fate]) => (fate === 'shown' ? name : []))
const me = { pn: '5511900000000', lid: '900' }
const encode = (message: WAMessage) => proto.WebMessageInfo.encode(message).finish()

async function createReceiver() {
  const installation = await createInstallation()
  const { companyId, id: whatsappId } = await installation.insertConnection('acme')
  const receive = async (message: proto.IMessage) => {
    const waId = `C${made++}`
    const key = { id: waId, remoteJid: '5511987654321@s.whatsapp.net', fromMe: false }
    const decoded = wire.Message.decode(wire.Message.encode(wire.Message.fromObject(message)).finish())
    const received = { key, messageTimestamp: Date.now() / 1000, message: decoded }
    const inbound = toInbound(received, { me, type: 'notify', now: Date.now(), encode })
    if (!inbound) throw new Error('nothing is received')
    await receiveBatch(installation.systemScope(), { companyId, whatsappId }, [inbound])
    const found = installation.acme.select('messages').select('id').where('waId', '=', waId)
    return (await found.executeTakeFirstOrThrow()).id
  }
  const apiMessage = async (id: number) =>
    toMessage(installation.systemScope(), await getMessageRow(installation.systemScope(), id))
  const found = async (q: string) =>
    (await searchEverything(installation.scopeOf('ana'), { q })).messages.map(({ message }) => message.id)
  return { receive, apiMessage, found }
}

let receiver: Awaited<ReturnType<typeof createReceiver>>
beforeAll(async () => {
  receiver = await createReceiver()
})

/** Number of ways in which the choices of a message are made. */
const variants = 12

test.each(shown)('every text of %s is in the API and found by the search, or deliberately hidden', async (kind) => {
  const missing = new Set<string>()
  const given = new Set<string>()
  for (let variant = 0; variant < variants; variant++) {
    const filling: Filling = { words: new Map(), variant }
    const part = partOf(kind, filling)
    if ([...filling.words.keys()].every((path) => given.has(path))) continue
    for (const path of filling.words.keys()) given.add(path)
    for (const path of await notFound({ [kind]: part }, filling)) missing.add(path)
  }
  expect([...missing]).toEqual([])
})

function partOf(kind: string, filling: Filling): unknown {
  const field = schema.get('Message')?.find(({ name }) => name === kind)
  return field?.type === 'string' ? valueFor(field, kind, filling, []) : fill(field?.type ?? '', kind, filling)
}

/** Paths of texts that are neither hidden nor in the API and the search, once the message is received. */
async function notFound(message: proto.IMessage, { words }: Filling): Promise<string[]> {
  const id = await receiver.receive(message)
  const { body, detail } = await receiver.apiMessage(id)
  const shownText = JSON.stringify([body, detail])
  const expected = [...words].filter(([path]) => !isHidden(path))
  const found = await Promise.all(
    expected.map(async ([, each]) => shownText.includes(each) && (await receiver.found(each)).includes(id)),
  )
  return expected.flatMap(([path], at) => (found[at] ? [] : path))
}
