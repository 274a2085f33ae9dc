import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { WireContent } from '../../emulator/control/control-api'
import type { Control } from '../../emulator/control-client'
import { cleanUp, type Serving, serve, signIn } from '../executable/balcao'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { request } from './companies'

/** Edits and deletions from WhatsApp, as members of a group send and forge them, against the executable. */

const owner = '5511911110071'
/** Author of messages, another member, an admin of the group, and a person outside it. */
const [yara, xisto, admin, outsider] = ['5511922220071', '5511922220072', '5511922220073', '5511922220074']
/** `type` of the protocol message. */
const [revoke, messageEdit] = [0, 14]

let serving: Serving
let token: string
let control: Control
beforeAll(async () => {
  const simulated = await startSimulatedWhatsApp()
  control = simulated.control
  await control.addOwner({ number: owner })
  for (const number of [yara, xisto, admin, outsider]) await control.addCustomer({ number })
  serving = await serve({ ...simulated.env, BALCAO_LOG_LEVEL: 'warn' })
  token = (await signIn(serving)) as string
  await api('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  await linkNumber()
})
afterAll(cleanUp)

const api = <T>(method: string, path: string, body?: object) => request<T>(serving.url, token, method, path, body)

interface Connection {
  id: number
  status: string
  qrcode: string
}
interface Ticket {
  id: number
  contact: { name: string; isGroup: boolean }
}
interface Message {
  body: string
  isEdited: boolean
  isDeleted: boolean
  ack: number
}

async function linkNumber() {
  const { id } = await api<Connection>('POST', '/whatsapp', { name: 'Loja', isDefault: true })
  const connection = async () => {
    const { whatsapps } = await api<{ whatsapps: Connection[] }>('GET', '/whatsapp')
    return whatsapps.find((row) => row.id === id)
  }
  await api('POST', `/whatsappsession/${id}`).catch(() => {}) // refused if the session has started already
  await control.scan({ owner, qr: await until('a QR code', async () => (await connection())?.qrcode) })
  await until('the connection', async () => (await connection())?.status === 'CONNECTED')
}

let groups = 0

/** Group with a message of Yara's and one of the company's, and its ticket. */
async function openGroup(addressing: 'pn' | 'lid') {
  const subject = `Turma ${++groups}`
  const members = [owner, yara, xisto, admin]
  const { jid } = await control.addGroup({ subject, members, admins: [admin], addressing })
  const question = await control.send({ from: yara, to: jid, content: 'pago amanhã' })
  const { id } = await until('the ticket of the group', async () => {
    const { tickets } = await api<{ tickets: Ticket[] }>('GET', '/tickets?status=pending')
    return tickets.find(({ contact }) => contact.isGroup && contact.name === subject)
  })
  await api('PUT', `/tickets/${id}`, { status: 'open' })
  await api('POST', `/messages/${id}`, { body: 'combinado' })
  const answer = await control.waitForMessage({ phone: xisto, text: 'combinado', after: question.id })
  const messages = async () => (await api<{ messages: Message[] }>('GET', `/messages/${id}`)).messages
  const message = async (text: string) => (await messages()).find(({ body }) => body === text)
  return { jid, question, answer, messages, message }
}
type Group = Awaited<ReturnType<typeof openGroup>>

/** Sends a text and waits until it is stored: changes sent before it by the same connection have been applied. */
async function waitForChangesOf(from: string, { jid, message }: Group) {
  const text = `depois ${crypto.randomUUID()}`
  await control.send({ from, to: jid, content: text })
  await until('the text after the changes', () => message(text))
}

/** Number of times the server has asked WhatsApp for the group's members. */
const countQueries = async (jid: string) =>
  (await control.stanzas({ tag: 'iq', query: 'w:g2' })).filter(({ to }) => to === jid).length

/** Protocol message about the message of another, which names the sender of this stanza as its author. */
const forged = (id: string, jid: string, type: number): WireContent => ({
  raw: {
    protocolMessage: {
      key: { remoteJid: jid, fromMe: true, id },
      type,
      ...(type === messageEdit ? { editedMessage: { conversation: 'FORJADO' } } : {}),
    },
  },
})

const stateOf = (messages: Message[]) =>
  messages
    .filter(({ body }) => !body.startsWith('depois '))
    .map(({ body, isEdited, isDeleted }) => ({ body, isEdited, isDeleted }))

const unchanged = [
  { body: 'pago amanhã', isEdited: false, isDeleted: false },
  { body: 'combinado', isEdited: false, isDeleted: false },
]

test.each(['lid', 'pn'] as const)(
  'edits and deletions by a member who is neither author nor admin change nothing in a group addressed by %s',
  async (addressing) => {
    const group = await openGroup(addressing)
    const { jid, question, answer, messages } = group
    for (const { id } of [question, answer])
      for (const content of [
        { edit: id, text: 'FORJADO' },
        { delete: id },
        forged(id, jid, messageEdit),
        forged(id, jid, revoke),
      ])
        await control.send({ from: xisto, to: jid, content })
    await waitForChangesOf(xisto, group)
    await until('the question who administers the group', () => countQueries(jid))
    await Bun.sleep(1000) // time in which a wrong deletion would be applied by its job
    expect(stateOf(await messages())).toEqual(unchanged)
  },
)

test('edits and deletions by a person outside the group, sent in a chat of their own, change nothing', async () => {
  const { jid, question, answer, messages } = await openGroup('lid')
  for (const { id } of [question, answer])
    for (const type of [messageEdit, revoke])
      for (const chat of [jid, `${owner}@s.whatsapp.net`])
        await control.send({ from: outsider, to: owner, content: forged(id, chat, type) })
  await control.send({ from: outsider, to: owner, content: 'de fora' })
  await until('the text of the outsider', async () => {
    const { tickets } = await api<{ tickets: (Ticket & { lastMessage: string })[] }>('GET', '/tickets?status=pending')
    return tickets.some(({ lastMessage }) => lastMessage === 'de fora')
  })
  await Bun.sleep(1000)
  expect(stateOf(await messages())).toEqual(unchanged)
})

test.each(['lid', 'pn'] as const)(
  'the author edits and deletes a message, and an admin deletes that of another, in a group addressed by %s',
  async (addressing) => {
    const { jid, question, answer, messages, message } = await openGroup(addressing)
    await control.send({ from: yara, to: jid, content: { edit: question.id, text: 'pago hoje' } })
    await until('the edit by the author', () => message('pago hoje'))
    await control.send({ from: admin, to: jid, content: { delete: answer.id } })
    await until('the deletion by the admin', async () => (await message('combinado'))?.isDeleted)
    await control.send({ from: yara, to: jid, content: { delete: question.id } })
    await until('the deletion by the author', async () => (await message('pago hoje'))?.isDeleted)
    expect(stateOf(await messages())).toEqual([
      { body: 'pago hoje', isEdited: true, isDeleted: true },
      { body: 'combinado', isEdited: false, isDeleted: true },
    ])
  },
)

test("an admin deletes another member's message and cannot edit it", async () => {
  const group = await openGroup('lid')
  const { jid, question, messages, message } = group
  await control.send({ from: admin, to: jid, content: { edit: question.id, text: 'FORJADO' } })
  await waitForChangesOf(admin, group)
  expect(stateOf(await messages())).toEqual(unchanged)
  await control.send({ from: admin, to: jid, content: { delete: question.id } })
  await until('the deletion by the admin', async () => (await message('pago amanhã'))?.isDeleted)
})
