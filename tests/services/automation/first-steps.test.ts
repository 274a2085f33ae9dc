import { describe, expect, test } from 'bun:test'
import { applyPreset } from '../../../src/features/automation/first-steps/apply-preset'
import { findGaps, type Reach } from '../../../src/features/automation/first-steps/gaps'
import { presetKinds } from '../../../src/features/automation/first-steps/presets/preset-table'
import { readFirstSteps } from '../../../src/features/automation/first-steps/read'
import { listQueues } from '../../../src/features/automation/queues/service'
import { listAllTags } from '../../../src/features/contacts/tags/read'
import { createConnection, getConnection, updateConnection } from '../../../src/features/numbers/connections/service'
import { readSetting } from '../../../src/features/platform/settings/service'
import { menuGreeting } from '../../../src/shared/menu-greeting'
import { createInstallation } from '../../installation'

type Made = Awaited<ReturnType<typeof createInstallation>>
const limitQueues = ({ platform }: Made, queues: number) =>
  platform.transaction(({ db }) => db.updateTable('plans').set({ queues }).execute())
const doneIn = async ({ scopeOf }: Made) =>
  (await readFirstSteps(scopeOf('ana'))).steps.filter(({ done }) => done).map(({ key }) => key)

test('each step is done once its rows exist', async () => {
  const made = await createInstallation()
  const before = await doneIn(made)
  expect(before).not.toContain('hours')
  expect(before).not.toContain('quickMessages')
  await applyPreset(made.scopeOf('ana'), made.platform, 'shop')
  expect(await doneIn(made)).toEqual(expect.arrayContaining(['queues', 'hours', 'quickMessages']))
  expect(await doneIn(made)).not.toContain('answer')
  await made.insertTicket({ status: 'open', userId: made.scopeOf('ana').viewer.userId })
  expect(await doneIn(made)).toContain('answer')
})

test.each(presetKinds)('preset %s creates its rows once, in the language of the company', async (kind) => {
  const made = await createInstallation()
  await limitQueues(made, 1000)
  const scope = made.scopeOf('ana')
  const first = await applyPreset(scope, made.platform, kind)
  expect(first).toMatchObject({ tags: 4, quickMessages: 5, hours: true })
  expect(first.queues).toBeGreaterThan(1) // one of the names may exist
  const names = [...(await listQueues(scope)), ...(await listAllTags(scope))].map(({ name }) => name)
  expect(await applyPreset(scope, made.platform, kind)).toMatchObject({
    queues: 0,
    tags: 0,
    quickMessages: 0,
    hours: false,
  })
  expect([...(await listQueues(scope)), ...(await listAllTags(scope))].map(({ name }) => name)).toEqual(names)
  expect(await readSetting(scope.db, 'scheduleType')).toBe('company')
})

test('a preset applied several times at once creates its rows once', async () => {
  const made = await createInstallation()
  await limitQueues(made, 1000)
  const apply = () => applyPreset(made.scopeOf('ana'), made.platform, 'shop')
  const results = await Promise.all(Array.from({ length: 6 }, apply))
  const sumOf = (key: 'tags' | 'quickMessages') => results.reduce((sum, result) => sum + result[key], 0)
  expect([sumOf('tags'), sumOf('quickMessages')]).toEqual([4, 5])
  expect(await readSetting(made.scopeOf('ana').db, 'scheduleType')).toBe('company')
})

test('a preset creates queues up to the limit of the plan, and the rest', async () => {
  const made = await createInstallation()
  await limitQueues(made, (await listQueues(made.scopeOf('ana'))).length + 1)
  const result = await applyPreset(made.scopeOf('ana'), made.platform, 'clinic')
  expect(result).toMatchObject({ queues: 1, tags: 4, quickMessages: 5 })
})

test('a preset gives its queues to the only number, with a greeting for the menu, and to none of several', async () => {
  const made = await createInstallation()
  const scope = made.scopeOf('ana')
  const { id } = await createConnection(scope, { name: 'Loja', queueIds: [] })
  expect(await applyPreset(scope, made.platform, 'services')).toMatchObject({ number: 'Loja' })
  const ids = (await listQueues(scope)).map(({ id }) => id)
  const linked = await getConnection(scope, id)
  expect(linked.queueIds.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  expect(linked.greetingMessage).toBe(menuGreeting.pt)
  expect(await applyPreset(scope, made.platform, 'shop')).toMatchObject({ number: null })
  expect((await getConnection(scope, id)).queueIds).toEqual(linked.queueIds)
})

describe('gaps between numbers, queues and people', () => {
  const [sales, help] = [1, 2]
  const queues = [
    { id: sales, name: 'Vendas' },
    { id: help, name: 'Suporte' },
  ]
  const number = (...queueIds: number[]) => ({ id: 7, name: 'Loja', queueIds, transferQueueId: null })
  const person = (...queueIds: number[]) => ({ id: 9, name: 'Bia', queueIds, seesQueueless: false })
  const kindsOf = (reach: Reach) => findGaps(reach).map(({ kind, id }) => `${kind} ${id}`)

  test.each<[name: string, reach: Reach, gaps: string[]]>([
    ['none in a company of admins only', { connections: [number()], queues, people: [] }, []],
    ['none when all is connected', { connections: [number(sales, help)], queues, people: [person(sales, help)] }, []],
    [
      'a number without a queue, whose queues no number offers',
      { connections: [number()], queues: [queues[1]!], people: [person(help)] },
      ['connectionWithoutQueue 7', 'queueWithoutNumber 2', 'personWithoutTickets 9'],
    ],
    [
      'a queue without people and a person in a queue without a number',
      { connections: [number(sales)], queues, people: [person(help)] },
      ['queueWithoutNumber 2', 'queueWithoutPeople 1', 'personWithoutTickets 9'],
    ],
    [
      'a queue that receives transfers has a number',
      { connections: [{ ...number(sales), transferQueueId: help }], queues, people: [person(sales, help)] },
      [],
    ],
    ['a person without a queue', { connections: [], queues: [], people: [person()] }, ['personWithoutTickets 9']],
    [
      'none for a person who sees tickets without a queue',
      { connections: [number()], queues: [], people: [{ ...person(), seesQueueless: true }] },
      [],
    ],
  ])('%s', (_, reach, gaps) => expect(kindsOf(reach)).toEqual(gaps))

  test('are read from the rows of the company, and end when the number gets the queues', async () => {
    const made = await createInstallation()
    const scope = made.scopeOf('ana')
    const { id } = await createConnection(scope, { name: 'Loja', queueIds: [] })
    const kinds = async () => (await readFirstSteps(scope)).gaps.map(({ kind, name }) => `${kind} ${name}`)
    expect(await kinds()).toEqual([
      'connectionWithoutQueue Loja',
      'queueWithoutNumber Suporte',
      'queueWithoutNumber Vendas',
      'queueWithoutPeople Vendas',
      'personWithoutTickets Sara',
      'personWithoutTickets Bob',
    ])
    await updateConnection(scope, id, { queueIds: [1, 2], greetingMessage: 'Oi' })
    expect(await kinds()).toEqual(['queueWithoutPeople Vendas'])
  })
})
