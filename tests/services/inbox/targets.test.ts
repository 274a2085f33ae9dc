import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { getTicket } from '../../../src/features/inbox/tickets/read'
import {
  acceptTicket,
  closeTicket,
  returnTicket,
  transferTicket,
} from '../../../src/features/inbox/tickets/state/change'
import { snoozeTicket } from '../../../src/features/inbox/tickets/state/snooze'
import { updateConnection } from '../../../src/features/numbers/connections/service'
import { updateCompanyHours } from '../../../src/features/platform/company/opening-hours'
import { changeSetting } from '../../../src/features/platform/settings/service'
import { updateLocale } from '../../../src/features/provider/companies/change'
import { openTimeAfter } from '../../../src/shared/due-time'
import { type Hours, usualHours, weekdays } from '../../../src/shared/hours'
import { openMinutesBetween } from '../../../src/shared/open-minutes'
import { ownTextMessage, textMessage } from '../../inbound-events'
import { randomHours } from '../../random-hours'
import { ago, createDesk, minutesAfter, sales, support } from './target-desk'

afterEach(() => void setSystemTime())

/** Noon in São Paulo: a day that ends at 23:59 is open for the minutes of a target. */
const setNoon = () => setSystemTime(new Date('2026-11-25T15:00:00.000Z'))

describe('openTimeAfter', () => {
  test('the open minutes until the result are the given minutes', () => {
    fc.assert(
      fc.property(
        randomHours,
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 0, max: 500_000 }),
        (table, minutes, at) => {
          const from = new Date(Date.parse('2026-01-05T00:00:00Z') + at * 60_000)
          const due = openTimeAfter(table, from, minutes, 'America/Sao_Paulo')
          if (due === null || due.getTime() - from.getTime() > 50 * 86_400_000) return
          expect(openMinutesBetween(table, from, due, 'America/Sao_Paulo')).toBe(minutes)
        },
      ),
    )
  })

  test('a wait that begins on Friday evening is due on Monday after a holiday', () => {
    const holiday = {
      date: '2026-11-23',
      name: '',
      yearly: false,
      startTime: '',
      endTime: '',
      startTimeB: '',
      endTimeB: '',
    }
    const friday = new Date('2026-11-20T20:50:00Z') // 17:50 in São Paulo, open until 18:00 and on Saturday from 8 to 12
    const due = (table: Hours) => openTimeAfter(table, friday, 300, 'America/Sao_Paulo')?.toISOString()
    expect(due(usualHours)).toBe('2026-11-23T11:50:00.000Z')
    expect(due({ ...usualHours, holidays: [holiday] })).toBe('2026-11-24T11:50:00.000Z')
    expect(
      due({ ...usualHours, schedules: usualHours.schedules.map((day) => ({ ...day, endTime: day.startTime })) }),
    ).toBeUndefined()
  })
})

describe('targets of a queue', () => {
  test('the answer meets the first target and the close the second; both due times stay with the attendance', async () => {
    const desk = await createDesk({ answerMinutes: 10, resolutionMinutes: 60 })
    const at = ago(2)
    await desk.hear(textMessage({ at }))
    expect(await desk.target()).toEqual({ kind: 'answer', dueAt: minutesAfter(at, 10) })
    const id = await desk.ticketId()
    await acceptTicket(desk.scopeOf('bob'), id)
    await desk.say(id)
    await desk.jobs.settle()
    expect(await desk.target()).toEqual({ kind: 'resolution', dueAt: minutesAfter(at, 60) })
    await closeTicket(desk.scopeOf('bob'), id)
    await desk.jobs.settle()
    expect(await desk.target()).toBeNull()
    expect(await desk.attendance()).toMatchObject({
      ...{ answerDueAt: minutesAfter(at, 10), answerLateAt: null },
      ...{ resolutionDueAt: minutesAfter(at, 60), resolutionLateAt: null },
    })
    await desk.passTime()
    expect(desk.late()).toEqual([])
  })

  test('a message that arrives after its due time notifies once, also when the job runs again', async () => {
    const desk = await createDesk({ answerMinutes: 10 })
    await desk.hear(textMessage({ at: ago(11) }))
    expect(desk.late()).toMatchObject([{ action: 'create', target: 'answer', ticket: { queueId: support } }])
    await desk.passTime()
    await acceptTicket(desk.scopeOf('bob'), await desk.ticketId())
    await desk.passTime()
    expect(desk.late()).toHaveLength(1)
    expect((await desk.attendance()).answerLateAt).toBeString()
  })

  test('a snooze stops no target; a missed one ends it, and the ticket is unread and newer than before', async () => {
    const desk = await createDesk({ answerMinutes: 10 })
    await desk.hear(textMessage({ at: ago(5) }))
    const id = await desk.ticketId()
    await acceptTicket(desk.scopeOf('bob'), id)
    const before = await snoozeTicket(desk.scopeOf('bob'), id, '2098-05-01T09:00')
    await desk.jobs.settle()
    expect(await getTicket(desk.scopeOf('bob'), id)).toMatchObject({
      ...{ snoozedUntil: before.snoozedUntil, target: { kind: 'answer' } },
    })
    const updatedAt = minutesAfter(before.updatedAt, 1)
    setSystemTime(new Date(updatedAt))
    await desk.change(support, { answerMinutes: 3 })
    await desk.jobs.settle()
    expect(await getTicket(desk.scopeOf('bob'), id)).toMatchObject({ snoozedUntil: null, unreadMessages: 1, updatedAt })
    expect(desk.late()).toMatchObject([{ target: 'answer', ticket: { snoozedUntil: null } }])
    const jobs = await desk.acme.select('jobs').select('name').execute()
    expect(jobs.filter(({ name }) => name === 'ticket.wake')).toEqual([])
  })

  test('an answer on the phone before the due time that arrives after an outage takes the mark away', async () => {
    const desk = await createDesk({ answerMinutes: 10 })
    await desk.hear(textMessage({ at: ago(30) }))
    expect((await desk.attendance()).answerLateAt).toBeString()
    await desk.hear(ownTextMessage({ at: ago(25) }))
    expect(await desk.attendance()).toMatchObject({ answerLateAt: null })
    expect(await desk.target()).toBeNull()
  })

  test('a transfer counts the targets of the new queue from the same start', async () => {
    const desk = await createDesk({ answerMinutes: 10 })
    await desk.change(sales, { answerMinutes: 45 })
    const at = ago(3)
    await desk.hear(textMessage({ at }))
    const id = await desk.ticketId()
    await transferTicket(desk.scopeOf('ana'), id, { queueId: sales })
    await desk.jobs.settle()
    expect(await desk.target()).toEqual({ kind: 'answer', dueAt: minutesAfter(at, 45) })
    await desk.change(sales, { answerMinutes: 0 })
    await desk.jobs.settle()
    expect(await desk.target()).toBeNull()
    await transferTicket(desk.scopeOf('ana'), id, { queueId: support })
    await desk.jobs.settle()
    expect(await desk.target()).toEqual({ kind: 'answer', dueAt: minutesAfter(at, 10) })
  })

  test('a change of the opening hours moves the due times of live tickets', async () => {
    setNoon()
    const desk = await createDesk({ answerMinutes: 30 })
    await desk.acme.transaction((tx) =>
      tx.insert('settings', { key: 'scheduleType', value: 'queue', updatedAt: '2026-01-01' }).execute(),
    )
    const open = (endTime: string) =>
      weekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime, startTimeB: '', endTimeB: '' }))
    await desk.change(support, { schedules: open('00:00') })
    const at = ago(1)
    await desk.hear(textMessage({ at }))
    expect(await desk.target()).toBeNull()
    await desk.change(support, { schedules: open('23:59') })
    await desk.jobs.settle()
    expect(await desk.target()).toEqual({ kind: 'answer', dueAt: minutesAfter(at, 30) })
  })

  test('another kind of opening hours moves the due times of live tickets', async () => {
    const desk = await createDesk({ answerMinutes: 30 })
    const closed = { startTime: '00:00', endTime: '00:00', startTimeB: '', endTimeB: '' }
    await desk.change(support, { schedules: weekdays.map((weekdayEn) => ({ weekdayEn, ...closed })) })
    const at = ago(1)
    await desk.hear(textMessage({ at }))
    const whileOpen = { kind: 'answer' as const, dueAt: minutesAfter(at, 30) }
    expect(await desk.target()).toEqual(whileOpen)
    const setKind = async (value: string) => {
      await changeSetting(desk.scopeOf('ana'), desk.platform, 'scheduleType', value)
      await desk.jobs.settle()
    }
    await setKind('queue')
    expect(await desk.target()).toBeNull()
    await setKind('disabled')
    expect(await desk.target()).toEqual(whileOpen)
  })

  test.each(['company', 'connection'] as const)('hours of the %s move the due times of live tickets', async (kind) => {
    setNoon()
    const desk = await createDesk({ answerMinutes: 30 })
    const { scopeOf, platform, acme } = desk
    const { whatsappId } = await acme.select('connection_queues').select('whatsappId').executeTakeFirstOrThrow()
    await changeSetting(scopeOf('ana'), platform, 'scheduleType', kind)
    const setHours = async (endTime: string) => {
      const schedules = weekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime }))
      await (kind === 'company'
        ? updateCompanyHours(scopeOf('ana'), platform, acme.companyId, { schedules })
        : updateConnection(scopeOf('ana'), whatsappId, { schedules }))
      await desk.jobs.settle()
    }
    await setHours('00:00')
    const at = ago(1)
    await desk.hear(textMessage({ at }))
    expect(await desk.target()).toBeNull()
    await setHours('23:59')
    expect(await desk.target()).toEqual({ kind: 'answer', dueAt: minutesAfter(at, 30) })
  })

  test('another time zone of the company moves the due times of live tickets', async () => {
    const desk = await createDesk({ answerMinutes: 30 })
    await desk.acme.transaction((tx) =>
      tx.insert('settings', { key: 'scheduleType', value: 'queue', updatedAt: '2026-01-01' }).execute(),
    )
    const inZone = (timeZone: string) =>
      updateLocale(desk.scopeOf('ana'), desk.platform, desk.acme.companyId, { timeZone, language: 'pt' })
    await inZone('America/Sao_Paulo')
    const nineToFive = { startTime: '09:00', endTime: '17:00', startTimeB: '', endTimeB: '' }
    await desk.change(support, { schedules: weekdays.map((weekdayEn) => ({ weekdayEn, ...nineToFive })) })
    setNoon() // midnight in Tokyo
    await desk.hear(textMessage({ at: '2026-11-25T15:00:00.000Z' }))
    expect(await desk.target()).toMatchObject({ dueAt: '2026-11-25T15:30:00.000Z' })
    await inZone('Asia/Tokyo')
    await desk.jobs.settle()
    expect(await desk.target()).toMatchObject({ dueAt: '2026-11-26T00:30:00.000Z' })
  })

  test('the time of a target stands still while the robot has the ticket', async () => {
    const desk = await createDesk({ answerMinutes: 10, resolutionMinutes: 20 })
    await desk.hear(textMessage({ at: ago(1) }))
    const id = await desk.ticketId()
    await desk.acme.transaction((tx) => tx.update('tickets').set({ chatbot: 1 }).where('id', '=', id).execute())
    await desk.passTime()
    expect(await desk.target()).toBeNull()
    await acceptTicket(desk.scopeOf('bob'), id)
    await returnTicket(desk.scopeOf('bob'), id)
    await desk.jobs.settle()
    expect(await desk.target()).toMatchObject({ kind: 'answer' })
  })

  test('a company without targets stores no job for its tickets', async () => {
    const desk = await createDesk({})
    await desk.hear(textMessage())
    await closeTicket(desk.scopeOf('ana'), await desk.ticketId())
    const names = (await desk.acme.select('jobs').select('name').execute()).map(({ name }) => name)
    expect(names).not.toContain('ticket.target')
  })
})
