import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../until'
import { openData } from './audit'
import { type Linked, linkNumber } from './linking'
import { Plant } from './plant'

let plant: Plant
let linked: Linked
beforeAll(async () => {
  plant = await Plant.open()
  linked = await linkNumber(plant, '5511911110003')
}, 240_000)
afterAll(() => plant.close())

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

/** A customer whose ticket the agent has accepted. */
async function conversation() {
  const number = `551193${String(3_000_000 + people++)}0`
  await plant.control.addCustomer({ number, name: 'Ana', addressing: people % 2 ? 'pn' : 'lid' })
  const say = (content: Parameters<Plant['control']['send']>[0]['content']) =>
    plant.control.send({ from: number, to: linked.owner, content })
  await say('Oi')
  const ticket = await until('a ticket', async () => {
    const { tickets } = await plant.get<{ tickets: { id: number }[] }>('/tickets?status=pending&showAll=true')
    return tickets[0]
  })
  await plant.do('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  const messages = async () => (await plant.get<{ messages: MessageView[] }>(`/messages/${ticket.id}`)).messages
  return {
    number,
    say,
    ticketId: ticket.id,
    messages,
    answer: async (body: string) => {
      const { messages } = await plant.do<{ messages: MessageView[] }>('POST', `/messages/${ticket.id}`, { body })
      return messages[0] as MessageView
    },
    /** The message as soon as it is so. */
    becomes: (id: number, expected: Partial<MessageView>) =>
      until(`message ${id} ${JSON.stringify(expected)}`, async () => {
        const message = (await messages()).find((each) => each.id === id)
        const same = Object.entries(expected).every(([name, value]) => message?.[name as keyof MessageView] === value)
        return same && message
      }),
  }
}

/** So that nobody waits for the back-off of hours: the job has failed so often, and is due. */
async function hurry(name: string, attempts: number) {
  const sqlite = new Database(join(plant.dataDir, 'balcao.db'))
  sqlite.run('pragma busy_timeout = 5000')
  // In one statement: between a look and a word the next try would begin.
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

test('what WhatsApp refuses is failed with its code, never sent again, and holds nobody up', async () => {
  const { number, answer, becomes } = await conversation()
  await plant.control.fault('ackError', 463, 1)
  const refused = await answer('recusada')
  await becomes(refused.id, { ack: -1, error: '463' })
  const next = await answer('aceita')
  await becomes(next.id, { ack: 2 })
  const { length } = await plant.control.stanzas({ tag: 'message', id: refused.waId })
  expect(length).toBe(1)
  // A receipt may come before the ack that ends the job.
  await until('no job left', () => {
    const sqlite = openData(plant)
    const left = sqlite.query("select 1 from jobs where name like 'message%'").all()
    sqlite.close()
    return left.length === 0
  })
  const again = await plant.do<MessageView>('POST', `/messages/${refused.id}/retry`)
  await plant.control.waitForMessage({ phone: number, text: 'recusada' })
  expect(again.waId).not.toBe(refused.waId)
})

test('a slow answer of WhatsApp delays the next of that conversation only', async () => {
  const [slow, quick] = [await conversation(), await conversation()]
  await plant.control.fault('holdAcks', true)
  const first = await slow.answer('um')
  const second = await slow.answer('dois')
  await plant.control.waitForMessage({ phone: slow.number, text: 'um' })
  const other = await quick.answer('outra')
  await plant.control.waitForMessage({ phone: quick.number, text: 'outra' })
  expect((await plant.control.inbox({ phone: slow.number })).map(({ text }) => text)).toEqual(['um'])
  await plant.control.fault('holdAcks', false)
  await plant.control.waitForMessage({ phone: slow.number, text: 'dois' })
  await slow.becomes(first.id, { ack: 2 })
  await slow.becomes(second.id, { ack: 2 })
  await quick.becomes(other.id, { ack: 2 })
})

test('a file that cannot be sent is shown as failed, holds no other conversation, and leaves when asked again', async () => {
  const [broken, sound] = [await conversation(), await conversation()]
  await plant.control.fault('mediaFailure', 500, 1000, 'upload')
  const form = new FormData()
  form.set('body', 'recibo')
  form.set('medias', new File(['%PDF-1.4 recibo'], 'recibo.pdf', { type: 'application/pdf' }))
  const { body } = await plant.ask<{ messages: MessageView[] }>('POST', `/messages/${broken.ticketId}`, undefined, {
    form,
  })
  const [file] = body.messages as [MessageView]
  const other = await sound.answer('no meio tempo')
  await sound.becomes(other.id, { ack: 2 })
  await hurry('message.deliver', 7)
  await broken.becomes(file.id, { ack: -1, error: 'ERR_SENDING_WAPP_MSG' })
  await plant.control.fault('clear')
  await plant.do('POST', `/messages/${file.id}/retry`)
  const { media } = await plant.control.waitForMessage({ phone: broken.number, kind: 'document' })
  expect(media?.fileName).toBe('recibo.pdf')
  await broken.becomes(file.id, { ack: 2, error: null })
})

test('a file that cannot be fetched is shown as failed, other files come meanwhile, and it comes when asked again', async () => {
  const { say, messages, becomes } = await conversation()
  await plant.control.fault('mediaFailure', 500, 1, 'download')
  const { id: waId } = await say({ image: { sample: 'jpeg' }, caption: 'quebrada' })
  const { id } = await until('the picture', async () => (await messages()).find((each) => each.waId === waId))
  await until('a failed try', () => {
    const sqlite = openData(plant)
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
  await plant.control.fault('mediaFailure', 500, 1000, 'download')
  await hurry('media.fetch', 4)
  await becomes(id, { mediaStatus: 'failed' })
  await plant.control.fault('clear')
  await plant.do('POST', `/messages/${id}/retry`)
  const { mediaUrl } = await becomes(id, { mediaStatus: 'ready' })
  const bytes = await (await fetch(new URL(mediaUrl ?? '', plant.url))).bytes()
  expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

test('what the owner types on the phone is in the conversation, in its place, and ends what was unread', async () => {
  const { number, say, messages, ticketId } = await conversation()
  await say('um')
  await plant.control.typed({ owner: linked.owner, to: number, content: 'dois' })
  await until('all three', async () => (await messages()).length === 3)
  expect((await messages()).map(({ body, origin }) => [body, origin])).toEqual([
    ['Oi', 'customer'],
    ['um', 'customer'],
    ['dois', 'phone'],
  ])
  expect((await plant.get<{ unreadMessages: number }>(`/tickets/${ticketId}`)).unreadMessages).toBe(0)
})

test('what came while the executable was down is there after its start, in order, and is answered in order', async () => {
  const conversations = [await conversation(), await conversation(), await conversation()]
  await plant.end('SIGTERM')
  const texts = Array.from({ length: 15 }, (_, n) => `parado ${n}`)
  for (const text of texts) for (const { say } of conversations) await say(text)
  plant.start()
  for (const { messages } of conversations) {
    await until('all of them', async () => (await messages().catch(() => [])).length === texts.length + 1)
    expect((await messages()).map(({ body }) => body)).toEqual(['Oi', ...texts])
  }
})
