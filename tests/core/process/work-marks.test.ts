import { describe, expect, test } from 'bun:test'
import { recordOf } from '../../../src/core/process/stall-record'
import { maxMarks, numberOf, Work, WorkMarks } from '../../../src/core/process/work-marks'

const job = (id: number) => new Work('job', id)
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Ids of the marked work, and whether other work is marked. */
function marked(marks: WorkMarks) {
  const { work, isShared } = recordOf(marks.memory, '')
  return [...work.map(({ kind, id }) => `${kind} ${id}`), ...(isShared ? ['other'] : [])]
}

describe('work marks', () => {
  test('show work while its code runs, not while it waits, and not after its end', async () => {
    const marks = new WorkMarks()
    const answer = Promise.withResolvers<void>()
    const seen: string[][] = []
    const run = marks.during(job(7), async () => {
      seen.push(marked(marks))
      await marks.whileAway(answer.promise)
      seen.push(marked(marks))
    })
    seen.push(marked(marks))
    answer.resolve()
    await run
    expect([...seen, marked(marks)]).toEqual([['job 7'], [], ['job 7'], []])
  })

  test('of two jobs that begin in one turn show only the one that does not wait', async () => {
    const marks = new WorkMarks()
    const never = new Promise<void>(() => {})
    void marks.during(job(1), () => marks.whileAway(never))
    void marks.during(job(2), () => never)
    expect(marked(marks)).toEqual(['job 2'])
  })

  test('end with the turn of the event loop, and where it calls code anew', async () => {
    const marks = new WorkMarks()
    marks.mark(job(1))
    marks.beginPass()
    expect(marked(marks)).toEqual([])
    marks.mark(job(2))
    await nextTurn()
    expect(marked(marks)).toEqual([])
  })

  test('of work that has ended count as other work', async () => {
    const marks = new WorkMarks()
    const ended = job(1)
    await marks.during(ended, async () => {})
    marks.mark(ended)
    expect(marked(marks)).toEqual(['other'])
  })

  test('name the message of a batch that is stored now', () => {
    const marks = new WorkMarks()
    const batch = new Work('message', numberOf('A'), 3)
    void marks.part(batch, async () => {
      marks.markMessage('B')
      expect(recordOf(marks.memory, '').work).toEqual([{ kind: 'message', group: 3, id: numberOf('B') }])
    })
  })

  test('follow the work over awaits, and code outside of it has none', async () => {
    const marks = new WorkMarks()
    const work = job(1)
    await marks.during(work, async () => {
      await Bun.sleep(0)
      expect(marks.current).toBe(work)
      marks.without(() => expect(marks.current).toBeUndefined())
    })
    expect(marks.current).toBeUndefined()
  })

  test('beyond the number that is kept make the record incomplete', () => {
    const marks = new WorkMarks()
    for (let id = 1; id <= maxMarks + 1; id++) marks.mark(job(id))
    const { work, isShared } = recordOf(marks.memory, '')
    expect([work.length, isShared]).toEqual([maxMarks, true])
  })
})
