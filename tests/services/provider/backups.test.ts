import { expect, test } from 'bun:test'
import type { BackupReport, BackupRules } from '../../../src/core/backup/backup-order'
import { backupId } from '../../../src/core/backup/places/place'
import { isDue, lastSlot, nextSlot } from '../../../src/features/provider/backups/due'
import { backupFigures } from '../../../src/features/provider/backups/figures'
import { makeBackup, runDueBackup } from '../../../src/features/provider/backups/run'
import {
  type BackupState,
  claimBackup,
  readBackupState,
  storeReport,
} from '../../../src/features/provider/backups/state'
import { isBackupLate } from '../../../src/shared/morning'
import { createInstallation } from '../../installation'

const at = (time: string) => new Date(`2026-11-${time}Z`)

/** An installation with a storage that answers as the test says. */
async function openInstallation() {
  const installation = await createInstallation()
  const orders: BackupRules[] = []
  const storage = {
    problem: null as string | null,
    orders,
    isRunning: false,
    isStopped: false,
    stop() {},
    async run(order: BackupRules): Promise<BackupReport> {
      orders.push(order)
      if (storage.problem) return { made: null, problem: storage.problem, damaged: 0, kept: null, local: [] }
      const made = { id: backupId(new Date()), size: 10 }
      return { made, problem: null, damaged: 0, kept: [made], local: [] }
    },
  }
  const plan = { place: '/backups', encryption: 'passphrase' } as const
  installation.ports.backups = { isServer: false, plan, thread: storage }
  return { ...installation, storage, state: () => readBackupState(installation.platform.handle) }
}

const none: BackupState = {
  ...{ installation: null, startedAt: null, runningOn: null, success: null, failures: 0, problem: null },
  ...{ kept: [], local: [], mailedAt: null },
}
const success = (time: string) => ({ id: 'a', size: 1, damaged: 0, at: `2026-11-${time}Z`, endedAt: '' })

test('the daily time is one of the zone, also over a change of its clock', () => {
  const slot = (now: string) => new Date(lastSlot('03:00', 'America/Sao_Paulo', new Date(now))).toISOString()
  expect(slot('2026-11-30T06:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(slot('2026-11-30T05:59:59Z')).toBe('2026-11-29T06:00:00.000Z')
  const next = new Date(nextSlot('03:00', 'America/Sao_Paulo', at('30T06:00:00'))).toISOString()
  expect(next).toBe('2026-12-01T06:00:00.000Z')
  // 2:30 does not exist on this day in New York.
  const skipped = new Date(nextSlot('02:30', 'America/New_York', new Date('2026-03-08T05:00:00Z'))).toISOString()
  expect(skipped).toBe('2026-03-08T07:30:00.000Z')
})

test.each<[name: string, isDue: boolean, state: Partial<BackupState>]>([
  ['no attempt yet', true, {}],
  ['a success since the daily time', false, { startedAt: '2026-11-30T03:00:00Z', success: success('30T03:00:00') }],
  ['a success before it', true, { startedAt: '2026-11-29T03:00:00Z', success: success('29T03:00:00') }],
  ['a failure a moment ago', false, { startedAt: '2026-11-30T11:50:00Z', failures: 1 }],
  ['a first failure a quarter of an hour ago', true, { startedAt: '2026-11-30T11:45:00Z', failures: 1 }],
  ['many failures, the last half an hour ago', false, { startedAt: '2026-11-30T11:30:00Z', failures: 9 }],
  ['many failures, the last an hour ago', true, { startedAt: '2026-11-30T11:00:00Z', failures: 9 }],
  [
    'an attempt that an end of the process cut off a moment ago',
    false,
    { startedAt: '2026-11-30T11:55:00Z', runningOn: 'a' },
  ],
  ['one that it cut off earlier', true, { startedAt: '2026-11-30T11:40:00Z', runningOn: 'a' }],
  ['an attempt in the future: the clock was set back', true, { startedAt: '2026-12-05T03:00:00Z' }],
  [
    'a success in the future: the clock was set back',
    true,
    { startedAt: '2027-01-05T03:00:00Z', success: { ...success('30T03:00:00'), at: '2027-01-05T03:00:00Z' } },
  ],
])('%s: due is %p', (_, due, state) => {
  expect(isDue({ ...none, ...state }, at('30T03:00:00').getTime(), at('30T12:00:00'))).toBe(due)
})

test('of several processes that see the same state one makes the backup', async () => {
  const { platform, state } = await openInstallation()
  for (let round = 0; round < 3; round++) {
    const seen = await state()
    const now = at(`30T0${round}:00:00`)
    const claims = await Promise.all(
      ['one', 'two', 'three'].map((node) => platform.transaction(({ handle }) => claimBackup(handle, seen, node, now))),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  }
})

test('the due backup runs once, with the rules of the provider, and again on the next day', async () => {
  const { platform, storage, clientAs } = await openInstallation()
  const root = clientAs('root')
  await root.settings({ key: 'backupTime' }).put({ value: '05:30' })
  await root.settings({ key: 'backupDays' }).put({ value: '3' })
  await root.settings({ key: 'backupQuota' }).put({ value: '100' })
  await runDueBackup(platform, at('29T12:00:00'))
  await runDueBackup(platform, at('29T12:01:00'))
  await runDueBackup(platform, at('30T08:29:00'))
  expect(storage.orders).toHaveLength(1)
  await runDueBackup(platform, at('30T08:30:00'))
  expect(storage.orders).toHaveLength(2)
  const [first, second] = storage.orders as (BackupRules & { installation: string })[]
  expect(first).toMatchObject({ retention: { days: 3, weeks: 5, months: 12 }, quota: 100_000_000, localQuota: 2e9 })
  expect(second?.installation).toBe(first?.installation as string)
})

test('a time that is no time is refused, and only super users see the rules', async () => {
  const { clientAs } = await openInstallation()
  for (const value of ['3:00', '24:00', '03:60', 'noon', ''])
    expect((await clientAs('root').settings({ key: 'backupTime' }).put({ value })).status).toBe(422)
  expect((await clientAs('ana').settings({ key: 'backupTime' }).get()).status).toBe(403)
})

test('failures count up, super users get one mail a day after the third, and a success ends them', async () => {
  const { platform, storage, jobs, mails, state } = await openInstallation()
  await makeBackup(platform, at('28T06:00:00'))
  storage.problem = 'the bucket s3://nightly/ does not store it (AccessDenied)'
  for (const time of ['29T06:00:00', '29T06:15:00', '29T06:45:00', '29T07:45:00', '29T08:45:00']) {
    await makeBackup(platform, at(time))
    await jobs.settle()
  }
  expect(await state()).toMatchObject({
    failures: 5,
    problem: storage.problem,
    success: { at: at('28T06:00:00').toISOString() },
  })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.to).toBe('root@provider.test')
  expect(mails[0]?.subject).toContain('backup')
  for (const part of [storage.problem, '28/11/2026 03:00', '/settings?tab=backups'])
    expect(mails[0]?.text).toContain(part)
  storage.problem = null
  await makeBackup(platform, at('29T09:45:00'))
  expect(await state()).toMatchObject({ failures: 0, problem: null, runningOn: null })
})

test('a process that stops in the middle stores no result, and the next start makes the backup again', async () => {
  const { platform, storage, state } = await openInstallation()
  storage.isStopped = true
  await runDueBackup(platform, at('29T12:00:00'))
  expect(await state()).toMatchObject({ failures: 0, success: null, runningOn: expect.any(String) })
  storage.isStopped = false
  await runDueBackup(platform, at('29T12:01:00'))
  await runDueBackup(platform, at('29T12:20:00'))
  expect(storage.orders).toHaveLength(2)
  expect(await state()).toMatchObject({ runningOn: null, success: { size: 10 } })
})

test('ends of the process in the middle of backups count as failures, of which super users get a mail', async () => {
  const { platform, storage, jobs, mails, state } = await openInstallation()
  storage.isStopped = true
  for (const time of ['29T12:00:00', '29T12:20:00', '29T12:40:00']) await runDueBackup(platform, at(time))
  expect(await state()).toMatchObject({ failures: 2, problem: 'the process ended while it made a backup' })
  await jobs.settle()
  expect(mails).toEqual([])
  await runDueBackup(platform, at('29T14:00:00'))
  await jobs.settle()
  expect(mails[0]?.text).toContain('the process ended while it made a backup')
})

test('a run that ends without a report keeps the copies of the state', async () => {
  const { platform, storage, state } = await openInstallation()
  const local = [{ id: backupId(at('28T03:00:00')), size: 5 }]
  const report = { made: null, problem: 'full', damaged: 0, kept: null, local }
  await platform.transaction(({ handle }) => storeReport(handle, report, at('29T11:00:00')))
  storage.run = () => Promise.reject(new Error('no progress; the storage hangs'))
  await makeBackup(platform, at('29T12:00:00'))
  expect(await state()).toMatchObject({ failures: 2, problem: 'no progress; the storage hangs', local })
})

test('a success in the future has no age, and is late in the overview', async () => {
  const { platform, state } = await openInstallation()
  const now = at('30T12:00:00')
  await makeBackup(platform, at('30T12:04:00'))
  expect(await backupFigures.ageSeconds(platform.handle, now.getTime())).toBe(0)
  await makeBackup(platform, at('30T12:06:00'))
  expect((await state()).success?.at).toBe(at('30T12:06:00').toISOString())
  expect(await backupFigures.ageSeconds(platform.handle, now.getTime())).toEqual({})
  const late = (time: string) => isBackupLate({ kind: 'on', at: at(time).toISOString(), failures: 0 }, now.getTime())
  expect([late('30T12:04:00'), late('30T12:06:00'), late('29T09:00:00')]).toEqual([false, true, true])
})
