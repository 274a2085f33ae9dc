import { expect, test } from 'bun:test'
import { usualHours } from '../../src/shared/hours'
import { limits } from '../../src/shared/limits'
import { world } from '../world'

/** Every bounded field of queues, options and connections: just within is taken, just beyond is refused at the field. */

const made = await world()
const { id: whatsappId } = await made.connection('acme')
const option = await made
  .scope('ana')
  .transaction((scope) =>
    scope.db
      .insert('queue_options', { queueId: 1, parentId: null, option: '1', orderOption: 1, title: 'Um' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
const put = async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${await made.tokenOf('ana')}`, 'content-type': 'application/json' }
  const request = { method: 'PUT', headers, body: JSON.stringify(body) }
  const answer = await made.app.handle(new Request(`http://localhost/api${path}`, request))
  return { status: answer.status, body: (await answer.json()) as { fields?: string[] } }
}
const text = (length: number) => 'x'.repeat(length)
const holidays = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ date: new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10) }))

const [queue, choice, number] = ['/queue/1', `/queue-options/${option.id}`, `/whatsapp/${whatsappId}`]
const { automaticText, minutes } = limits
const cases: [path: string, field: string, within: unknown[], beyond: unknown[]][] = [
  [queue, 'name', [text(limits.name.min), text(limits.name.max)], ['x', text(limits.name.max + 1), '   ', null]],
  [queue, 'color', ['#abc', '#abcdef'], ['abcdef', '#ab', '#abcde', '#abcdefg', '']],
  [queue, 'orderQueue', [0, limits.queueOrder.max], [-1, limits.queueOrder.max + 1, 1.5]],
  [queue, 'greetingMessage', ['', text(automaticText.max)], [text(automaticText.max + 1)]],
  [queue, 'outOfHoursMessage', ['', text(automaticText.max)], [text(automaticText.max + 1)]],
  [queue, 'promptId', [null], [1, '1']],
  [
    queue,
    'schedules',
    [usualHours.schedules],
    [usualHours.schedules.slice(1), [...usualHours.schedules, usualHours.schedules[0]]],
  ],
  [queue, 'holidays', [[], holidays(limits.holidays)], [holidays(limits.holidays + 1), [{ date: '2026-02-30' }]]],
  [choice, 'title', ['x', text(limits.optionTitle.max)], ['', ' ', text(limits.optionTitle.max + 1)]],
  [choice, 'option', ['1', text(limits.option.max)], ['0', '#', text(limits.option.max + 1)]],
  [choice, 'message', ['', text(automaticText.max)], [text(automaticText.max + 1)]],
  [number, 'name', [text(2), text(limits.connectionName.max)], ['x', '  ', text(limits.connectionName.max + 1)]],
  [number, 'ratingMessage', ['', text(automaticText.max)], [text(automaticText.max + 1)]],
  [number, 'expiresInactiveMessage', ['', text(automaticText.max)], [text(automaticText.max + 1)]],
  [number, 'provider', ['', text(limits.provider.max)], [text(limits.provider.max + 1)]],
  [number, 'expiresTicket', [0, minutes.max], [-1, minutes.max + 1, 0.5]],
  [number, 'timeToTransfer', [0, minutes.max], [-1, minutes.max + 1]],
  [number, 'timeUseBotQueues', [0, minutes.max], [-1, minutes.max + 1]],
  [number, 'maxUseBotQueues', [0, limits.botQueues.max], [-1, limits.botQueues.max + 1]],
  [number, 'flowIdWelcome', [null], [1]],
]

test.each(cases)('%s %s', async (path, field, within, beyond) => {
  for (const value of within) expect([value, (await put(path, { [field]: value })).status]).toEqual([value, 200])
  made.published.length = 0
  for (const value of beyond) {
    const { status, body } = await put(path, { [field]: value })
    expect([value, status, body.fields?.[0]?.split('.')[0]]).toEqual([value, 422, field])
  }
  expect(made.published).toEqual([])
})
