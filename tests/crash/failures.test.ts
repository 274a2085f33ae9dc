import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { type LinkedNumber, linkNumber } from './linking'

let deployment: Deployment
let linked: LinkedNumber
beforeAll(async () => {
  deployment = await Deployment.open()
  linked = await linkNumber(deployment, '5511911110003')
}, 600_000)
afterAll(() => deployment.close())

interface MessageView {
  id: number
  waId: string
  body: string
  fromMe: boolean
  origin: string
  ack: number
  error: string | null
  mediaStatus: string | null
  mediaUrl: string | null
}

let people = 0

/** Creates a customer whose ticket the agent has accepted. */
async function openConversation() {
  const number = `551193${String(3_000_000 + people++)}0`
  await deployment.control.addCustomer({ number, name: 'Ana', addressing: people % 2 ? 'pn' : 'lid' })
  const say = (content: Parameters<Deployment['control']['send']>[0]['content']) =>
    deployment.control.send({ from: number, to: linked.owner, content })
  await say('Oi')
  const ticket = await until('a ticket', async () => {
    const { tickets } = await deployment.get<{ tickets: { id: number }[] }>('/tickets?status=pending&showAll=true')
    return tickets[0]
  })
  await deployment.send('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  const messages = async () => (await deployment.get<{ messages: MessageView[] }>(`/messages/${ticket.id}`)).messages
  return {
    number,
    say,
    ticketId: ticket.id,
    messages,
    answer: async (body: string) => {
      const { messages } = await deployment.send<{ messages: MessageView[] }>('POST', `/messages/${ticket.id}`, {
        body,
      })
      return messages[0] as MessageView
    },
    /** Waits until the message has these values, and returns it. */
    becomes: (id: number, expected: Partial<MessageView>) =>
      until(`message ${id} ${JSON.stringify(expected)}`, async () => {
        const message = (await messages()).find((each) => each.id === id)
        const same = Object.entries(expected).every(([name, value]) => message?.[name as keyof MessageView] === value)
        return same && message
      }),
  }
}

/** Sets the number of failed attempts of a job that has failed once and makes it due, instead of hours of back-off. */
async function failAttempts(name: string, attempts: number) {
  const sqlite = new Database(join(deployment.dataDir, 'balcao.db'))
  sqlite.run('pragma busy_timeout = 5000')
  // One statement, because the next attempt could begin between a select and an update.
  const sooner = sqlite.query(`update jobs set attempts = ?, runAt = ?
    where name = ? and lockedAt is null and failedAt is null and attempts > 0`)
  const look = sqlite.query('update ready_groups set readyAt = ? where name = ?')
  const now = () => new Date().toISOString()
  await until(`${name} has failed once`, () => {
    const { changes } = sooner.run(attempts, now(), name)
    if (changes > 0) look.run(now(), name)
    return changes > 0
  })
  sqlite.close()
}

test('a message refused by WhatsApp fails with its code, is not sent again until retried, and delays no other', async () => {
  const { number, answer, becomes } = await openConversation()
  await deployment.control.fault('ackError', 463, 1)
  const refused = await answer('recusada')
  await becomes(refused.id, { ack: -1, error: '463' })
  const next = await answer('aceita')
  await becomes(next.id, { ack: 2 })
  const { length } = await deployment.control.stanzas({ tag: 'message', id: refused.waId })
  expect(length).toBe(1)
  // A receipt may arrive before the ack that ends the job.
  await until('no job left', () => {
    const sqlite = openDatabaseReadonly(deployment)
    const left = sqlite.query("select 1 from jobs where name like 'message%'").all()
    sqlite.close()
    return left.length === 0
  })
  const again = await deployment.send<MessageView>('POST', `/messages/${refused.id}/retry`)
  await deployment.control.waitForMessage({ phone: number, text: 'recusada' })
  expect(again.waId).not.toBe(refused.waId)
})

test('a late ack of WhatsApp delays the next message of that conversation only', async () => {
  const [slow, quick] = [await openConversation(), await openConversation()]
  await deployment.control.fault('holdAcks', true)
  const first = await slow.answer('um')
  const second = await slow.answer('dois')
  await deployment.control.waitForMessage({ phone: slow.number, text: 'um' })
  const other = await quick.answer('outra')
  await deployment.control.waitForMessage({ phone: quick.number, text: 'outra' })
  expect((await deployment.control.inbox({ phone: slow.number })).map(({ text }) => text)).toEqual(['um'])
  await deployment.control.fault('holdAcks', false)
  await deployment.control.waitForMessage({ phone: slow.number, text: 'dois' })
  await slow.becomes(first.id, { ack: 2 })
  await slow.becomes(second.id, { ack: 2 })
  await quick.becomes(other.id, { ack: 2 })
})

test('a file whose upload fails is shown as failed, delays no other conversation, and is sent on retry', async () => {
  const [broken, sound] = [await openConversation(), await openConversation()]
  await deployment.control.fault('mediaFailure', 500, 1000, 'upload')
  const form = new FormData()
  form.set('body', 'recibo')
  form.set('medias', new File(['%PDF-1.4 recibo'], 'recibo.pdf', { type: 'application/pdf' }))
  const { body } = await deployment.request<{ messages: MessageView[] }>(
    'POST',
    `/messages/${broken.ticketId}`,
    undefined,
    {
      form,
    },
  )
  const [file] = body.messages as [MessageView]
  const other = await sound.answer('no meio tempo')
  await sound.becomes(other.id, { ack: 2 })
  await failAttempts('message.deliver', 7)
  await broken.becomes(file.id, { ack: -1, error: 'ERR_SENDING_WAPP_MSG' })
  await deployment.control.fault('clear')
  await deployment.send('POST', `/messages/${file.id}/retry`)
  const { media } = await deployment.control.waitForMessage({ phone: broken.number, kind: 'document' })
  expect(media?.fileName).toBe('recibo.pdf')
  await broken.becomes(file.id, { ack: 2, error: null })
})

test('a file whose download fails is shown as failed, delays no other file, and is fetched on retry', async () => {
  const { say, messages, becomes } = await openConversation()
  await deployment.control.fault('mediaFailure', 500, 1, 'download')
  const { id: waId } = await say({ image: { sample: 'jpeg' }, caption: 'quebrada' })
  const { id } = await until('the picture', async () => (await messages()).find((each) => each.waId === waId))
  await until('a failed try', () => {
    const sqlite = openDatabaseReadonly(deployment)
    const job = sqlite
      .query("select 1 from jobs where name = 'media.fetch' and attempts > 0 and lockedAt is null")
      .get()
    sqlite.close()
    return job
  })
  const whole = await say({ image: { sample: 'jpeg' }, caption: 'inteira' })
  await until('the other picture', async () =>
    (await messages()).some((each) => each.waId === whole.id && each.mediaStatus === 'ready'),
  )
  await deployment.control.fault('mediaFailure', 500, 1000, 'download')
  await failAttempts('media.fetch', 4)
  await becomes(id, { mediaStatus: 'failed' })
  await deployment.control.fault('clear')
  await deployment.send('POST', `/messages/${id}/retry`)
  const { mediaUrl } = await becomes(id, { mediaStatus: 'ready' })
  const bytes = await (await fetch(new URL(mediaUrl ?? '', deployment.url))).bytes()
  expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

test('a message from the owner’s phone appears in order in the conversation and resets the unread count', async () => {
  const { number, say, messages, ticketId } = await openConversation()
  await say('um')
  await deployment.control.typed({ owner: linked.owner, to: number, content: 'dois' })
  await until('all three', async () => (await messages()).length === 3)
  expect((await messages()).map(({ body, origin }) => [body, origin])).toEqual([
    ['Oi', 'customer'],
    ['um', 'customer'],
    ['dois', 'phone'],
  ])
  expect((await deployment.get<{ unreadMessages: number }>(`/tickets/${ticketId}`)).unreadMessages).toBe(0)
})

test('messages sent while the executable is stopped appear in order after its start', async () => {
  const conversations = [await openConversation(), await openConversation(), await openConversation()]
  await deployment.stop('SIGTERM')
  const texts = Array.from({ length: 15 }, (_, n) => `parado ${n}`)
  for (const text of texts) for (const { say } of conversations) await say(text)
  deployment.start()
  for (const { messages } of conversations) {
    await until('all of them', async () => (await messages().catch(() => [])).length === texts.length + 1)
    expect((await messages()).map(({ body }) => body)).toEqual(['Oi', ...texts])
  }
})
