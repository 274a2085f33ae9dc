import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
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
})

async function withMessages() {
  const scheduler = await createScheduler()
  const messagesOf = async () => (await scheduler.acme.select('messages').select('id').execute()).length
  return { ...scheduler, messagesOf }
}
