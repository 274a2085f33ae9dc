import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { momentIn } from '../../src/core/time'
import { mergeContacts } from '../../src/features/contacts/merge'
import { getContactRow } from '../../src/features/contacts/read'
import { applyAcks } from '../../src/features/messages/acks'
import { sendSchedule } from '../../src/features/schedules/jobs'
import { listSchedules } from '../../src/features/schedules/list'
import { attachMedia, removeMedia } from '../../src/features/schedules/media'
import type { Schedule } from '../../src/features/schedules/model'
import { getSchedule } from '../../src/features/schedules/read'
import { createSchedule, deleteSchedule, updateSchedule } from '../../src/features/schedules/service'
import { limits } from '../../src/shared/limits'
import { createInstallation, type Name } from '../installation'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-21T12:00:00.000Z')
const at = (ms: number) => new Date(start + ms).toISOString()

afterEach(() => void setSystemTime())

/** Maria, who is written to over a connection that is open unless told, and a clock that stands still until moved. */
async function desk({ open = true } = {}) {
  setSystemTime(start)
  const installation = await createInstallation()
  const { id: whatsappId, companyId } = await installation.insertConnection()
  const maria = await installation.insertContact('acme', { name: 'Maria Souza' })
  if (open) installation.whatsapp.openConnections.add(whatsappId)
  const plan = (sendAt = at(hour), body = 'Sua consulta é amanhã.', as: Name = 'bob') =>
    createSchedule(installation.scopeOf(as), { contactId: maria.id, body, sendAt })
  /** The clock moves on, and whatever is due by then is done. */
  const later = async (ms: number) => {
    setSystemTime(start + ms)
    await installation.jobs.settle()
  }
  const now = (id: number) => getSchedule(installation.systemScope(), id)
  const messages = () => installation.acme.select('messages').selectAll().orderBy('id').execute()
  const jobs = () =>
    installation.acme.select('jobs').select(['name', 'runAt']).where('name', '=', 'schedule.send').execute()
  const told = () => installation.published.filter(({ entity }) => entity === 'schedule').map(({ payload }) => payload)
  return { ...installation, ref: { companyId, whatsappId }, maria, plan, later, now, messages, jobRows: jobs, told }
}

describe('sending', () => {
  test('waits for its time, then is a message like any other, once', async () => {
    const { plan, later, now, messages, whatsapp, told, maria } = await desk()
    const { id } = await plan()
    await later(hour - 1)
    expect([await messages(), whatsapp.sent, (await now(id)).status]).toEqual([[], [], 'PENDENTE'])
    await later(hour)
    expect(whatsapp.sent).toMatchObject([{ content: { type: 'text', body: 'Sua consulta é amanhã.' } }])
    expect(await messages()).toMatchObject([{ origin: 'schedule', userId: 3, senderName: 'Bob', contactId: maria.id }])
    expect(await now(id)).toMatchObject({ status: 'ENVIADA', late: false, sentAt: at(hour), error: null })
    expect(told()).toMatchObject([
      { action: 'create', schedule: { id, status: 'PENDENTE' } },
      { action: 'update', schedule: { id, status: 'ENVIADA' } },
    ])
    await later(48 * hour)
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('is refused when the plan has lost it meanwhile, and said so', async () => {
    const { plan, later, now, messages, platform } = await desk()
    const { id } = await plan()
    await platform.transaction(({ db }) => db.updateTable('plans').set({ useSchedules: 0 }).execute())
    await later(hour)
    expect([await now(id), await messages()]).toMatchObject([{ status: 'ERRO', error: 'ERR_NO_PERMISSION' }, []])
  })

  test('waits while the licence has run out or the company is shut, and leaves late once it may', async () => {
    const { plan, later, now, whatsapp, platform } = await desk()
    const change = (values: { dueDate?: string; status?: 0 | 1 }) =>
      platform.transaction(({ db }) => db.updateTable('companies').set(values).execute())
    const [one, other] = [await plan(at(hour)), await plan(at(30 * minute))]
    await change({ dueDate: '2026-11-20' })
    await later(2 * hour)
    await change({ dueDate: '2026-12-20', status: 0 })
    await later(3 * hour)
    expect([(await now(one.id)).status, (await now(other.id)).status, whatsapp.sent]).toEqual([
      'PENDENTE',
      'PENDENTE',
      [],
    ])
    await change({ status: 1 })
    await later(4 * hour)
    expect([await now(one.id), await now(other.id)]).toMatchObject([
      { status: 'ENVIADA', late: true },
      { status: 'ENVIADA', late: true },
    ])
    expect(whatsapp.sent).toHaveLength(2)
  })

  test('is given up a day after its time when nobody has renewed, and says why', async () => {
    const { plan, later, now, platform, jobRows, whatsapp } = await desk()
    const { id } = await plan()
    await platform.transaction(({ db }) => db.updateTable('companies').set({ dueDate: '2026-11-20' }).execute())
    await later(24 * hour)
    expect((await now(id)).status).toBe('PENDENTE')
    await later(26 * hour)
    expect(await now(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_LICENCE' })
    expect([await jobRows(), whatsapp.sent]).toEqual([[], []])
  })

  test('a job that runs again sends nothing again', async () => {
    const { plan, later, messages, systemScope, whatsapp } = await desk()
    const { id } = await plan()
    await later(hour)
    for (const number of [2, 3]) await sendSchedule.run(systemScope(), { scheduleId: id }, { number, last: false })
    expect([(await messages()).length, whatsapp.sent.length]).toEqual([1, 1])
  })

  test('of two runs at once only one sends', async () => {
    const { plan, messages, systemScope } = await desk()
    const { id } = await plan()
    setSystemTime(start + hour)
    const run = () =>
      sendSchedule.run(systemScope(), { scheduleId: id }, { number: 1, last: false }).catch(() => 'again')
    await Promise.all([run(), run(), run()])
    expect(await messages()).toHaveLength(1)
  })

  test('after downtime it leaves late and says so; after a day it does not leave at all', async () => {
    const { plan, later, now, whatsapp } = await desk()
    const [soon, old] = [await plan(at(hour)), await plan(at(1 * minute))]
    await later(24 * hour + 2 * minute)
    expect(await now(soon.id)).toMatchObject({ status: 'ENVIADA', late: true })
    expect(await now(old.id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_MISSED', sentAt: null })
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('without a connection it waits visibly, leaves when it opens, and gives up after a day', async () => {
    const { plan, later, now, whatsapp, ref, ports, jobs, jobRows } = await desk({ open: false })
    const [one, other] = [await plan(at(hour)), await plan(at(23 * hour))]
    await later(hour)
    expect(await now(one.id)).toMatchObject({ status: 'AGENDADA', error: null })
    await later(23 * hour)
    await later(25 * hour + minute)
    expect(await now(one.id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_MISSED' })
    whatsapp.openConnections.add(ref.whatsappId)
    await ports.releaseJobs(`wa:${ref.whatsappId}`)
    await jobs.settle()
    expect(await now(other.id)).toMatchObject({ status: 'ENVIADA', late: true })
    expect([whatsapp.sent.length, await jobRows()]).toEqual([1, []])
  })

  test('what waits for one connection takes another way when the customer has moved there', async () => {
    const { plan, later, now, whatsapp, insertConnection, insertTicket, maria, jobRows } = await desk({ open: false })
    const { id } = await plan()
    await later(hour)
    const other = await insertConnection()
    whatsapp.openConnections.add(other.id)
    await insertTicket({ status: 'open', userId: 3, contactId: maria.id, whatsappId: other.id })
    await later(hour + 11 * minute)
    expect([(await now(id)).status, whatsapp.sent.length, await jobRows()]).toEqual(['ENVIADA', 1, []])
  })

  test('a clock set back makes nothing leave early, nor twice, nor never', async () => {
    const { plan, later, now, whatsapp } = await desk()
    const { id } = await plan(at(2 * hour))
    setSystemTime(start + 2 * hour)
    setSystemTime(start + hour)
    await later(hour)
    expect((await now(id)).status).toBe('PENDENTE')
    await later(3 * hour)
    await later(2 * hour)
    await later(4 * hour)
    expect([(await now(id)).status, whatsapp.sent.length]).toEqual(['ENVIADA', 1])
  })

  test('what WhatsApp refuses is told on the calendar too, and can be armed again', async () => {
    const { plan, later, jobs, now, messages, systemScope, ref, scopeOf, whatsapp } = await desk()
    const { id } = await plan()
    await later(hour)
    const [message] = await messages()
    await applyAcks(systemScope(), ref, [{ waId: message?.waId as string, ack: -1, error: '403' }])
    await jobs.settle()
    expect(await now(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SENDING_WAPP_MSG' })
    await updateSchedule(scopeOf('bob'), id, { sendAt: at(2 * hour) })
    await later(2 * hour)
    expect([(await now(id)).status, whatsapp.sent.length]).toEqual(['ENVIADA', 2])
  })

  test('a failure that stays is told with its reason', async () => {
    const { plan, now, systemScope } = await desk()
    const { id } = await plan()
    await sendSchedule.parked?.(systemScope(), { scheduleId: id })
    expect(await now(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SENDING_WAPP_MSG' })
  })

  test('variables are filled in when it leaves', async () => {
    const { plan, later, messages, insertTicket, maria, ref, acme } = await desk()
    const { id } = await insertTicket({ status: 'open', userId: 3, contactId: maria.id, whatsappId: ref.whatsappId })
    const createdAt = new Date(start).toISOString()
    await acme.transaction((tx) => tx.update('tickets').set({ createdAt }).where('id', '=', id).execute())
    await plan(at(6 * hour), '{{ms}}, {{firstName}}! {{date}} {{protocol}} {{outra}}')
    await later(6 * hour)
    expect((await messages())[0]?.body).toBe(`Boa tarde, Maria! 21/11/2026 20261121${id} {{outra}}`)
  })
})

test('a text that filling makes longer than a message may be leaves cut', async () => {
  const { plan, later, messages, now, maria, acme } = await desk()
  await acme.transaction((tx) =>
    tx
      .update('contacts')
      .set({ name: 'N'.repeat(1000) })
      .where('id', '=', maria.id)
      .execute(),
  )
  const { id } = await plan(at(hour), '{{name}}'.repeat(500))
  await later(hour)
  expect((await messages()).map(({ body }) => body)).toEqual(['N'.repeat(limits.messageBody.max)])
  expect(await now(id)).toMatchObject({ status: 'ENVIADA', error: null })
})

describe('where it goes', () => {
  test('into the newest conversation that is not closed, over its connection', async () => {
    const { plan, later, messages, insertTicket, insertConnection, maria, whatsapp, now } = await desk()
    const other = await insertConnection()
    whatsapp.openConnections.add(other.id)
    const open = await insertTicket({ status: 'open', userId: 3, contactId: maria.id, whatsappId: other.id })
    const { id } = await plan()
    await later(hour)
    expect(await messages()).toMatchObject([{ ticketId: open.id, whatsappId: other.id }])
    expect((await now(id)).status).toBe('ENVIADA')
  })

  test('who waits for an answer goes on waiting: nobody has read what they wrote', async () => {
    const { plan, later, insertTicket, maria, ref, acme } = await desk()
    const { id } = await insertTicket({ status: 'pending', contactId: maria.id, whatsappId: ref.whatsappId })
    const row = acme.select('tickets').select(['status', 'unreadMessages', 'lastMessage']).where('id', '=', id)
    await acme.transaction((tx) => tx.update('tickets').set({ unreadMessages: 2 }).where('id', '=', id).execute())
    await plan()
    await later(hour)
    const lastMessage = 'Sua consulta é amanhã.'
    expect(await row.executeTakeFirst()).toEqual({ status: 'pending', unreadMessages: 2, lastMessage })
  })

  test('else into a new closed one over the last connection, which its author sees and nobody has to answer', async () => {
    const { plan, later, messages, insertTicket, insertConnection, maria, whatsapp, acme } = await desk()
    const other = await insertConnection()
    whatsapp.openConnections.add(other.id)
    const old = await insertTicket({ status: 'closed', queueId: 1, contactId: maria.id, whatsappId: other.id })
    await plan()
    await later(hour)
    const [message] = await messages()
    expect([message?.whatsappId, message?.ticketId === old.id]).toEqual([other.id, false])
    const made = acme
      .select('tickets')
      .selectAll()
      .where('id', '=', message?.ticketId as number)
    expect(await made.executeTakeFirst()).toMatchObject({ status: 'closed', userId: 3, queueId: 1, unreadMessages: 0 })
    const lines = await acme.select('ticket_events').select(['kind', 'fromUserId', 'toUserId']).execute()
    expect(lines).toEqual([{ kind: 'created', fromUserId: null, toUserId: 3 }]) // from nobody, as every other
  })

  test('a company without any connection is told so', async () => {
    const { scopeOf, insertContact, jobs, systemScope } = await createInstallation()
    setSystemTime(start)
    const { id: contactId } = await insertContact()
    const { id } = await createSchedule(scopeOf('bob'), { contactId, body: 'Bom dia', sendAt: at(0) })
    await jobs.settle()
    expect(await getSchedule(systemScope(), id)).toMatchObject({ status: 'ERRO', error: 'ERR_NO_DEF_WAPP_FOUND' })
  })

  test('it follows a contact that becomes one with another', async () => {
    const { plan, insertContact, later, now, systemScope, maria, whatsapp } = await desk()
    const { id } = await plan()
    const keep = await insertContact('acme', { name: 'Maria', number: '5511977776666' })
    await systemScope().transaction(async (scope) =>
      mergeContacts(scope, await getContactRow(scope, keep.id), await getContactRow(scope, maria.id)),
    )
    await later(hour)
    expect(await now(id)).toMatchObject({ contactId: keep.id, status: 'ENVIADA' })
    expect(whatsapp.sent).toMatchObject([{ jid: '5511977776666@s.whatsapp.net' }])
  })
})

describe('changing', () => {
  test('a new time takes the place of the old one', async () => {
    const { plan, later, now, scopeOf, whatsapp, jobRows } = await desk()
    const { id } = await plan(at(hour))
    await updateSchedule(scopeOf('bob'), id, { sendAt: at(3 * hour) })
    expect(await jobRows()).toEqual([{ name: 'schedule.send', runAt: at(3 * hour) }])
    await later(2 * hour)
    expect(whatsapp.sent).toEqual([])
    await later(3 * hour)
    expect([(await now(id)).status, whatsapp.sent.length]).toEqual(['ENVIADA', 1])
  })

  test('one that failed is armed again by a time that lies ahead', async () => {
    const { plan, later, now, scopeOf, whatsapp, ref } = await desk({ open: false })
    const { id } = await plan(at(hour))
    await later(26 * hour)
    expect((await now(id)).status).toBe('ERRO')
    await expect(updateSchedule(scopeOf('bob'), id, { body: 'Outro texto' })).rejects.toMatchObject({
      code: 'ERR_SCHEDULE_PAST',
    })
    whatsapp.openConnections.add(ref.whatsappId)
    expect(await updateSchedule(scopeOf('bob'), id, { sendAt: at(27 * hour) })).toMatchObject({
      status: 'PENDENTE',
      error: null,
    })
    await later(27 * hour)
    expect(await now(id)).toMatchObject({ status: 'ENVIADA', late: false })
  })

  test('what was sent stays as it is; what is deleted is not sent', async () => {
    const { plan, later, scopeOf, whatsapp, jobRows } = await desk()
    const [sent, deleted] = [await plan(at(hour)), await plan(at(2 * hour))]
    await deleteSchedule(scopeOf('bob'), deleted.id)
    await later(3 * hour)
    const refusal = { code: 'ERR_SCHEDULE_SENT' }
    await expect(updateSchedule(scopeOf('bob'), sent.id, { body: 'Outro texto' })).rejects.toMatchObject(refusal)
    await expect(removeMedia(scopeOf('bob'), sent.id)).rejects.toMatchObject(refusal)
    expect([whatsapp.sent.length, await jobRows()]).toEqual([1, []])
    await deleteSchedule(scopeOf('bob'), sent.id)
  })

  test('by its author and by admins only', async () => {
    const { plan, scopeOf } = await desk()
    const { id } = await plan()
    for (const as of ['sara', 'caio'] as const) {
      const refusal = { code: 'ERR_NO_PERMISSION' }
      await expect(updateSchedule(scopeOf(as), id, { body: 'Outro texto' })).rejects.toMatchObject(refusal)
      await expect(deleteSchedule(scopeOf(as), id)).rejects.toMatchObject(refusal)
    }
    expect(await updateSchedule(scopeOf('ana'), id, { body: 'Outro texto' })).toMatchObject({ body: 'Outro texto' })
  })

  test('the past, groups and what is no time are refused', async () => {
    const { plan, acme, maria } = await desk()
    await expect(plan(at(-2 * minute))).rejects.toMatchObject({ code: 'ERR_SCHEDULE_PAST' })
    expect(await plan(at(-30_000))).toMatchObject({ status: 'PENDENTE' })
    await expect(plan('2026-13-40T10:00')).rejects.toMatchObject({ detail: { fields: ['sendAt'] } })
    await acme.transaction((tx) => tx.update('contacts').set({ isGroup: 1 }).where('id', '=', maria.id).execute())
    await expect(plan()).rejects.toMatchObject({ detail: { fields: ['contactId'] } })
  })
})

describe('a picture', () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
  const picture = (name = 'foto.png') => new File([Buffer.from(pixel, 'base64')], name, { type: 'image/png' })

  test('goes along with the text as its caption', async () => {
    const { plan, later, scopeOf, whatsapp, messages } = await desk()
    const { id } = await plan()
    expect(await attachMedia(scopeOf('bob'), id, picture('a foto.png'))).toMatchObject({ mediaName: 'a_foto.png' })
    await later(hour)
    expect(whatsapp.sent).toMatchObject([{ content: { kind: 'image', caption: 'Sua consulta é amanhã.' } }])
    expect(await messages()).toMatchObject([{ mediaType: 'image', mediaStatus: 'ready' }])
  })

  test('is a picture by its bytes, and leaves no room for more than a caption', async () => {
    const { plan, scopeOf, now } = await desk()
    const { id } = await plan()
    const lie = new File(['<html>'], 'foto.png', { type: 'image/png' })
    await expect(attachMedia(scopeOf('bob'), id, lie)).rejects.toMatchObject({ code: 'ERR_MEDIA_TYPE' })
    await attachMedia(scopeOf('bob'), id, picture())
    const long = { body: 'a'.repeat(1025) }
    await expect(updateSchedule(scopeOf('bob'), id, long)).rejects.toMatchObject({ detail: { fields: ['body'] } })
    await removeMedia(scopeOf('bob'), id)
    expect(await updateSchedule(scopeOf('bob'), id, long)).toMatchObject({ mediaId: null })
    expect((await now(id)).mediaPath).toBeNull()
  })
})

describe('lists', () => {
  test('pages from the newest, each row once; events and pages make what a fresh load shows', async () => {
    const { plan, scopeOf, published } = await desk()
    const seen = new Map<number, Schedule>()
    for (let n = 0; n < 45; n++) {
      setSystemTime(start + n)
      await plan(at(hour + n))
    }
    published.length = 0
    let page = await listSchedules(scopeOf('bob'), {})
    expect([page.count, page.schedules[0]?.sendAt]).toEqual([45, at(hour + 44)])
    await updateSchedule(scopeOf('bob'), 45, { body: 'Outro texto' })
    await deleteSchedule(scopeOf('bob'), 30)
    const keep = (rows: Schedule[]) => rows.forEach((row) => void seen.set(row.id, row))
    keep(page.schedules)
    while (page.next) {
      page = await listSchedules(scopeOf('bob'), { cursor: page.next })
      keep(page.schedules)
    }
    for (const { payload } of published as { payload: { schedule?: Schedule; scheduleId?: number } }[]) {
      if (payload.schedule) seen.set(payload.schedule.id, payload.schedule)
      if (payload.scheduleId) seen.delete(payload.scheduleId)
    }
    const fresh = await listSchedules(scopeOf('bob'), { dateStart: '2026-11-01', dateEnd: '2026-11-30' })
    expect([...seen.values()].sort((a, b) => a.id - b.id)).toEqual(fresh.schedules)
  })

  test('days are the company’s: the last hour of a day belongs to it', async () => {
    const { plan, scopeOf } = await desk()
    const { id } = await plan('2026-11-30T23:30') // 02:30 of the next day in UTC
    const on = async (day: string) =>
      (await listSchedules(scopeOf('bob'), { dateStart: day, dateEnd: day })).schedules.map((row) => row.id)
    expect([await on('2026-11-30'), await on('2026-12-01')]).toEqual([[id], []])
    await expect(on('2026-02-31')).rejects.toMatchObject({ detail: { fields: ['dateStart'] } })
  })

  test('by contact, author and words without accents', async () => {
    const { plan, scopeOf, maria } = await desk()
    const [one, two] = [await plan(at(hour), 'Reunião à tarde'), await plan(at(hour), 'Outra coisa', 'ana')]
    const found = async (query: object) => (await listSchedules(scopeOf('bob'), query)).schedules.map(({ id }) => id)
    expect(await found({ searchParam: 'REUNIAO' })).toEqual([one.id])
    expect(await found({ searchParam: 'souza' })).toEqual([two.id, one.id])
    expect(await found({ userId: 1 })).toEqual([two.id])
    expect(await found({ contactId: maria.id + 1 })).toEqual([])
  })
})

const zones = ['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
const wall = (zone: string, iso: string) =>
  Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })

test('what a person reads on the company’s clock is what they chose, but for hours the clock skips', () => {
  const time = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(time, fc.constantFrom(...zones), (date, zone) => {
      const text = date.toISOString().slice(0, 16)
      const shown = wall(zone, momentIn(zone, text))
      if (shown !== text) expect(shown > text && shown < `${date.toISOString().slice(0, 11)}24`).toBe(true)
    }),
    { numRuns: 500 },
  )
  // The night the clocks of São Paulo went forward, and an hour New York lives twice.
  expect(momentIn('America/Sao_Paulo', '2018-11-04T00:30')).toBe('2018-11-04T03:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(momentIn('America/Sao_Paulo', '2026-11-21T10:00:00-02:00')).toBe('2026-11-21T12:00:00.000Z')
})
