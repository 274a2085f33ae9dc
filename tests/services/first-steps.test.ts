import { expect, test } from 'bun:test'
import { applyPreset } from '../../src/features/first-steps/apply-preset'
import { presetKinds } from '../../src/features/first-steps/presets/preset-table'
import { readFirstSteps } from '../../src/features/first-steps/read'
import { listQueues } from '../../src/features/queues/service'
import { readSetting } from '../../src/features/settings/service'
import { listAllTags } from '../../src/features/tags/read'
import { createInstallation } from '../installation'

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
  expect(await applyPreset(scope, made.platform, kind)).toEqual({ queues: 0, tags: 0, quickMessages: 0, hours: false })
  expect([...(await listQueues(scope)), ...(await listAllTags(scope))].map(({ name }) => name)).toEqual(names)
  expect(await readSetting(scope.db, 'scheduleType')).toBe('company')
})

test('a preset creates queues up to the limit of the plan, and the rest', async () => {
  const made = await createInstallation()
  await limitQueues(made, (await listQueues(made.scopeOf('ana'))).length + 1)
  const result = await applyPreset(made.scopeOf('ana'), made.platform, 'clinic')
  expect(result).toMatchObject({ queues: 1, tags: 4, quickMessages: 5 })
})
