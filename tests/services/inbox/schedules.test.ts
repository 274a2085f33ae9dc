import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import type { Attempt } from '../../../src/core/jobs/job'
import { momentIn } from '../../../src/core/time'
import { getContactRow } from '../../../src/features/contacts/contacts/read'
import { mergeContacts } from '../../../src/features/inbox/contact-merges/merge'
import { applyAcks } from '../../../src/features/inbox/messages/acks'
import { sendSchedule } from '../../../src/features/inbox/schedules/jobs'
import { listSchedules } from '../../../src/features/inbox/schedules/list'
import { attachMedia, removeMedia } from '../../../src/features/inbox/schedules/media'
import type { Schedule } from '../../../src/features/inbox/schedules/model'
import { getSchedule, readSchedule } from '../../../src/features/inbox/schedules/read'
import { createSchedule, deleteSchedule, updateSchedule } from '../../../src/features/inbox/schedules/service'
import { limits } from '../../../src/shared/limits'
import { createInstallation, type Name } from '../../installation'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-21T12:00:00.000Z')
const at = (ms: number) => new Date(start + ms).toISOString()
const attempt: Attempt = { number: 1, last: false }

afterEach(() => void setSystemTime())

/** Contact Maria with a connection, open by default, and a clock that moves only by `runAfter`. */
async function createScheduler({ open = true } = {}) {
  setSystemTime(start)
  const installation = await createInstallation()
  const { id: whatsappId, companyId } = await installation.insertConnection()
  const maria = await installation.insertContact('acme', { name: 'Maria Souza' })
  if (open) installation.whatsapp.openConnections.add(whatsappId)
  const scheduleMessage = (sendAt = at(hour), body = 'Sua consulta é amanhã.', as: Name = 'bob') =>
    createSchedule(installation.scopeOf(as), { contactId: maria.id, body, sendAt })
  /** Sets the clock to `ms` after the start and runs due jobs. */
  const runAfter = async (ms: number) => {
    setSystemTime(start + ms)
    await installation.jobs.settle()
  }
  const getCurrent = (id: number) => readSchedule(installation.systemScope(), id)
  const messages = () => installation.acme.select('messages').selectAll().orderBy('id').execute()
  const jobs = () =>
    installation.acme.select('jobs').select(['name', 'runAt']).where('name', '=', 'schedule.send').execute()
  const scheduleEvents = () =>
    installation.published.filter(({ entity }) => entity === 'schedule').map(({ payload }) => payload)
  return {
    ...installation,
    ref: { companyId, whatsappId },
    maria,
    scheduleMessage,
    runAfter,
    getCurrent,
    messages,
    jobRows: jobs,
    scheduleEvents,
  }
}

describe('a scheduled message', () => {
  test('is sent once at its time and becomes a normal message', async () => {
    const { scheduleMessage, runAfter, getCurrent, messages, whatsapp, scheduleEvents, maria } = await createScheduler()
    const { id } = await scheduleMessage()
    await runAfter(hour - 1)
    expect([await messages(), whatsapp.sent, (await getCurrent(id)).status]).toEqual([[], [], 'PENDENTE'])
    await runAfter(hour)
    expect(whatsapp.sent).toMatchObject([{ content: { type: 'text', body: 'Sua consulta é amanhã.' } }])
    expect(await messages()).toMatchObject([{ origin: 'schedule', userId: 3, senderName: 'Bob', contactId: maria.id }])
    expect(await getCurrent(id)).toMatchObject({ status: 'ENVIADA', late: false, sentAt: at(hour), error: null })
    expect(scheduleEvents()).toMatchObject([
      { action: 'create', schedule: { id, status: 'PENDENTE' } },
      { action: 'update', schedule: { id, status: 'ENVIADA' } },
    ])
    await runAfter(48 * hour)
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('fails with an event when the plan no longer has schedules', async () => {
    const { scheduleMessage, runAfter, getCurrent, messages, platform } = await createScheduler()
    const { id } = await scheduleMessage()
    await platform.transaction(({ db }) => db.updateTable('plans').set({ useSchedules: 0 }).execute())
    await runAfter(hour)
    expect([await getCurrent(id), await messages()]).toMatchObject([{ status: 'ERRO', error: 'ERR_NO_PERMISSION' }, []])
  })

  test('waits while the licence is expired or the company disabled, and is sent late after that', async () => {
    const { scheduleMessage, runAfter, getCurrent, whatsapp, platform } = await createScheduler()
    const change = (values: { dueDate?: string; status?: 0 | 1 }) =>
      platform.transaction(({ db }) => db.updateTable('companies').set(values).execute())
    const [one, other] = [await scheduleMessage(at(hour)), await scheduleMessage(at(30 * minute))]
    await change({ dueDate: '2026-11-20' })
    await runAfter(2 * hour)
    await change({ dueDate: '2026-12-20', status: 0 })
    await runAfter(3 * hour)
    expect([(await getCurrent(one.id)).status, (await getCurrent(other.id)).status, whatsapp.sent]).toEqual([
      'PENDENTE',
      'PENDENTE',
      [],
    ])
    await change({ status: 1 })
    await runAfter(4 * hour)
    expect([await getCurrent(one.id), await getCurrent(other.id)]).toMatchObject([
      { status: 'ENVIADA', late: true },
      { status: 'ENVIADA', late: true },
    ])
    expect(whatsapp.sent).toHaveLength(2)
  })

  test('fails with a reason a day after its time without a renewal', async () => {
    const { scheduleMessage, runAfter, getCurrent, platform, jobRows, whatsapp } = await createScheduler()
    const { id } = await scheduleMessage()
    await platform.transaction(({ db }) => db.updateTable('companies').set({ dueDate: '2026-11-20' }).execute())
    await runAfter(24 * hour)
    expect((await getCurrent(id)).status).toBe('PENDENTE')
    await runAfter(26 * hour)
    expect(await getCurrent(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_LICENCE' })
    expect([await jobRows(), whatsapp.sent]).toEqual([[], []])
  })

  test('is not sent again by a job that runs again', async () => {
    const { scheduleMessage, runAfter, messages, systemScope, whatsapp } = await createScheduler()
    const { id } = await scheduleMessage()
    await runAfter(hour)
    for (const number of [2, 3]) await sendSchedule.run(systemScope(), { scheduleId: id }, { number, last: false })
    expect([(await messages()).length, whatsapp.sent.length]).toEqual([1, 1])
  })

  test('is sent once by two concurrent runs of its job', async () => {
    const { scheduleMessage, messages, systemScope } = await createScheduler()
    const { id } = await scheduleMessage()
    setSystemTime(start + hour)
    const run = () =>
      sendSchedule.run(systemScope(), { scheduleId: id }, { number: 1, last: false }).catch(() => 'again')
    await Promise.all([run(), run(), run()])
    expect(await messages()).toHaveLength(1)
  })

  test('is sent late and marked after a downtime, and fails after a day', async () => {
    const { scheduleMessage, runAfter, getCurrent, whatsapp } = await createScheduler()
    const [soon, old] = [await scheduleMessage(at(hour)), await scheduleMessage(at(1 * minute))]
    await runAfter(24 * hour + 2 * minute)
    expect(await getCurrent(soon.id)).toMatchObject({ status: 'ENVIADA', late: true })
    expect(await getCurrent(old.id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_MISSED', sentAt: null })
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('waits as AGENDADA without an open connection, is sent when it opens, and fails after a day', async () => {
    const { scheduleMessage, runAfter, getCurrent, whatsapp, ref, ports, jobs, jobRows } = await createScheduler({
      open: false,
    })
    const [one, other] = [await scheduleMessage(at(hour)), await scheduleMessage(at(23 * hour))]
    await runAfter(hour)
    expect(await getCurrent(one.id)).toMatchObject({ status: 'AGENDADA', error: null })
    await runAfter(23 * hour)
    await runAfter(25 * hour + minute)
    expect(await getCurrent(one.id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_MISSED' })
    whatsapp.openConnections.add(ref.whatsappId)
    await ports.releaseJobs(`wa:${ref.whatsappId}`)
    await jobs.settle()
    expect(await getCurrent(other.id)).toMatchObject({ status: 'ENVIADA', late: true })
    expect([whatsapp.sent.length, await jobRows()]).toEqual([1, []])
  })

  test("uses the connection of the customer's newer ticket instead of the one it waited for", async () => {
    const { scheduleMessage, runAfter, getCurrent, whatsapp, insertConnection, insertTicket, maria, jobRows } =
      await createScheduler({ open: false })
    const { id } = await scheduleMessage()
    await runAfter(hour)
    const other = await insertConnection()
    whatsapp.openConnections.add(other.id)
    await insertTicket({ status: 'open', userId: 3, contactId: maria.id, whatsappId: other.id })
    await runAfter(hour + 11 * minute)
    expect([(await getCurrent(id)).status, whatsapp.sent.length, await jobRows()]).toEqual(['ENVIADA', 1, []])
  })

  test('is sent once and not early when the clock is set back', async () => {
    const { scheduleMessage, runAfter, getCurrent, whatsapp } = await createScheduler()
    const { id } = await scheduleMessage(at(2 * hour))
    setSystemTime(start + 2 * hour)
    setSystemTime(start + hour)
    await runAfter(hour)
    expect((await getCurrent(id)).status).toBe('PENDENTE')
    await runAfter(3 * hour)
    await runAfter(2 * hour)
    await runAfter(4 * hour)
    expect([(await getCurrent(id)).status, whatsapp.sent.length]).toEqual(['ENVIADA', 1])
  })

  test('waits until its time when its job runs early, for at most an hour at once', async () => {
    const { scheduleMessage, scopeOf, whatsapp } = await createScheduler()
    const { id } = await scheduleMessage(at(5 * hour))
    const runAt = (ms: number) => {
      setSystemTime(start + ms)
      return sendSchedule.run(scopeOf('bob'), { scheduleId: id }, attempt)
    }
    await expect(runAt(0)).rejects.toMatchObject({ seconds: 3600 })
    await expect(runAt(4.5 * hour)).rejects.toMatchObject({ seconds: 1800 })
    expect(whatsapp.sent).toEqual([])
  })

  test('that WhatsApp refuses is shown in the calendar and can be scheduled again', async () => {
    const { scheduleMessage, runAfter, jobs, getCurrent, messages, systemScope, ref, scopeOf, whatsapp } =
      await createScheduler()
    const { id } = await scheduleMessage()
    await runAfter(hour)
    const [message] = await messages()
    await applyAcks(systemScope(), ref, [{ waId: message?.waId as string, ack: -1, error: '403' }])
    await jobs.settle()
    expect(await getCurrent(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SENDING_WAPP_MSG' })
    await updateSchedule(scopeOf('bob'), id, { sendAt: at(2 * hour) })
    await runAfter(2 * hour)
    expect([(await getCurrent(id)).status, whatsapp.sent.length]).toEqual(['ENVIADA', 2])
  })

  test('that fails for good publishes the reason', async () => {
    const { scheduleMessage, getCurrent, systemScope } = await createScheduler()
    const { id } = await scheduleMessage()
    await sendSchedule.parked?.(systemScope(), { scheduleId: id })
    expect(await getCurrent(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SENDING_WAPP_MSG' })
  })

  test('replaces variables at the time of sending', async () => {
    const { scheduleMessage, runAfter, messages, insertTicket, maria, ref, acme } = await createScheduler()
    const { id } = await insertTicket({ status: 'open', userId: 3, contactId: maria.id, whatsappId: ref.whatsappId })
    const createdAt = new Date(start).toISOString()
    await acme.transaction((tx) => tx.update('tickets').set({ createdAt }).where('id', '=', id).execute())
    await scheduleMessage(at(6 * hour), '{{ms}}, {{firstName}}! {{date}} {{protocol}} {{outra}}')
    await runAfter(6 * hour)
    expect((await messages())[0]?.body).toBe(`Boa tarde, Maria! 21/11/2026 20261121${id} {{outra}}`)
  })
})

describe('a scheduled message to a person without a conversation', () => {
  test('leaves one interval after the message before, shows until when it waits, and delays campaigns', async () => {
    const { scheduleMessage, scopeOf, insertContact, runAfter, getCurrent, whatsapp, acme } = await createScheduler()
    const joao = await insertContact('acme', { name: 'João Lima' })
    const first = await scheduleMessage()
    const draft = { contactId: joao.id, body: 'Sua consulta é amanhã.', sendAt: at(hour) }
    const second = await createSchedule(scopeOf('bob'), draft)
    await runAfter(hour)
    expect(await getCurrent(first.id)).toMatchObject({ status: 'ENVIADA', waitUntil: null })
    const { nextSendAt } = await acme.select('cold_lanes').select('nextSendAt').executeTakeFirstOrThrow()
    expect(await getCurrent(second.id)).toMatchObject({ status: 'PENDENTE', waitUntil: nextSendAt })
    expect(whatsapp.sent).toHaveLength(1)
    await runAfter(Date.parse(nextSendAt as string) - start - 1)
    expect(whatsapp.sent).toHaveLength(1)
    await runAfter(Date.parse(nextSendAt as string) - start)
    expect(await getCurrent(second.id)).toMatchObject({ status: 'ENVIADA', waitUntil: null })
    expect(whatsapp.sent).toHaveLength(2)
    const lane = await acme.select('cold_lanes').select('nextSendAt').executeTakeFirstOrThrow()
    expect((lane.nextSendAt as string) > (nextSendAt as string)).toBe(true)
  })

  test('does not wait when the person got or wrote a message within a day', async () => {
    const { scheduleMessage, runAfter, getCurrent } = await createScheduler()
    const ids: number[] = []
    for (const time of [hour, hour + 1000, hour + 2000]) ids.push((await scheduleMessage(at(time))).id)
    for (const time of [hour, hour + 1000, hour + 2000]) await runAfter(time)
    for (const id of ids) expect(await getCurrent(id)).toMatchObject({ status: 'ENVIADA', waitUntil: null })
  })
})

test('a text that variables make longer than the limit is cut', async () => {
  const { scheduleMessage, runAfter, messages, getCurrent, maria, acme } = await createScheduler()
  await acme.transaction((tx) =>
    tx
      .update('contacts')
      .set({ name: 'N'.repeat(1000) })
      .where('id', '=', maria.id)
      .execute(),
  )
  const { id } = await scheduleMessage(at(hour), '{{name}}'.repeat(500))
  await runAfter(hour)
  expect((await messages()).map(({ body }) => body)).toEqual(['N'.repeat(limits.messageBody.max)])
  expect(await getCurrent(id)).toMatchObject({ status: 'ENVIADA', error: null })
})

describe('the ticket of a sent schedule', () => {
  test('is the newest one that is not closed, with its connection', async () => {
    const { scheduleMessage, runAfter, messages, insertTicket, insertConnection, maria, whatsapp, getCurrent } =
      await createScheduler()
    const other = await insertConnection()
    whatsapp.openConnections.add(other.id)
    const open = await insertTicket({ status: 'open', userId: 3, contactId: maria.id, whatsappId: other.id })
    const { id } = await scheduleMessage()
    await runAfter(hour)
    expect(await messages()).toMatchObject([{ ticketId: open.id, whatsappId: other.id }])
    expect((await getCurrent(id)).status).toBe('ENVIADA')
  })

  test('stays pending and unread when it was', async () => {
    const { scheduleMessage, runAfter, insertTicket, maria, ref, acme } = await createScheduler()
    const { id } = await insertTicket({
      status: 'pending',
      queueId: 1,
      contactId: maria.id,
      whatsappId: ref.whatsappId,
    })
    const row = acme.select('tickets').select(['status', 'unreadMessages', 'lastMessage']).where('id', '=', id)
    await acme.transaction((tx) => tx.update('tickets').set({ unreadMessages: 2 }).where('id', '=', id).execute())
    await scheduleMessage()
    await runAfter(hour)
    const lastMessage = 'Sua consulta é amanhã.'
    expect(await row.executeTakeFirst()).toEqual({ status: 'pending', unreadMessages: 2, lastMessage })
  })

  test('without a live ticket is a new closed one on the last connection, visible to the author', async () => {
    const { scheduleMessage, runAfter, messages, insertTicket, insertConnection, maria, whatsapp, acme } =
      await createScheduler()
    const other = await insertConnection()
    whatsapp.openConnections.add(other.id)
    const old = await insertTicket({ status: 'closed', queueId: 1, contactId: maria.id, whatsappId: other.id })
    await scheduleMessage()
    await runAfter(hour)
    const [message] = await messages()
    expect([message?.whatsappId, message?.ticketId === old.id]).toEqual([other.id, false])
    const made = acme
      .select('tickets')
      .selectAll()
      .where('id', '=', message?.ticketId as number)
    expect(await made.executeTakeFirst()).toMatchObject({ status: 'closed', userId: 3, queueId: 1, unreadMessages: 0 })
    const lines = await acme.select('ticket_events').select(['kind', 'fromUserId', 'toUserId']).execute()
    expect(lines).toEqual([{ kind: 'created', fromUserId: null, toUserId: 3 }]) // without a previous user, like every new ticket
  })

  test('is none in a company without connection, and the schedule fails with that reason', async () => {
    const { scopeOf, insertContact, jobs, systemScope } = await createInstallation()
    setSystemTime(start)
    const { id: contactId } = await insertContact()
    const { id } = await createSchedule(scopeOf('bob'), { contactId, body: 'Bom dia', sendAt: at(0) })
    await jobs.settle()
    expect(await readSchedule(systemScope(), id)).toMatchObject({ status: 'ERRO', error: 'ERR_NO_DEF_WAPP_FOUND' })
  })

  test('belongs to the remaining contact after a merge', async () => {
    const { scheduleMessage, insertContact, runAfter, getCurrent, systemScope, maria, whatsapp } =
      await createScheduler()
    const { id } = await scheduleMessage()
    const keep = await insertContact('acme', { name: 'Maria', number: '5511977776666' })
    await systemScope().transaction(async (scope) =>
      mergeContacts(scope, await getContactRow(scope, keep.id), await getContactRow(scope, maria.id)),
    )
    await runAfter(hour)
    expect(await getCurrent(id)).toMatchObject({ contactId: keep.id, status: 'ENVIADA' })
    expect(whatsapp.sent).toMatchObject([{ jid: '5511977776666@s.whatsapp.net' }])
  })
})

describe('a change of a schedule', () => {
  test('to another time replaces the old job', async () => {
    const { scheduleMessage, runAfter, getCurrent, scopeOf, whatsapp, jobRows } = await createScheduler()
    const { id } = await scheduleMessage(at(hour))
    await updateSchedule(scopeOf('bob'), id, { sendAt: at(3 * hour) })
    expect(await jobRows()).toEqual([{ name: 'schedule.send', runAt: at(3 * hour) }])
    await runAfter(2 * hour)
    expect(whatsapp.sent).toEqual([])
    await runAfter(3 * hour)
    expect([(await getCurrent(id)).status, whatsapp.sent.length]).toEqual(['ENVIADA', 1])
  })

  test('that moves a failed one to the future schedules it again', async () => {
    const { scheduleMessage, runAfter, getCurrent, scopeOf, whatsapp, ref } = await createScheduler({ open: false })
    const { id } = await scheduleMessage(at(hour))
    await runAfter(26 * hour)
    expect((await getCurrent(id)).status).toBe('ERRO')
    await expect(updateSchedule(scopeOf('bob'), id, { body: 'Outro texto' })).rejects.toMatchObject({
      code: 'ERR_SCHEDULE_PAST',
    })
    whatsapp.openConnections.add(ref.whatsappId)
    expect(await updateSchedule(scopeOf('bob'), id, { sendAt: at(27 * hour) })).toMatchObject({
      status: 'PENDENTE',
      error: null,
    })
    await runAfter(27 * hour)
    expect(await getCurrent(id)).toMatchObject({ status: 'ENVIADA', late: false })
  })

  test('is refused once it was sent, and a deleted schedule is not sent', async () => {
    const { scheduleMessage, runAfter, scopeOf, whatsapp, jobRows } = await createScheduler()
    const [sent, deleted] = [await scheduleMessage(at(hour)), await scheduleMessage(at(2 * hour))]
    await deleteSchedule(scopeOf('bob'), deleted.id)
    await runAfter(3 * hour)
    const refusal = { code: 'ERR_SCHEDULE_SENT' }
    await expect(updateSchedule(scopeOf('bob'), sent.id, { body: 'Outro texto' })).rejects.toMatchObject(refusal)
    await expect(removeMedia(scopeOf('bob'), sent.id)).rejects.toMatchObject(refusal)
    expect([whatsapp.sent.length, await jobRows()]).toEqual([1, []])
    await deleteSchedule(scopeOf('bob'), sent.id)
  })

  test('is allowed to its author and to admins only', async () => {
    const { scheduleMessage, scopeOf } = await createScheduler()
    const { id } = await scheduleMessage()
    for (const as of ['sara', 'caio'] as const) {
      const refusal = { code: 'ERR_NO_PERMISSION' }
      await expect(updateSchedule(scopeOf(as), id, { body: 'Outro texto' })).rejects.toMatchObject(refusal)
      await expect(deleteSchedule(scopeOf(as), id)).rejects.toMatchObject(refusal)
    }
    expect(await updateSchedule(scopeOf('ana'), id, { body: 'Outro texto' })).toMatchObject({ body: 'Outro texto' })
  })

  test('to a past or invalid time and for a group is refused', async () => {
    const { scheduleMessage, acme, maria } = await createScheduler()
    await expect(scheduleMessage(at(-2 * minute))).rejects.toMatchObject({ code: 'ERR_SCHEDULE_PAST' })
    expect(await scheduleMessage(at(-30_000))).toMatchObject({ status: 'PENDENTE' })
    await expect(scheduleMessage('2026-13-40T10:00')).rejects.toMatchObject({ detail: { fields: ['sendAt'] } })
    await acme.transaction((tx) => tx.update('contacts').set({ isGroup: 1 }).where('id', '=', maria.id).execute())
    await expect(scheduleMessage()).rejects.toMatchObject({ detail: { fields: ['contactId'] } })
  })
})

describe('a picture', () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
  const picture = (name = 'foto.png') => new File([Buffer.from(pixel, 'base64')], name, { type: 'image/png' })

  test('is sent with the text as its caption', async () => {
    const { scheduleMessage, runAfter, scopeOf, whatsapp, messages } = await createScheduler()
    const { id } = await scheduleMessage()
    expect(await attachMedia(scopeOf('bob'), id, picture('a foto.png'))).toMatchObject({ mediaName: 'a_foto.png' })
    await runAfter(hour)
    expect(whatsapp.sent).toMatchObject([{ content: { kind: 'image', caption: 'Sua consulta é amanhã.' } }])
    expect(await messages()).toMatchObject([{ mediaType: 'image', mediaStatus: 'ready' }])
  })

  test('is recognized by its bytes and limits the text to the length of a caption', async () => {
    const { scheduleMessage, scopeOf, getCurrent } = await createScheduler()
    const { id } = await scheduleMessage()
    const lie = new File(['<html>'], 'foto.png', { type: 'image/png' })
    expect((await attachMedia(scopeOf('bob'), id, lie)).mediaType).not.toBe('image/png')
    await attachMedia(scopeOf('bob'), id, picture())
    const long = { body: 'a'.repeat(1025) }
    await expect(updateSchedule(scopeOf('bob'), id, long)).rejects.toMatchObject({ detail: { fields: ['body'] } })
    await removeMedia(scopeOf('bob'), id)
    expect(await updateSchedule(scopeOf('bob'), id, long)).toMatchObject({ mediaId: null })
    expect((await getCurrent(id)).mediaPath).toBeNull()
  })
})

describe('a contact whose ticket another queue has', () => {
  async function createForeign() {
    const scheduler = await createScheduler()
    const { maria, ref, insertTicket, scopeOf, scheduleMessage } = scheduler
    const ticket = { status: 'open', userId: 1, queueId: 2, contactId: maria.id, whatsappId: ref.whatsappId } as const
    await insertTicket(ticket)
    const { id } = await scheduleMessage(at(hour), 'Diretoria', 'ana')
    const idsFor = async (as: Name) => (await listSchedules(scopeOf(as), {})).schedules.map((row) => row.id)
    return { ...scheduler, id, idsFor }
  }

  test('gets no scheduled message from an agent who may not write to it', async () => {
    const { scheduleMessage, messages, runAfter } = await createForeign()
    await expect(scheduleMessage(at(hour), 'Oi', 'bob')).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    await runAfter(2 * hour)
    expect((await messages()).map(({ body }) => body)).toEqual(['Diretoria'])
  })

  test('has scheduled messages that only people who see the ticket read', async () => {
    const { id, idsFor, scopeOf } = await createForeign()
    expect([await idsFor('ana'), await idsFor('bob'), await idsFor('sara')]).toEqual([[id], [], []])
    await expect(getSchedule(scopeOf('bob'), id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  })

  test('leaves the agent the messages scheduled before the transfer', async () => {
    const { scheduleMessage, insertTicket, maria, ref, scopeOf } = await createScheduler()
    const { id } = await scheduleMessage()
    await insertTicket({ status: 'open', userId: 1, queueId: 2, contactId: maria.id, whatsappId: ref.whatsappId })
    expect((await getSchedule(scopeOf('bob'), id)).body).toBe('Sua consulta é amanhã.')
    await expect(updateSchedule(scopeOf('bob'), id, { body: 'Outra' })).rejects.toMatchObject({
      code: 'ERR_NO_PERMISSION',
    })
  })
})

describe('lists of schedules', () => {
  test('page from the newest and return each row once; loaded pages plus events equal a new load', async () => {
    const { scheduleMessage, scopeOf, published } = await createScheduler()
    const seen = new Map<number, Schedule>()
    for (let n = 0; n < 45; n++) {
      setSystemTime(start + n)
      await scheduleMessage(at(hour + n))
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

  test("filter by days in the company's time zone, up to the last hour", async () => {
    const { scheduleMessage, scopeOf } = await createScheduler()
    const { id } = await scheduleMessage('2026-11-30T23:30') // 02:30 of the next day in UTC
    const on = async (day: string) =>
      (await listSchedules(scopeOf('bob'), { dateStart: day, dateEnd: day })).schedules.map((row) => row.id)
    expect([await on('2026-11-30'), await on('2026-12-01')]).toEqual([[id], []])
    await expect(on('2026-02-31')).rejects.toMatchObject({ detail: { fields: ['dateStart'] } })
  })

  test('filter by contact, author and text without accents', async () => {
    const { scheduleMessage, scopeOf, maria } = await createScheduler()
    const [one, two] = [
      await scheduleMessage(at(hour), 'Reunião à tarde'),
      await scheduleMessage(at(hour), 'Outra coisa', 'ana'),
    ]
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

test('a schedule shows the local time that was entered, except for hours the clock skips', () => {
  const time = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(time, fc.constantFrom(...zones), (date, zone) => {
      const text = date.toISOString().slice(0, 16)
      const shown = wall(zone, momentIn(zone, text))
      if (shown !== text) expect(shown > text && shown < `${date.toISOString().slice(0, 11)}24`).toBe(true)
    }),
    { numRuns: 500 },
  )
  // The night the clocks of São Paulo went forward, and an hour that occurs twice in New York.
  expect(momentIn('America/Sao_Paulo', '2018-11-04T00:30')).toBe('2018-11-04T03:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(momentIn('America/Sao_Paulo', '2026-11-21T10:00:00-02:00')).toBe('2026-11-21T12:00:00.000Z')
})
