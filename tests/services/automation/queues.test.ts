import { expect, test } from 'bun:test'
import { handOver } from '../../../src/features/automation/queues/handover'
import {
  createOption,
  deleteOption,
  listOptions,
  orderOptions,
  updateOption,
} from '../../../src/features/automation/queues/options/service'
import {
  createQueue,
  deleteQueue,
  getQueue,
  listQueues,
  updateQueue,
} from '../../../src/features/automation/queues/service'
import { usualHours } from '../../../src/shared/hours'
import { limits } from '../../../src/shared/limits'
import { createInstallation, people } from '../../installation'

/** Acme has the queues Suporte (members bob and sara) and Vendas. */
const suporte = 1
const lines = async ({ scopeOf }: Awaited<ReturnType<typeof createInstallation>>) =>
  (await scopeOf('ana').db.select('audit_log').select(['action', 'entity', 'name', 'before', 'after']).execute()).map(
    ({ before, after, ...line }) => ({ ...line, before: JSON.parse(before), after: JSON.parse(after) }),
  )
const refusal = (code: string, detail: object = {}) => expect.objectContaining({ code, detail })

test('a new queue has the default hours, publishes an event and writes an audit line', async () => {
  const installation = await createInstallation()
  const queue = await createQueue(installation.scopeOf('ana'), { name: ' Financeiro ', color: '#d03836' })
  expect(queue).toMatchObject({ name: 'Financeiro', promptId: null, integrationId: null, holidays: [] })
  expect(queue.schedules).toMatchObject(usualHours.schedules)
  expect(queue.schedules[0]?.weekday).toBe('Segunda-feira')
  expect(installation.published).toEqual([
    { companyId: 1 as never, entity: 'queue', payload: { action: 'create', queue } },
  ])
  expect(await lines(installation)).toMatchObject([{ action: 'create', entity: 'queue', name: 'Financeiro' }])
})

test('hours are stored in the order of the week, and the audit line has only the changed days', async () => {
  const installation = await createInstallation()
  const schedules = usualHours.schedules.map((day) => ({ ...day, startTime: '09:00', endTime: '17:00' })).reverse()
  const holidays = [{ date: '2026-12-25', name: 'Natal', yearly: true }]
  const queue = await updateQueue(installation.scopeOf('ana'), suporte, { schedules, holidays })
  expect(queue.schedules.map(({ weekdayEn }) => weekdayEn)[0]).toBe('monday')
  expect(queue.holidays).toMatchObject([{ date: '2026-12-25', startTime: '', endTime: '' }])
  expect((await getQueue(installation.scopeOf('bob'), suporte)).schedules[6]).toMatchObject({ startTime: '09:00' })
  expect(Object.keys((await lines(installation))[0]!.after)).toEqual(['schedules', 'holidays'])
})

test('invalid hours, a repeated name and a repeated colour are refused without an event', async () => {
  const installation = await createInstallation()
  const scope = installation.scopeOf('ana')
  const schedules = usualHours.schedules.map((day) => ({ ...day, endTime: '' }))
  expect(updateQueue(scope, suporte, { schedules })).rejects.toEqual(
    refusal('ERR_VALIDATION', { fields: ['schedules.0.endTime'], fault: 'half' }),
  )
  expect(createQueue(scope, { name: 'SUPORTE', color: '#d03836' })).rejects.toEqual(
    refusal('ERR_QUEUE_NAME_ALREADY_EXISTS', { name: 'Suporte' }),
  )
  const { color } = await getQueue(scope, suporte)
  await expect(createQueue(scope, { name: 'Novo', color: color.toUpperCase() })).rejects.toEqual(
    refusal('ERR_QUEUE_COLOR_ALREADY_EXISTS', { name: 'Suporte' }),
  )
  expect(installation.published).toEqual([])
  expect(await lines(installation)).toEqual([])
})

test('a queue in use cannot be deleted and the error names its uses; after a handover it is deleted', async () => {
  const installation = await createInstallation()
  const scope = installation.scopeOf('ana')
  const [first] = await listQueues(scope)
  const { id: whatsappId } = await installation.insertConnection('acme', { name: 'Loja', queueIds: [suporte] })
  const held = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: suporte, whatsappId })
  const closed = await installation.insertTicket({ status: 'closed', queueId: suporte, whatsappId })
  const users = { members: ['Bob', 'Sara'], connections: ['Loja'], prompts: [], flows: [], tickets: 1 }
  await expect(deleteQueue(scope, suporte)).rejects.toEqual(refusal('ERR_QUEUE_IN_USE', users))
  expect(await listQueues(scope)).toContainEqual(first!)

  expect(await handOver(scope, suporte, 2)).toEqual(users)
  const moved = installation.published.find(({ entity }) => entity === 'ticket')
  expect(moved?.payload).toMatchObject({ ticket: { id: held.id, queueId: 2, userId: people.bob.id, status: 'open' } })
  expect(await scope.db.select('user_queues').select('userId').where('queueId', '=', 2).execute()).toHaveLength(2)
  expect(installation.published.findLast(({ entity }) => entity === 'whatsapp')?.payload).toMatchObject({
    whatsapp: { queueIds: [2] },
  })
  await deleteQueue(scope, suporte)
  const rows = await scope.db.select('tickets').select(['id', 'queueId']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: held.id, queueId: 2 },
    { id: closed.id, queueId: null },
  ])
  expect((await lines(installation)).map(({ action }) => action)).toEqual(['handover', 'delete'])
})

test('a handover to the same queue or to another company is refused', async () => {
  const { scopeOf, published } = await createInstallation()
  expect(handOver(scopeOf('ana'), suporte, suporte)).rejects.toEqual(refusal('ERR_VALIDATION', { fields: ['queueId'] }))
  await expect(handOver(scopeOf('ana'), suporte, 3)).rejects.toEqual(refusal('ERR_NO_QUEUE_FOUND'))
  expect(published).toEqual([])
})

test('options get consecutive numbers, also after reordering and deletion, and keep their texts', async () => {
  const installation = await createInstallation()
  const scope = installation.scopeOf('ana')
  const add = (title: string, rest = {}) => createOption(scope, { queueId: suporte, title, ...rest })
  const [one, two, word, three] = [
    await add('Um'),
    await add('Dois'),
    await add('Ajuda', { option: 'A' }),
    await add('Três'),
  ]
  const under = await add('Dentro', { parentId: one.id, message: 'Escolha' })
  expect([one, two, word, three, under].map(({ option }) => option)).toEqual(['1', '2', 'A', '3', '1'])

  const menu = { queueId: suporte, parentId: null, ids: [three.id, one.id] }
  const read = (rows: { option: string; title: string }[]) => rows.map(({ option, title }) => `${option} ${title}`)
  expect(read(await orderOptions(scope, menu))).toEqual(['1 Três', '2 Um', '3 Dois', 'A Ajuda'])
  await deleteOption(scope, one.id)
  expect(read(await listOptions(scope, { queueId: suporte }))).toEqual(['1 Três', '2 Dois', 'A Ajuda'])
  expect(await listOptions(scope, { queueId: suporte, parentId: one.id })).toEqual([])
  expect(installation.published.at(-1)?.payload).toMatchObject({ action: 'update', queue: { id: suporte } })
  expect((await lines(installation)).at(-1)).toMatchObject({ action: 'delete', entity: 'queueOption', name: 'Um' })
})

test('an option with a used or reserved number, of another company or beyond the limit is refused', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const first = await createOption(ana, { queueId: suporte, title: 'Um', option: 'sim' })
  const add = (rest: object) => createOption(ana, { queueId: suporte, title: 'Outra', ...rest })
  await expect(add({ option: 'SIM' })).rejects.toEqual(refusal('ERR_OPTION_ALREADY_EXISTS', { name: 'Um' }))
  for (const option of ['0', '#', '1.', 'a b', '01'])
    await expect(add({ option })).rejects.toEqual(refusal('ERR_VALIDATION', { fields: ['option'] }))
  await expect(createOption(ana, { queueId: 2, title: 'X', parentId: first.id })).rejects.toEqual(
    refusal('ERR_NO_OPTION_FOUND'),
  )
  await expect(updateOption(scopeOf('rui'), first.id, { title: 'Y' })).rejects.toEqual(refusal('ERR_NO_OPTION_FOUND'))
  for (let at = 1; at < limits.optionsPerMenu; at++) await add({})
  await expect(add({})).rejects.toEqual(refusal('ERR_TOO_MANY_OPTIONS'))
})

test('deleting a queue deletes its menu at every depth', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const { id: queueId } = await createQueue(ana, { name: 'Funda', color: '#123123' })
  let parentId: number | null = null
  for (let depth = 0; depth < 60; depth++)
    parentId = (await createOption(ana, { queueId, parentId, title: `${depth}` })).id
  await deleteQueue(ana, queueId)
  expect(await ana.db.select('queue_options').select('id').execute()).toEqual([])
})
