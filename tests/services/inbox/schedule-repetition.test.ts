import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { undoMerge } from '../../../src/features/inbox/contact-merges/undo-merge'
import { applyAcks } from '../../../src/features/inbox/messages/acks'
import { sendSchedule } from '../../../src/features/inbox/schedules/jobs'
import { attachMedia } from '../../../src/features/inbox/schedules/media'
import type { RepeatInput } from '../../../src/features/inbox/schedules/model'
import { pauseSchedule, resumeSchedule, skipOccurrence } from '../../../src/features/inbox/schedules/pause'
import { createSchedule, deleteSchedule, updateSchedule } from '../../../src/features/inbox/schedules/service'
import { comingDays, firstDay, type Repetition } from '../../../src/shared/repetition'
import { createInstallation } from '../../installation'

const start = Date.parse('2026-11-20T12:00:00.000Z')

afterEach(() => void setSystemTime())

const rule = (part: Partial<Repetition>): Repetition => ({
  ...{ every: 'day', weekdays: [], monthDay: 1, left: null, until: null },
  ...part,
})

describe('comingDays', () => {
  test('daily ones follow each other over the end of a year', () => {
    expect(comingDays('2026-12-30', rule({}), 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
  })

  test('weekly ones begin on the first chosen day and use all of them', () => {
    const weekly = rule({ every: 'week', weekdays: [1, 4] })
    expect(firstDay('2026-11-28', weekly)).toBe('2026-11-30')
    expect(comingDays('2026-11-28', weekly, 4)).toEqual(['2026-11-30', '2026-12-03', '2026-12-07', '2026-12-10'])
  })

  test('monthly ones on the 31st use the last day of shorter months and return to the 31st', () => {
    expect(comingDays('2027-01-31', rule({ every: 'month', monthDay: 31 }), 4)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
  })

  test('end after a number of messages, and on the last day', () => {
    expect(comingDays('2026-11-20', rule({ left: 2 }), 9)).toEqual(['2026-11-20', '2026-11-21'])
    expect(comingDays('2026-11-20', rule({ until: '2026-11-21' }), 9)).toEqual(['2026-11-20', '2026-11-21'])
    expect(comingDays('2026-11-20', rule({ until: '2026-11-19' }), 9)).toEqual([])
  })
})

/** Contact with an open connection, and a clock that moves only by `runAt`. */
async function createScheduler({ timeZone }: { timeZone?: string } = {}) {
  setSystemTime(start)
  const installation = await createInstallation()
  if (timeZone)
    await installation.platform.transaction(({ db }) => db.updateTable('companies').set({ timeZone }).execute())
  const { id: whatsappId } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(whatsappId)
  const contact = await installation.insertContact('acme', { name: 'Maria Souza' })
  const bob = installation.scopeOf('bob')
  const repeat = (sendAt: string, input: RepeatInput) =>
    createSchedule(bob, { contactId: contact.id, body: 'Bom dia', sendAt, repeat: input })
  const runAt = async (at: string) => {
    setSystemTime(Date.parse(at))
    await installation.jobs.settle()
  }
  const rows = () =>
    installation.acme
      .select('schedules')
      .select(['id', 'sendAt', 'status', 'repeat', 'messageId', 'paused'])
      .orderBy('id')
      .execute()
  return { ...installation, whatsappId, contact, bob, repeat, runAt, rows }
}

describe('a repeated scheduled message', () => {
  test('leaves one row per message and ends after the given number', async () => {
    const { repeat, runAt, rows, whatsapp } = await createScheduler()
    await repeat('2026-11-21T09:00', { every: 'day', left: 2 })
    await runAt('2026-11-21T12:00:01.000Z')
    expect(await rows()).toMatchObject([
      { status: 'ENVIADA', repeat: null, sendAt: '2026-11-21T12:00:00.000Z' },
      { status: 'PENDENTE', sendAt: '2026-11-22T12:00:00.000Z', repeat: expect.stringContaining('"left":1') },
    ])
    for (const at of ['2026-11-22T12:00:01.000Z', '2026-11-25T12:00:01.000Z']) await runAt(at)
    expect((await rows()).map(({ status, repeat }) => [status, repeat])).toEqual([
      ['ENVIADA', null],
      ['ENVIADA', null],
    ])
    expect(whatsapp.sent).toHaveLength(2)
  })

  test('is sent once and goes on once when its job runs twice', async () => {
    const { repeat, rows, systemScope, messagesOf } = await withMessages()
    const { id } = await repeat('2026-11-21T09:00', { every: 'week', weekdays: [6] })
    setSystemTime(Date.parse('2026-11-21T12:00:00.000Z'))
    await Promise.allSettled([1, 2].map(() => sendSchedule.run(systemScope(), { scheduleId: id }, undefined as never)))
    expect(await messagesOf()).toBe(1)
    expect((await rows()).map(({ sendAt }) => sendAt)).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-28T12:00:00.000Z'])
  })

  test('keeps its wall time when the clocks of the company change', async () => {
    const { repeat, runAt, rows } = await createScheduler({ timeZone: 'Europe/Lisbon' })
    setSystemTime(Date.parse('2027-03-26T12:00:00.000Z'))
    await repeat('2027-03-27T01:30', { every: 'day' })
    await runAt('2027-03-27T01:30:01.000Z')
    // 01:30 does not exist on 28 March 2027 in Lisbon: that message leaves an hour later, the next one at 01:30 again.
    await runAt('2027-03-28T01:30:01.000Z')
    expect((await rows()).map(({ sendAt }) => sendAt)).toEqual([
      '2027-03-27T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ])
  })

  test('goes on after a message that could not be sent', async () => {
    const { repeat, runAt, rows, whatsapp, whatsappId } = await createScheduler()
    await repeat('2026-11-21T09:00', { every: 'month' })
    whatsapp.openConnections.delete(whatsappId)
    await runAt('2026-11-21T12:00:01.000Z')
    await runAt('2026-11-22T12:30:00.000Z')
    expect((await rows()).map(({ status, sendAt }) => [status, sendAt])).toEqual([
      ['ERRO', '2026-11-21T12:00:00.000Z'],
      ['PENDENTE', '2026-12-21T12:00:00.000Z'],
    ])
  })

  test('begins on the first of its weekdays and refuses an end before it and a week without days', async () => {
    const { repeat, rows } = await createScheduler()
    await repeat('2026-11-21T09:00', { every: 'week', weekdays: [1] })
    expect((await rows()).map(({ sendAt }) => sendAt)).toEqual(['2026-11-23T12:00:00.000Z'])
    for (const input of [
      { every: 'week', weekdays: [] },
      { every: 'day', until: '2026-11-20' },
    ] as const)
      await expect(repeat('2026-11-21T09:00', { ...input, weekdays: [] })).rejects.toMatchObject({
        code: 'ERR_VALIDATION',
        detail: { fields: ['repeat'] },
      })
    expect(await rows()).toHaveLength(1)
  })

  test('skips its next message without counting it', async () => {
    const { repeat, bob, runAt, rows, whatsapp } = await createScheduler()
    const { id } = await repeat('2026-11-21T09:00', { every: 'day', left: 1 })
    expect(await skipOccurrence(bob, id)).toMatchObject({ sendAt: '2026-11-22T12:00:00.000Z', repeat: { left: 1 } })
    await runAt('2026-11-21T13:00:00.000Z')
    expect(whatsapp.sent).toEqual([])
    await runAt('2026-11-22T12:00:01.000Z')
    expect([whatsapp.sent.length, (await rows()).length]).toEqual([1, 1])
  })

  test('sends nothing while paused, and goes on with the next time when it is resumed', async () => {
    const { repeat, bob, runAt, rows, whatsapp } = await createScheduler()
    const { id } = await repeat('2026-11-21T09:00', { every: 'day', left: 2 })
    expect(await pauseSchedule(bob, id)).toMatchObject({ paused: true, status: 'PENDENTE' })
    await updateSchedule(bob, id, { body: 'Boa tarde' })
    await runAt('2026-11-24T13:00:00.000Z')
    expect(whatsapp.sent).toEqual([])
    const resumed = await resumeSchedule(bob, id)
    expect(resumed).toMatchObject({ paused: false, sendAt: '2026-11-25T12:00:00.000Z', repeat: { left: 2 } })
    await runAt('2026-11-25T12:00:01.000Z')
    expect(whatsapp.sent).toMatchObject([{ content: { body: 'Boa tarde' } }])
    expect(await rows()).toHaveLength(2)
  })

  test('ends when it is deleted, or when its repetition is removed', async () => {
    const { repeat, bob, runAt, rows, whatsapp } = await createScheduler()
    const [gone, once] = [
      await repeat('2026-11-21T09:00', { every: 'day' }),
      await repeat('2026-11-21T09:00', { every: 'day' }),
    ]
    await deleteSchedule(bob, gone.id)
    await updateSchedule(bob, once.id, { repeat: null })
    await runAt('2026-11-21T12:00:01.000Z')
    await runAt('2026-11-23T12:00:01.000Z')
    expect([whatsapp.sent.length, (await rows()).length]).toEqual([1, 1])
  })

  test('moves with its time, which later messages keep', async () => {
    const { repeat, bob, runAt, rows } = await createScheduler()
    const { id } = await repeat('2026-11-21T09:00', { every: 'month' })
    await updateSchedule(bob, id, { sendAt: '2026-11-30T18:15' })
    await runAt('2026-11-30T21:15:01.000Z')
    expect((await rows())[1]).toMatchObject({ sendAt: '2026-12-30T21:15:00.000Z' })
  })

  test('sends its file with each message, and the text of a sound as a message of its own', async () => {
    const { repeat, bob, runAt, whatsapp } = await createScheduler()
    const { id } = await repeat('2026-11-21T09:00', { every: 'day', left: 2 })
    const schedule = await attachMedia(bob, id, new File(['a;b'], 'tabela.csv'))
    expect(schedule).toMatchObject({ mediaName: 'tabela.csv', mediaType: 'text/csv' })
    await runAt('2026-11-21T12:00:01.000Z')
    await runAt('2026-11-22T12:00:01.000Z')
    expect(whatsapp.sent).toMatchObject([
      { content: { kind: 'document', caption: 'Bom dia' } },
      { content: { kind: 'document', caption: 'Bom dia' } },
    ])
    const sound = await repeat('2026-11-25T09:00', { every: 'day', left: 1 })
    await attachMedia(bob, sound.id, new File([await Bun.file('tests/samples/sound/opus.ogg').bytes()], 'voz.ogg'))
    await runAt('2026-11-25T12:00:01.000Z')
    expect(whatsapp.sent.slice(2)).toMatchObject([
      { content: { type: 'text', body: 'Bom dia' } },
      { content: { kind: 'audio' } },
    ])
  })

  test('keeps its day of the month and its hour when another field is changed', async () => {
    const { repeat, bob, runAt, rows } = await createScheduler({ timeZone: 'Europe/Lisbon' })
    setSystemTime(Date.parse('2027-01-30T12:00:00.000Z'))
    const monthly = { every: 'month' } as const
    await repeat('2027-01-31T09:00', monthly)
    await runAt('2027-01-31T09:00:01.000Z')
    const short = (await rows())[1]
    expect(short?.sendAt).toBe('2027-02-28T09:00:00.000Z')
    // As clients send a whole form: with the same moment and the same rule, and with another hour of the same day.
    for (const sendAt of ['2027-02-28T09:00', '2027-02-28T10:00'])
      expect(
        await updateSchedule(bob, short?.id as number, { body: 'Boa tarde', sendAt, repeat: monthly }),
      ).toMatchObject({ repeat: { monthDay: 31 } })
    await runAt('2027-02-28T10:00:01.000Z')
    expect((await rows())[2]?.sendAt).toBe('2027-03-31T09:00:00.000Z')
    await deleteSchedule(bob, (await rows())[2]?.id as number)

    await repeat('2027-03-27T01:30', { every: 'day' })
    await runAt('2027-03-27T01:30:01.000Z')
    // 01:30 does not exist on 28 March: the form shows 02:30.
    const { id } = (await rows()).at(-1) as { id: number }
    const shown = { body: 'Boa noite', sendAt: '2027-03-28T02:30', repeat: { every: 'day' } } as const
    expect(await updateSchedule(bob, id, shown)).toMatchObject({ repeat: { time: '01:30' } })
  })

  test('is skipped once by two requests that name the same message', async () => {
    const { repeat, bob } = await createScheduler()
    const { id, sendAt } = await repeat('2026-11-21T09:00', { every: 'day' })
    const next = { sendAt: '2026-11-22T12:00:00.000Z' }
    expect(await skipOccurrence(bob, id, sendAt)).toMatchObject(next)
    expect(await skipOccurrence(bob, id, sendAt)).toMatchObject(next)
    expect(await skipOccurrence(bob, id)).toMatchObject({ sendAt: '2026-11-23T12:00:00.000Z' })
  })

  test('that failed is neither paused, resumed nor skipped', async () => {
    const { repeat, bob, runAt, rows, whatsapp, whatsappId } = await createScheduler()
    const { id } = await repeat('2026-11-21T09:00', { every: 'day' })
    whatsapp.openConnections.delete(whatsappId)
    await runAt('2026-11-21T12:00:01.000Z')
    await runAt('2026-11-22T12:30:00.000Z')
    for (const change of [pauseSchedule, resumeSchedule, skipOccurrence])
      await expect(change(bob, id)).rejects.toMatchObject({ code: 'ERR_SCHEDULE_PAST' })
    expect((await rows())[0]).toMatchObject({ status: 'ERRO', paused: 0 })
  })

  test('waits for its file, also over its time, and is sent when it goes on', async () => {
    const { bob, contact, runAt, rows, whatsapp, repeat } = await createScheduler()
    const input = { contactId: contact.id, body: 'Bom dia', sendAt: '2026-11-21T09:00', paused: true }
    const { id } = await createSchedule(bob, { ...input, repeat: { every: 'day' } })
    await runAt('2026-11-21T12:05:00.000Z')
    expect(whatsapp.sent).toEqual([])
    await attachMedia(bob, id, new File(['a;b'], 'tabela.csv'))
    await updateSchedule(bob, id, { paused: false })
    await runAt('2026-11-21T12:05:01.000Z')
    expect(whatsapp.sent).toMatchObject([{ content: { kind: 'document', caption: 'Bom dia' } }])
    expect((await rows())[1]).toMatchObject({ sendAt: '2026-11-22T12:00:00.000Z', paused: 0 })

    const other = await repeat('2026-11-21T09:30', { every: 'day' })
    expect(await updateSchedule(bob, other.id, { paused: true })).toMatchObject({ paused: true })
    await runAt('2026-11-21T12:31:00.000Z')
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('returns to its contact when a merge is undone after a message was sent', async () => {
    const { repeat, contact, runAt, rows, acme, insertContact, scopeOf } = await createScheduler()
    const keep = await insertContact('acme', { name: 'Maria do trabalho', number: '5511988880009' })
    await repeat('2026-11-21T09:00', { every: 'day' })
    const { mergeId } = await mergeContactsByHand(scopeOf('ana'), keep.id, contact.id)
    await createSchedule(scopeOf('ana'), { contactId: keep.id, body: 'Da outra', sendAt: '2026-11-21T10:00' })
    await runAt('2026-11-21T12:00:01.000Z')
    await runAt('2026-11-22T12:00:01.000Z')
    await undoMerge(scopeOf('ana'), mergeId)
    const whose = await acme.select('schedules').select(['contactId', 'body']).orderBy('id').execute()
    expect(whose.map(({ contactId, body }) => [contactId, body])).toEqual([
      [contact.id, 'Bom dia'],
      [keep.id, 'Da outra'],
      [contact.id, 'Bom dia'],
      [contact.id, 'Bom dia'],
    ])
    expect((await rows()).at(-1)).toMatchObject({ status: 'PENDENTE', sendAt: '2026-11-23T12:00:00.000Z' })
  })

  test('with a sound that WhatsApp refuses is shown as failed', async () => {
    const { repeat, bob, runAt, rows, acme, jobs, systemScope, whatsappId } = await createScheduler()
    const { id } = await repeat('2026-11-21T09:00', { every: 'day', left: 1 })
    await attachMedia(bob, id, new File([await Bun.file('tests/samples/sound/opus.ogg').bytes()], 'voz.ogg'))
    await runAt('2026-11-21T12:00:01.000Z')
    const messages = await acme.select('messages').select(['waId']).orderBy('id').execute()
    expect(messages).toHaveLength(2)
    const waId = messages[1]?.waId as string
    const ref = { companyId: systemScope().companyId, whatsappId }
    await applyAcks(systemScope(), ref, [{ waId, ack: -1, error: '403' }])
    await jobs.settle()
    expect((await rows())[0]).toMatchObject({ status: 'ERRO' })
  })
})

async function withMessages() {
  const scheduler = await createScheduler()
  const messagesOf = async () => (await scheduler.acme.select('messages').select('id').execute()).length
  return { ...scheduler, messagesOf }
}
