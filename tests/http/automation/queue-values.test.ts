import { expect, test } from 'bun:test'
import { usualHours } from '../../../src/shared/hours'
import { createInstallation } from '../../installation'

/** Fields of queues, options and connections with rules other than a length or size; limits.test.ts tests those. */

const installation = await createInstallation()
const { id: whatsappId } = await installation.insertConnection('acme')
const option = await installation
  .scopeOf('ana')
  .transaction((scope) =>
    scope.db
      .insert('queue_options', { queueId: 1, parentId: null, option: '1', orderOption: 1, title: 'Um' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
const put = async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${await installation.tokenOf('ana')}`, 'content-type': 'application/json' }
  const request = { method: 'PUT', headers, body: JSON.stringify(body) }
  const response = await installation.app.handle(new Request(`http://localhost/api${path}`, request))
  return { status: response.status, body: (await response.json()) as { fields?: string[] } }
}
const [queue, queueOption, connection] = ['/queue/1', `/queue-options/${option.id}`, `/whatsapp/${whatsappId}`]
const cases: [path: string, field: string, valid: unknown[], invalid: unknown[]][] = [
  [queue, 'name', [], ['   ', null]],
  [queue, 'color', ['#abc', '#abcdef'], ['abcdef', '#ab', '#abcde', '#abcdefg', '']],
  [queue, 'orderQueue', [], [1.5]],
  [queue, 'promptId', [null], [0, 1.5]],
  [
    queue,
    'schedules',
    [
      usualHours.schedules,
      usualHours.schedules.slice(1),
      [{ weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
    ],
    [[...usualHours.schedules.slice(1), usualHours.schedules[1]]],
  ],
  [queue, 'holidays', [[]], [[{ date: '2026-02-30' }]]],
  [queueOption, 'title', [], [' ']],
  [queueOption, 'option', ['1'], ['0', '#']],
  [connection, 'name', [], ['  ']],
  [connection, 'expiresTicket', [], [0.5]],
  [connection, 'flowIdWelcome', [null], [0, 1.5]],
]

test.each(cases)(
  'PUT %s accepts valid values of %s and refuses others with 422 and the field',
  async (path, field, valid, invalid) => {
    for (const value of valid) expect([value, (await put(path, { [field]: value })).status]).toEqual([value, 200])
    installation.published.length = 0
    for (const value of invalid) {
      const { status, body } = await put(path, { [field]: value })
      expect([value, status, body.fields?.[0]?.split('.')[0]]).toEqual([value, 422, field])
    }
    expect(installation.published).toEqual([])
  },
)
