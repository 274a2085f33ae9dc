import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { textMessage } from '../../inbound-events'
import { ago, createAnswered, minutesAfter, support } from '../../services/inbox/target-desk'

afterEach(() => setSystemTime())

test('PUT /queue sets the target for next answers; tickets, live team and dashboard show it and its miss', async () => {
  const desk = await createAnswered({})
  const ana = desk.clientAs('ana')
  const queue = ana.queue({ id: support })
  expect(await queue.put({ nextAnswerMinutes: -1 } as never)).toMatchObject({ status: 422 })
  expect(await queue.put({ nextAnswerMinutes: 30 } as never)).toMatchObject({
    ...{ status: 200, data: { nextAnswerMinutes: 30, answerMinutes: 0, resolutionMinutes: 0 } },
  })
  const at = ago(40)
  await desk.hear(textMessage({ at }))
  const target = { kind: 'nextAnswer', dueAt: minutesAfter(at, 30) }
  const ticket = ana.tickets({ id: `${desk.id}` })
  expect(await ticket.get()).toMatchObject({ status: 200, data: { status: 'open', target } })
  expect(await ana.team.get()).toMatchObject({ data: { due: [{ id: desk.id, target }] } })
  const { data: team } = await ana.team.get()
  expect(team?.queues.map(({ id, late }) => [id, late])).toContainEqual([support, 1])
  expect(await ana.tickets({ id: desk.id }).put({ status: 'closed' } as never)).toMatchObject({ status: 200 })
  const { data: report } = await ana.dashboard.get({ query: { days: 1 } })
  expect(report?.queues).toContainEqual(expect.objectContaining({ id: support, nextAnswers: 1, nextAnswersInTime: 0 }))
})
