import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { lastMoment } from '../../../src/core/time'
import { dueAfterOf } from '../../../src/features/inbox/targets/due-after'
import { checkNextAnswer, type NextAnswers } from '../../../src/features/inbox/targets/next-answer'
import { acceptTicket, closeTicket, returnTicket } from '../../../src/features/inbox/tickets/state/change'
import { snoozeTicket } from '../../../src/features/inbox/tickets/state/snooze'
import { ownTextMessage, textMessage } from '../../inbound-events'
import { sqliteTest } from '../../postgres-databases'
import { randomHours } from '../../random-hours'
import { recordStatements } from '../../recorded-statements'
import { sizeOf } from '../../size'
import { ago, createAnswered, createDesk, minutesAfter, support } from './target-desk'

afterEach(() => setSystemTime())

describe('target for the next answer', () => {
  test('counts from the oldest unanswered message of an open conversation until the answer', async () => {
    const desk = await createAnswered({ nextAnswerMinutes: 30 })
    expect([await desk.target(), (await desk.row()).dueAt]).toEqual([null, lastMoment])
    const at = ago(4)
    await desk.hear(textMessage({ at }))
    await desk.hear(textMessage({ at: ago(1) }))
    expect(await desk.target()).toEqual({ kind: 'nextAnswer', dueAt: minutesAfter(at, 30) })
    expect((await desk.row()).dueAt).toBe(minutesAfter(at, 30))
    await desk.say(desk.id)
    await desk.jobs.settle()
    expect([await desk.target(), (await desk.row()).dueAt]).toEqual([null, lastMoment])
    expect(await desk.attendance()).toMatchObject({ nextAnswersInTime: 1, nextAnswersLate: 0, nextAnswerFrom: null })
  })

  test('warns the holder, then supervisors, then both of the miss; each once, also when the job runs again', async () => {
    const desk = await createAnswered({ nextAnswerMinutes: 30 })
    const at = new Date().toISOString()
    await desk.hear(textMessage({ at }))
    const seen: unknown[] = []
    for (const minutes of [19, 20, 26, 27, 30, 31]) {
      setSystemTime(new Date(minutesAfter(at, minutes)))
      await desk.passTime()
      await desk.passTime()
      const stages = (desk.due() as { stage: string }[]).map(({ stage }) => stage)
      seen.push([minutes, ...stages, ...(desk.late() as { target: string }[]).map(({ target }) => target)])
    }
    expect(seen).toEqual([
      [19],
      [20, 'warned'],
      [26, 'warned'],
      [27, 'warned', 'escalated'],
      [30, 'warned', 'escalated'],
      [31, 'warned', 'escalated', 'nextAnswer'],
    ])
    await desk.say(desk.id)
    await desk.jobs.settle()
    expect(await desk.attendance()).toMatchObject({ nextAnswersInTime: 0, nextAnswersLate: 1 })
  })

  test('an answer on the phone before the due time that arrives after an outage takes the miss away', async () => {
    const desk = await createAnswered({ nextAnswerMinutes: 10 })
    await desk.hear(textMessage({ at: new Date().toISOString() }))
    const begin = new Date().toISOString()
    setSystemTime(new Date(minutesAfter(begin, 20)))
    await desk.passTime()
    expect(await desk.attendance()).toMatchObject({ nextAnswersLate: 1 })
    await desk.hear(ownTextMessage({ at: minutesAfter(begin, 5) }))
    expect(await desk.attendance()).toMatchObject({ nextAnswersLate: 0, nextAnswersInTime: 1 })
  })

  test('a close without an answer before the due time counts as neither', async () => {
    const desk = await createAnswered({ nextAnswerMinutes: 30 })
    await desk.hear(textMessage({ at: ago(1) }))
    await closeTicket(desk.scopeOf('bob'), desk.id)
    await desk.passTime()
    expect(await desk.attendance()).toMatchObject({ nextAnswersInTime: 0, nextAnswersLate: 0 })
    expect(desk.late()).toEqual([])
  })

  test('the first answer has its own target, and a returned conversation waits for the next one', async () => {
    const desk = await createDesk({ answerMinutes: 10, nextAnswerMinutes: 30 })
    await desk.hear(textMessage({ at: ago(1) }))
    expect(await desk.target()).toMatchObject({ kind: 'answer' })
    const id = await desk.ticketId()
    await acceptTicket(desk.scopeOf('bob'), id)
    await desk.say(id)
    await returnTicket(desk.scopeOf('bob'), id)
    await desk.jobs.settle()
    expect(await desk.target()).toMatchObject({ kind: 'nextAnswer' })
  })

  test('stands still while the robot has the ticket', async () => {
    const desk = await createAnswered({ nextAnswerMinutes: 30 })
    await desk.hear(textMessage({ at: ago(1) }))
    await desk.acme.transaction((tx) =>
      tx.update('tickets').set({ chatbot: 1, status: 'pending', userId: null }).where('id', '=', desk.id).execute(),
    )
    await desk.passTime()
    expect(await desk.target()).toBeNull()
  })

  test('a snooze stops no clock: the warning leaves it, the miss ends it', async () => {
    const desk = await createAnswered({ nextAnswerMinutes: 30 })
    const at = new Date().toISOString()
    await desk.hear(textMessage({ at }))
    await snoozeTicket(desk.scopeOf('bob'), desk.id, '2098-05-01T09:00')
    setSystemTime(new Date(minutesAfter(at, 21)))
    await desk.passTime()
    expect([desk.due().length, (await desk.ticket()).snoozedUntil]).toEqual([1, expect.any(String)])
    setSystemTime(new Date(minutesAfter(at, 31)))
    await desk.passTime()
    expect(await desk.ticket()).toMatchObject({ snoozedUntil: null, target: { kind: 'nextAnswer' } })
  })

  test('a missed close does not hide the due time of an answer', async () => {
    const desk = await createAnswered({ nextAnswerMinutes: 30, resolutionMinutes: 60 })
    expect(await desk.target()).toMatchObject({ kind: 'resolution' })
    const at = ago(1)
    await desk.hear(textMessage({ at }))
    expect(await desk.target()).toEqual({ kind: 'nextAnswer', dueAt: minutesAfter(at, 30) })
  })

  test('a queue without it has the due times of before, and a change of it moves those of live tickets', async () => {
    const desk = await createAnswered({ answerMinutes: 10 })
    const at = ago(2)
    await desk.hear(textMessage({ at }))
    expect(await desk.target()).toBeNull()
    await desk.change(support, { nextAnswerMinutes: 45 })
    await desk.jobs.settle()
    expect(await desk.target()).toEqual({ kind: 'nextAnswer', dueAt: minutesAfter(at, 45) })
  })

  sqliteTest('messages and answers of a company without the target take no statement more', async () => {
    const [without, withTarget] = [await createAnswered({}), await createAnswered({ nextAnswerMinutes: 30 })]
    const jobsOf = async (desk: typeof without) => {
      const statements = await recordStatements(desk.store, () => desk.hear(textMessage(), textMessage()))
      return statements.filter(({ text }) => /"?attendances"?|queues_work/.test(text) && /^(update|insert)/.test(text))
    }
    expect(await jobsOf(without)).toEqual([])
    expect((await jobsOf(withTarget)).map(({ count }) => count)).toEqual([1, 1])
  })
})

describe('checkNextAnswer', () => {
  const steps = fc.array(
    fc.record({ minutes: fc.integer({ min: 1, max: 900 }), by: fc.constantFrom('receive', 'answer', 'time') }),
    { maxLength: 25 },
  )

  /** A conversation whose checks run after each step, beside the due times and counts that a reader would expect. */
  class Conversation {
    now = '2026-01-05T00:00:00.000Z'
    readonly facts = { waitingSince: lastMoment, answeredAt: this.now as string | null }
    stored: NextAnswers = {
      ...{ nextAnswerFrom: null, nextAnswerDueAt: null, nextAnswerStage: 'due' },
      ...{ nextAnswersInTime: 0, nextAnswersLate: 0 },
    }
    readonly counts = { inTime: 0, late: 0 }
    misses = 0

    constructor(
      readonly minutes: number,
      readonly dueAfter: ReturnType<typeof dueAfterOf>,
    ) {}

    run() {
      const always = { isRobots: false, queuedAt: null, botEndedAt: null, firstResponseAt: this.now }
      const facts = { ...this.facts, ...always, nextAnswerMinutes: this.minutes }
      return checkNextAnswer({ ...this.stored, ...facts }, this.dueAfter, this.now)
    }

    /** Runs twice, as a job may: the second time changes nothing and notifies of nothing. */
    check() {
      const { stored, reached } = this.run()
      this.stored = stored
      this.misses += Number(reached === 'missed')
      expect(this.run()).toMatchObject({ stored, reached: null })
    }

    get dueAt() {
      const { waitingSince } = this.facts
      return waitingSince === lastMoment ? null : this.dueAfter(waitingSince, this.minutes)
    }

    get isLate() {
      return this.dueAt !== null && this.now > this.dueAt
    }

    receive() {
      if (this.facts.waitingSince === lastMoment) this.facts.waitingSince = this.now
      this.facts.answeredAt = null
    }

    answer() {
      if (this.dueAt !== null) this.counts[this.isLate ? 'late' : 'inTime']++
      this.facts.waitingSince = lastMoment
      this.facts.answeredAt = this.now
    }
  }

  test('after any messages in any hours the oldest unanswered one counts, and each answer once', () => {
    const property = fc.property(randomHours, steps, fc.integer({ min: 1, max: 600 }), (table, history, minutes) => {
      const one = new Conversation(minutes, dueAfterOf({ hours: table, timeZone: 'America/Sao_Paulo' }))
      for (const step of history) {
        one.now = minutesAfter(one.now, step.minutes)
        one.check()
        if (step.by !== 'time') one[step.by]()
        one.check()
        const { nextAnswerDueAt, nextAnswersInTime, nextAnswersLate } = one.stored
        expect(nextAnswerDueAt).toBe(one.dueAt)
        expect([nextAnswersInTime, nextAnswersLate]).toEqual([one.counts.inTime, one.counts.late + Number(one.isLate)])
      }
      expect(one.misses).toBe(one.stored.nextAnswersLate)
    })
    fc.assert(property, { numRuns: sizeOf({ everyday: 300, full: 5000 }) })
  })
})
