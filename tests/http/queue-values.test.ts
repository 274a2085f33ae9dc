import { expect, test } from 'bun:test'
import { usualHours } from '../../src/shared/hours'
import { createInstallation } from '../installation'

/** Fields of queues, options and connections that no length or size bounds: what is good is taken, the rest refused there. */

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
  const answer = await installation.app.handle(new Request(`http://localhost/api${path}`, request))
  return { status: answer.status, body: (await answer.json()) as { fields?: string[] } }
}
const [queue, choice, number] = ['/queue/1', `/queue-options/${option.id}`, `/whatsapp/${whatsappId}`]
const cases: [path: string, field: string, good: unknown[], bad: unknown[]][] = [
  [queue, 'name', [], ['   ', null]],
  [queue, 'color', ['#abc', '#abcdef'], ['abcdef', '#ab', '#abcde', '#abcdefg', '']],
  [queue, 'orderQueue', [], [1.5]],
  [queue, 'promptId', [null], [1, '1']],
  [queue, 'schedules', [usualHours.schedules], [usualHours.schedules.slice(1)]],
  [queue, 'holidays', [[]], [[{ date: '2026-02-30' }]]],
  [choice, 'title', [], [' ']],
  [choice, 'option', ['1'], ['0', '#']],
  [number, 'name', [], ['  ']],
  [number, 'expiresTicket', [], [0.5]],
  [number, 'flowIdWelcome', [null], [1]],
]

test.each(cases)('%s %s', async (path, field, good, bad) => {
  for (const value of good) expect([value, (await put(path, { [field]: value })).status]).toEqual([value, 200])
  installation.published.length = 0
  for (const value of bad) {
    const { status, body } = await put(path, { [field]: value })
    expect([value, status, body.fields?.[0]?.split('.')[0]]).toEqual([value, 422, field])
  }
  expect(installation.published).toEqual([])
})
