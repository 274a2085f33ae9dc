import { expect, test } from 'bun:test'
import type { BackupReport } from '../../../src/core/backup/backup-order'
import { createInstallation } from '../../installation'
import { until } from '../../until'

/** An installation with a storage whose backups end when the test says. */
async function openInstallation() {
  const { clientAs, ports } = await createInstallation()
  let running: ReturnType<typeof Promise.withResolvers<BackupReport>> | null = null
  const thread = {
    get isRunning() {
      return running !== null
    },
    isStopped: false,
    stop() {},
    run() {
      running = Promise.withResolvers<BackupReport>()
      return running.promise.finally(() => {
        running = null
      })
    },
  }
  ports.backups = { isServer: false, plan: { place: 's3://shop/', encryption: 'key' }, thread }
  const end = (report: Partial<BackupReport>) =>
    running?.resolve({ made: null, problem: null, damaged: 0, kept: null, local: [], ...report })
  return { clientAs, ports, end, isRunning: () => running !== null }
}

test('a super user starts a backup and sees its result; a second start is refused meanwhile', async () => {
  const { clientAs, end, isRunning } = await openInstallation()
  const root = clientAs('root')
  expect((await root.backups.get()).data).toMatchObject({
    ...{ isServer: false, plan: { place: 's3://shop/', encryption: 'key' }, isRunning: false, success: null, kept: [] },
    nextAt: expect.stringMatching(/T06:00:00.000Z$/),
  })
  expect((await root.backups.post()).data).toMatchObject({ isRunning: true })
  const lines = (await root.audit.get({ query: {} })).data?.lines
  expect(lines?.[0]).toMatchObject({ action: 'create', entity: 'backup', name: 's3://shop/', actorName: 'Root' })
  await until('the backup', isRunning)
  const again = await root.backups.post()
  expect([again.status, again.error?.value]).toMatchObject([409, { error: 'ERR_NO_BACKUP_NOW' }])
  const made = { id: 'balcao-20261130T031500Z', size: 1234 }
  end({ made, damaged: 2, kept: [made] })
  await until('the result', async () => (await root.backups.get()).data?.success)
  expect((await root.backups.get()).data).toMatchObject({
    ...{ isRunning: false, failures: 0, problem: null, success: { ...made, damaged: 2 } },
    kept: [{ ...made, at: '2026-11-30T03:15:00.000Z' }],
  })
})

test('a failed backup shows its reason; without a place, and with a database on a server, none can be started', async () => {
  const { clientAs, ports, end, isRunning } = await openInstallation()
  const root = clientAs('root')
  await root.backups.post()
  await until('the backup', isRunning)
  end({ problem: 'the disk of /backups is full' })
  await until('the result', async () => (await root.backups.get()).data?.failures === 1)
  expect((await root.backups.get()).data).toMatchObject({ problem: 'the disk of /backups is full', success: null })
  ports.backups = { isServer: true, plan: null, thread: null }
  expect((await root.backups.get()).data).toMatchObject({ isServer: true, plan: null, nextAt: null })
  expect((await root.backups.post()).status).toBe(409)
})
