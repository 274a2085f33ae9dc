import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockBackups } from '../../src/core/backup/backup-lock'
import { databaseFile } from '../../src/core/storage/data-directory'
import { type S3Server, s3Key, startS3 } from '../s3-server'
import { until } from '../until'
import { cleanUp, run, type Serving, serve, signIn, temporaryDirectory } from './balcao'

afterEach(cleanUp)

const passphrase = 'correct horse battery staple'
const folder = mkdtempSync(join(tmpdir(), 'balcao-nightly-'))
const inFolder = { BALCAO_BACKUP_URL: `file://${folder}`, BALCAO_BACKUP_PASSPHRASE: passphrase }
let bucket: S3Server
let inBucket: Record<string, string>
beforeAll(() => {
  bucket = startS3('nightly')
  inBucket = {
    BALCAO_BACKUP_URL: `s3://nightly/shop?endpoint=${bucket.endpoint}`,
    BALCAO_BACKUP_ACCESS_KEY: s3Key.accessKeyId,
    BALCAO_BACKUP_SECRET_KEY: s3Key.secretAccessKey,
  }
})
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  bucket.files.clear()
  bucket.failWith = null
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true })
})

function withDatabase<R>(dataDir: string, work: (sqlite: Sqlite) => R): R {
  const sqlite = new Sqlite(databaseFile(dataDir))
  sqlite.run('pragma busy_timeout = 5000')
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}

/** Adds a media file with its row, and rows of a company. */
async function addRows({ dataDir }: Serving) {
  const path = '1/2026/11/aaaa'
  const bytes = new Uint8Array(60_000).fill(7)
  await Bun.write(join(dataDir, 'media', path), bytes)
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  withDatabase(dataDir, (sqlite) => {
    sqlite
      .query('insert into media (id, companyId, originalName, mime, size, sha256, path) values (?, 1, ?, ?, ?, ?, ?)')
      .run('aaaa', 'photo.jpg', 'image/jpeg', bytes.length, sha256, path)
    const insert = sqlite.query("insert into settings (companyId, key, value) values (1, ?, 'x')")
    for (let row = 0; row < 500; row++) insert.run(`row-${row}`)
  })
}
const rowsOf = (dataDir: string) =>
  withDatabase(dataDir, (sqlite) =>
    sqlite.query("select key, value from settings where key like 'row-%' order by key").values(),
  )

const lineOf = (serving: Serving, message: string) => serving.log().filter(({ msg }) => msg === message)

test('the first backup is made by the start, the next by hand; killed, the installation comes back from the folder', async () => {
  const serving = await serve(inFolder)
  await until('the first backup', () => lineOf(serving, 'a backup was stored').length === 1)
  expect(readdirSync(folder).sort()).toEqual([
    expect.stringMatching(/^balcao-.*\.json$/),
    expect.stringMatching(/\.tar\.age$/),
  ])
  await addRows(serving)
  const unlock = lockBackups(serving.dataDir)
  const refused = await run(['backup'], { ...inFolder, BALCAO_DATA_DIR: serving.dataDir })
  expect([refused.code, refused.err]).toEqual([1, 'balcao: another backup is being made; wait for its end\n'])
  unlock?.()
  const made = await run(['backup'], { ...inFolder, BALCAO_DATA_DIR: serving.dataDir })
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/balcao-\d{8}T\d{6}Z, [\d.]+ MB, encrypted; [12] backups kept/)
  await serving.stop('SIGKILL')

  const listed = await run(['backups'], inFolder)
  expect(listed.out).toMatch(/balcao-\d{8}T\d{6}Z {2}[\d.]+ MB {2}0 hours ago/)
  const elsewhere = temporaryDirectory()
  const restored = await run(['restore', 'newest'], { ...inFolder, BALCAO_DATA_DIR: elsewhere })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('all as they were put in')
  expect(rowsOf(elsewhere)).toEqual(rowsOf(serving.dataDir))
  expect(rowsOf(elsewhere)).toHaveLength(500)
  expect(await Bun.file(join(elsewhere, 'media/1/2026/11/aaaa')).bytes()).toEqual(new Uint8Array(60_000).fill(7))
  expect(await signIn(await serve({ BALCAO_DATA_DIR: elsewhere }))).toBeString()
})

test('a backup in a bucket opens by the secret key of its owner, which the machine does not have', async () => {
  const pair = await run(['backup-key'])
  const [, recipient = ''] = /^BALCAO_BACKUP_RECIPIENT=(age1\S+)$/m.exec(pair.out) ?? []
  const [, identity = ''] = /^BALCAO_BACKUP_IDENTITY=(AGE-SECRET-KEY-1\S+)$/m.exec(pair.out) ?? []
  const env = { ...inBucket, BALCAO_BACKUP_RECIPIENT: recipient }
  const serving = await serve(env)
  await until('the first backup', () => lineOf(serving, 'a backup was stored').length === 1)
  await serving.stop()
  expect([...bucket.files.keys()].map((key) => key.replace(/\d{8}T\d{6}Z/, 'TIME'))).toEqual([
    'shop/balcao-TIME.tar.age.000001',
    'shop/balcao-TIME.json',
  ])
  const stored = [...bucket.files.values()].map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('')
  for (const secret of ['SQLite format', 'root@balcao.test', identity, s3Key.secretAccessKey])
    expect(stored).not.toContain(secret)

  const elsewhere = temporaryDirectory()
  const without = await run(['restore', 'newest'], { ...env, BALCAO_DATA_DIR: elsewhere })
  expect([without.code, without.err]).toEqual([1, 'balcao: this backup is encrypted: set BALCAO_BACKUP_IDENTITY\n'])
  const env2 = { ...env, BALCAO_BACKUP_IDENTITY: identity, BALCAO_DATA_DIR: elsewhere }
  expect(await run(['restore', 'newest'], env2)).toMatchObject({ code: 0, err: '' })
  expect(await signIn(await serve({ BALCAO_DATA_DIR: elsewhere }))).toBeString()
})

test('a wrong passphrase, a file that was cut off and a changed one are refused in one line, and the data stays', async () => {
  const serving = await serve(inFolder)
  await until('the first backup', () => lineOf(serving, 'a backup was stored').length === 1)
  await addRows(serving)
  await serving.stop()
  const env = { ...inFolder, BALCAO_DATA_DIR: serving.dataDir }
  const before = readdirSync(serving.dataDir).sort()
  const refuse = async (args: string[], more: Record<string, string>, says: RegExp) => {
    const { code, err } = await run(['restore', ...args, '--replace'], { ...env, ...more })
    expect([code, err]).toEqual([1, expect.stringMatching(says)])
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(readdirSync(serving.dataDir).sort()).toEqual(before)
    expect(rowsOf(serving.dataDir)).toHaveLength(500)
  }
  await refuse(
    ['newest'],
    { BALCAO_BACKUP_PASSPHRASE: 'another passphrase here' },
    /does not open this backup; nothing was changed/,
  )
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.tar.age'))
  const path = join(folder, name)
  const whole = await Bun.file(path).bytes()
  await refuse(['balcao-20200101T000000Z'], {}, /there is no complete backup balcao-20200101T000000Z/)
  const changed = whole.slice()
  changed[whole.length - 70_000] = (changed[whole.length - 70_000] as number) ^ 1
  await Bun.write(path, changed)
  await refuse(['newest'], {}, /is not a complete backup/)
  truncateSync(path, whole.length - 1)
  await refuse(['newest'], {}, /is not complete: \d+ of \d+ bytes/)
  await refuse([path], {}, /is not a complete backup/)
  rmSync(join(folder, name.replace('.tar.age', '.json')))
  await refuse(['newest'], {}, /there is no complete backup/)
})

test('a bucket that refuses is tried again later; a copy of database and key stays on the machine and can be restored', async () => {
  bucket.failWith = 403
  const env = { ...inBucket, BALCAO_BACKUP_PASSPHRASE: passphrase }
  const serving = await serve(env)
  const [failed] = await until('the failure', () => {
    const lines = lineOf(serving, 'the backup failed; it is tried again')
    return lines.length > 0 && lines
  })
  expect(failed?.problem).toContain('the bucket s3://nightly/shop/ does not store it')
  const local = join(serving.dataDir, 'backups')
  const [copy = ''] = readdirSync(local).filter((name) => name.endsWith('.tar.age'))
  await serving.stop('SIGKILL')
  expect(
    await run(['restore', join(local, copy), '--replace'], { ...env, BALCAO_DATA_DIR: serving.dataDir }),
  ).toMatchObject({
    code: 0,
    err: '',
  })
  bucket.failWith = null
  const made = await run(['backup'], { ...env, BALCAO_DATA_DIR: serving.dataDir })
  expect([made.code, made.err]).toEqual([0, ''])
  expect(readdirSync(local)).toEqual([])
})

test('an empty installation, set up after a loss, leaves the backups of the lost one alone', async () => {
  const lost = await serve(inFolder)
  await until('the first backup', () => lineOf(lost, 'a backup was stored').length === 1)
  await lost.stop('SIGKILL')
  const before = readdirSync(folder).sort()
  const fresh = await serve(inFolder)
  const [failed] = await until('the failure', () => {
    const lines = lineOf(fresh, 'the backup failed; it is tried again')
    return lines.length > 0 && lines
  })
  expect(failed?.problem).toContain('the place holds backups of another installation')
  await fresh.stop()
  expect(readdirSync(folder).sort()).toEqual(before)
  const env = { ...inFolder, BALCAO_DATA_DIR: fresh.dataDir }
  expect(await run(['restore', 'newest', '--replace'], env)).toMatchObject({ code: 0, err: '' })
  expect(await run(['backup'], env)).toMatchObject({ code: 0, err: '' })
})

test('secrets of the configuration are in no line of the log, and an incomplete configuration names its variable', async () => {
  bucket.failWith = 500
  const serving = await serve({ ...inBucket, BALCAO_BACKUP_PASSPHRASE: passphrase, BALCAO_LOG_LEVEL: 'debug' })
  await until('the failure', () => lineOf(serving, 'the backup failed; it is tried again').length > 0)
  const output = serving.stdout() + serving.stderr()
  for (const secret of [passphrase, s3Key.secretAccessKey]) expect(output).not.toContain(secret)
  for (const [env, variable] of [
    [{ BALCAO_BACKUP_URL: `file://${folder}` }, 'BALCAO_BACKUP_URL'],
    [{ ...inFolder, BALCAO_BACKUP_PASSPHRASE: 'short' }, 'BALCAO_BACKUP_PASSPHRASE'],
    [{ ...inFolder, BALCAO_BACKUP_RECIPIENT: 'age1wrong' }, 'BALCAO_BACKUP_RECIPIENT'],
    [{ ...inFolder, BALCAO_BACKUP_ACCESS_KEY: 'x' }, 'BALCAO_BACKUP_ACCESS_KEY'],
  ] as const) {
    const { code, err } = await run(['serve'], { ...env, BALCAO_DATA_DIR: temporaryDirectory() })
    expect([code, err]).toEqual([2, expect.stringContaining(variable)])
  }
  const link = join(folder, 'link')
  symlinkSync(serving.dataDir, link)
  for (const path of [serving.dataDir, join(serving.dataDir, 'backups'), join(link, 'new')])
    for (const command of ['serve', 'backup']) {
      const inside = { ...inFolder, BALCAO_BACKUP_URL: `file://${path}`, BALCAO_DATA_DIR: serving.dataDir }
      const { code, err } = await run([command], inside)
      const says = `balcao: BALCAO_BACKUP_URL must name a folder outside of the data directory (${serving.dataDir})\n`
      expect([code, err]).toEqual([2, says])
    }
})
