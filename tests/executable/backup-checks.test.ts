import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../../src/core/storage/data-directory'
import { until } from '../until'
import { cleanUp, executable, run, serve, temporaryDirectory } from './balcao'

afterEach(cleanUp)

const withoutNumbers = { BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9' }

/** A stopped installation, a folder for its backups, and the variables of both. */
async function stoppedWithFolder() {
  const serving = await serve(withoutNumbers)
  await serving.stop()
  const folder = temporaryDirectory()
  const place = { BALCAO_BACKUP_URL: `file://${folder}`, BALCAO_BACKUP_PASSPHRASE: 'correct horse battery staple' }
  return { dataDir: serving.dataDir, folder, env: { ...place, BALCAO_DATA_DIR: serving.dataDir } }
}

/** Files of a directory with their sizes, without those that every open of a database touches. */
const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(balcao\.db-(wal|shm)|lock)/.test(name))
    .map((name) => `${name} ${statSync(join(directory, name)).size}`)
    .sort()

/** Paths of a folder that are larger than a megabyte, also unfinished ones. */
const largeFiles = (folder: string) =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => !path.endsWith('.db') && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000)

/** Ends a command once `isUnderWay`, by SIGKILL or another signal; returns its exit code, null after SIGKILL. */
async function endCommand(
  words: string[],
  env: Record<string, string>,
  isUnderWay: () => boolean,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number | null> {
  const all = { PATH: process.env.PATH ?? '', BALCAO_ENV_FILE: '', ...env }
  const child = Bun.spawn([executable, ...words], { env: all, stdout: 'ignore', stderr: 'ignore' })
  await until('the command under way', () => isUnderWay() || child.exitCode !== null)
  child.kill(signal)
  await child.exited
  if (signal === 'SIGKILL') expect(child.signalCode).toBe('SIGKILL')
  return child.exitCode
}

/** Ends a backup once it has written its first megabyte. */
const endBackup = (words: string[], env: Record<string, string>, folder: string, signal?: NodeJS.Signals) =>
  endCommand(['backup', ...words], env, () => largeFiles(folder).length > 0, signal)

test('restore --check says of a file and of the newest backup that they are whole, while serving, and changes nothing', async () => {
  const { dataDir, folder, env } = await stoppedWithFolder()
  const file = join(temporaryDirectory(), 'balcao.tar')
  expect(await run(['backup', file], env)).toMatchObject({ code: 0 })
  expect(await run(['backup'], env)).toMatchObject({ code: 0 })
  const { BALCAO_DATA_DIR: _, ...elsewhere } = env
  const serving = await serve({ ...withoutNumbers, BALCAO_DATA_DIR: dataDir })
  const before = filesOf(dataDir)
  const ofFile = await run(['restore', file, '--check'], env)
  expect([ofFile.code, ofFile.err]).toEqual([0, ''])
  expect(ofFile.out).toContain('Its database is intact and opens with the key in it. Nothing was changed.')
  const empty = temporaryDirectory()
  const newest = await run(['restore', 'newest', '--check'], { ...elsewhere, BALCAO_DATA_DIR: empty })
  expect([newest.code, newest.out]).toEqual([0, expect.stringMatching(/^balcao-\S+\.tar\.age is whole: 2 files/)])
  expect(filesOf(empty)).toEqual([])
  expect(filesOf(dataDir)).toEqual(before)
  expect(await serving.stop()).toBe(0)
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.tar.age'))
  truncateSync(join(folder, name), statSync(join(folder, name)).size - 1)
  const cut = await run(['restore', join(folder, name), '--check'], env)
  expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('is not a complete backup')])
})

test('a backup killed in its middle leaves no file that counts as a backup, and the next one is whole', async () => {
  const { dataDir, folder, env } = await stoppedWithFolder()
  mkdirSync(join(dataDir, 'media/1/2026/11'), { recursive: true })
  const large = join(dataDir, 'media/1/2026/11/large')
  writeFileSync(large, '')
  truncateSync(large, 600_000_000)
  await endBackup([], env, folder)
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual([])
  expect((await run(['backups'], env)).out).toContain('no complete backup')
  expect((await run(['restore', 'newest', '--check'], env)).err).toContain('there is no complete backup')
  const beside = temporaryDirectory()
  const file = join(beside, 'balcao.tar')
  await endBackup([file], env, beside)
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(beside)).not.toEqual([])
  rmSync(beside, { recursive: true })
  mkdirSync(beside)
  expect(await endBackup([file], env, beside, 'SIGTERM')).toBe(143)
  expect(readdirSync(beside)).toEqual([])
  await endBackup([file], env, beside)
  rmSync(large)
  expect(await run(['backup', join(beside, 'next.tar')], env)).toMatchObject({ code: 0 })
  expect(readdirSync(beside)).toEqual(['next.tar'])
  expect(await run(['backup'], env)).toMatchObject({ code: 0 })
  expect(await run(['restore', 'newest', '--check'], env)).toMatchObject({ code: 0 })
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a check that is ended leaves no copy of database and key, and one that is killed leaves it until the next', async () => {
  const { dataDir, env } = await stoppedWithFolder()
  mkdirSync(join(dataDir, 'media/1/2026/11'), { recursive: true })
  const large = join(dataDir, 'media/1/2026/11/large')
  writeFileSync(large, '')
  truncateSync(large, 600_000_000)
  const file = join(temporaryDirectory(), 'balcao.tar')
  await run(['backup', file], env)
  const temporary = temporaryDirectory()
  const folders = () => readdirSync(temporary).filter((name) => name.startsWith('balcao-check-'))
  const isUnpacking = () => folders().some((name) => existsSync(join(temporary, name, 'unpacked')))
  const check = ['restore', file, '--check']
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    expect(await endCommand(check, { ...env, TMPDIR: temporary }, isUnpacking, signal as NodeJS.Signals)).toBe(code)
    expect(folders()).toEqual([])
  }
  await endCommand(check, { ...env, TMPDIR: temporary }, isUnpacking)
  expect(folders()).toHaveLength(1)
  expect(await run(check, { ...env, TMPDIR: temporary })).toMatchObject({ code: 0 })
  expect(folders()).toEqual([])
})

test('a backup by a command is a line of the audit log', async () => {
  const { dataDir, env } = await stoppedWithFolder()
  const file = join(temporaryDirectory(), 'balcao.tar')
  await run(['backup', file], env)
  await run(['backup'], env)
  const sqlite = new Sqlite(databaseFile(dataDir))
  const lines = sqlite.query("select name from audit_log where entity = 'backup' and actorName = 'backup' order by id")
  expect(lines.values()).toEqual([[file], [expect.stringMatching(/balcao-\d{8}T\d{6}Z$/)]])
  sqlite.close()
})
