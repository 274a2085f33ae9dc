import { afterAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyPair } from '../../../src/core/backup/age'
import { isBackupRunning, lockBackups } from '../../../src/core/backup/backup-lock'
import type { BackupOrder } from '../../../src/core/backup/backup-order'
import { BackupThread } from '../../../src/core/backup/backup-thread'
import { openBackup } from '../../../src/core/backup/open-backup'
import { backupId } from '../../../src/core/backup/places/place'
import { unpackBackup } from '../../../src/core/backup/restore'
import { runBackup } from '../../../src/core/backup/run-backup'
import { databaseFile, keyFile } from '../../../src/core/storage/data-directory'
import { migratedImage } from '../../migrated'
import { s3Key, startS3 } from '../../s3-server'
import { until } from '../../until'

const root = mkdtempSync(join(tmpdir(), 'balcao-run-backup-'))
const [directory, folder] = [join(root, 'data'), join(root, 'target')]
const bucket = startS3('nightly')
const s3 = { bucket: 'nightly', endpoint: bucket.endpoint, region: 'us-east-1', prefix: '', ...s3Key }
// A passphrase costs a second for each backup.
const { identity, recipient } = await createKeyPair()
const image = await migratedImage()

beforeEach(() => {
  for (const path of [directory, folder]) {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path)
  }
  writeFileSync(databaseFile(directory), image)
  writeFileSync(keyFile(directory), 'k'.repeat(43))
  mkdirSync(join(directory, 'media/1/2026/11'), { recursive: true })
  writeFileSync(join(directory, 'media/1/2026/11/aaaa'), 'a file of a conversation')
  bucket.files.clear()
  Object.assign(bucket, { failWith: null, isSilent: false })
})
afterAll(async () => {
  await bucket.stop()
  rmSync(root, { recursive: true })
})

const order = (given: Partial<BackupOrder> = {}): BackupOrder => ({
  source: { directory, version: '1.0.0', keyOutside: false, hasMedia: true },
  target: { directory: folder },
  key: { recipients: [recipient] },
  installation: 'one',
  retention: { days: 7, weeks: 0, months: 0 },
  ...{ quota: 0, localQuota: 1e9 },
  ...given,
})
const day = (date: number) => new Date(Date.UTC(2026, 10, date, 3))
const run = (date: number, given: Partial<BackupOrder> = {}) => runBackup(order(given), undefined, day(date))
const local = join(directory, 'backups')
const idsOf = (backups: { id: string }[] | null) => backups?.map(({ id }) => id)

/** Members of a backup, which is unpacked into an empty directory. */
async function membersOf(name: string) {
  const opening = { passphrase: null, identity, ask: () => Promise.reject(new Error('no question')) }
  const target = mkdtempSync(join(root, 'restored-'))
  const { staging } = await unpackBackup(await openBackup(name, { directory: folder }, opening), target)
  return (readdirSync(staging, { recursive: true }) as string[]).filter((path) => !path.match(/^media(\/\d+)*$/)).sort()
}

test('a backup has database, key and files; retention and quota keep the newest', async () => {
  for (const date of [10, 11, 12]) expect(await run(date)).toMatchObject({ problem: null, damaged: 0, local: [] })
  expect(await membersOf('newest')).toEqual(['balcao.db', 'media/1/2026/11/aaaa', 'secret.key'])
  const { made, kept } = await run(13, { retention: { days: 2, weeks: 0, months: 0 } })
  expect(idsOf(kept)).toEqual([backupId(day(13)), backupId(day(12))])
  const size = made?.size ?? 0
  const narrow = await run(14, { quota: size * 2 + 1000 })
  expect(idsOf(narrow.kept)).toEqual([backupId(day(14)), backupId(day(13))])
  const tooNarrow = await run(15, { quota: 1000 })
  expect(idsOf(tooNarrow.kept)).toEqual([backupId(day(15))])
  expect(tooNarrow.problem).toBe('the backup alone is larger than its quota')
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a target that is missing leaves copies of database and key within their quota, and a success removes them', async () => {
  rmSync(folder, { recursive: true })
  const first = await run(10)
  expect(first).toMatchObject({ made: null, kept: null, problem: `${folder} does not exist; is its disk mounted?` })
  expect(existsSync(folder)).toBe(false)
  const size = first.local[0]?.size ?? 0
  expect(await membersOf(join(local, `${backupId(day(10))}.tar.age`))).toEqual(['balcao.db', 'secret.key'])
  for (const date of [11, 12]) await run(date, { localQuota: size * 2 + 1000 })
  const narrow = await run(13, { localQuota: size * 2 + 1000 })
  expect(idsOf(narrow.local)).toEqual([backupId(day(13)), backupId(day(12))])
  const refused = await run(14, { localQuota: 1000 })
  expect(refused.problem).toContain('no copy was kept on this machine, because it does not fit')
  expect(idsOf((await run(15, { localQuota: 0 })).local)).toEqual([])
  await run(16)
  mkdirSync(folder)
  expect(await run(17)).toMatchObject({ problem: null, local: [] })
  expect(readdirSync(local)).toEqual([])
})

test('a bucket that is cut off in the middle has no backup; the next run removes what was left', async () => {
  writeFileSync(join(directory, 'media/1/2026/11/bbbb'), new Uint8Array(40_000_000))
  const cut = setInterval(() => {
    if (bucket.files.size > 0) bucket.failWith = 500
  }, 1)
  const report = await run(10, { target: { s3 } })
  clearInterval(cut)
  bucket.failWith = null
  expect(report).toMatchObject({ made: null, problem: expect.stringContaining('does not store it') })
  expect(report.local).toHaveLength(1)
  const left = [...bucket.files.keys()]
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter((key) => key.endsWith('.json'))).toEqual([])
  expect(await run(11, { target: { s3 } })).toMatchObject({ problem: null, local: [] })
  expect([...bucket.files.keys()].filter((key) => key.startsWith(backupId(day(10))))).toEqual([])
})

test('a bucket that hangs ends the attempt, and the next one succeeds', async () => {
  const address = new URL('../../../src/backup-worker.ts', import.meta.url)
  const { source, key, target: _, ...rules } = order()
  bucket.isSilent = true
  const hanging = new BackupThread(address, { source, key, target: { s3 } }, 1000)
  await expect(hanging.run(rules)).rejects.toThrow('no progress; the storage hangs')
  expect(hanging.isRunning).toBe(false)
  bucket.isSilent = false
  const thread = new BackupThread(address, { source, key, target: { s3 } })
  expect(await thread.run(rules)).toMatchObject({ problem: null, made: { size: expect.any(Number) } })
  const unlock = lockBackups(directory)
  expect(thread.isRunning).toBe(true)
  await expect(thread.run(rules)).rejects.toThrow('another backup is being made')
  unlock?.()
  expect(thread.isRunning).toBe(false)
  thread.stop()
  await expect(thread.run(rules)).rejects.toThrow('the server stops')
})

test('a run that is stopped leaves no copy of the database', async () => {
  const { source, key, target: _, ...rules } = order()
  bucket.isSilent = true
  const thread = new BackupThread(new URL('../../../src/backup-worker.ts', import.meta.url), {
    ...{ source, key },
    target: { s3 },
  })
  const running = thread.run(rules)
  const copies = () => (existsSync(local) ? readdirSync(local).filter((name) => name.startsWith('.copy-')) : [])
  await until('the copy of the database', () => copies().length > 0)
  thread.stop()
  await expect(running).rejects.toThrow('the server stops')
  expect(copies()).toEqual([])
  expect(isBackupRunning(directory)).toBe(false)
})

test('the next run removes the copy of the database and the unfinished backup that a killed one has left', async () => {
  mkdirSync(local)
  for (const end of ['db', 'db-journal']) writeFileSync(join(local, `.copy-${backupId(day(9))}.${end}`), 'half')
  writeFileSync(join(folder, `${backupId(day(9))}.tar.age.part`), 'half')
  await run(10)
  expect(readdirSync(local)).toEqual([])
  expect(readdirSync(folder).filter((name) => name.includes(backupId(day(9))))).toEqual([])
})

test('a place with backups of another installation is left as it is', async () => {
  await run(10, { installation: 'two' })
  const before = readdirSync(folder)
  const report = await run(11)
  expect(report).toMatchObject({ made: null, problem: expect.stringContaining('backups of another installation') })
  expect(readdirSync(folder)).toEqual(before)
})

test('a missing database is a failure of the report, with the copies that are there', async () => {
  rmSync(databaseFile(directory))
  expect(await run(10)).toMatchObject({
    made: null,
    problem: expect.stringContaining('there is no database'),
    kept: [],
  })
})

test('an old backup that cannot be removed is a problem of the report, and the new one is written', async () => {
  await run(10)
  mkdirSync(join(folder, `${backupId(day(9))}.json`))
  const report = await run(11, { retention: { days: 1, weeks: 0, months: 0 } })
  expect(report).toMatchObject({
    made: { id: backupId(day(11)) },
    problem: expect.stringMatching(/^old backups were not removed: /),
  })
  expect(idsOf(report.kept)).toEqual([backupId(day(11)), backupId(day(9))])
})

test('a success in the folder of the copies on the machine leaves the backups there', async () => {
  mkdirSync(local)
  rmSync(folder, { recursive: true })
  symlinkSync(local, folder)
  for (const date of [10, 11]) await run(date)
  expect(idsOf((await run(12)).kept)).toEqual([12, 11, 10].map((date) => backupId(day(date))))
  expect(readdirSync(local)).toHaveLength(6)
})

test('a new backup stays beside one with a time in the future', async () => {
  const size = (await run(20)).made?.size ?? 0
  expect(idsOf((await run(12, { quota: size + 1000 })).kept)).toContain(backupId(day(12)))
  expect(await membersOf(backupId(day(12)))).toContain('balcao.db')
})
