import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, keyFile } from '../../src/core/storage/data-directory'
import { withoutWhatsApp } from '../security/companies'
import { cleanUp, run, runAsNobody, serve, temporaryDirectory } from './balcao'

/** Each failure of a command is one sentence and an exit code, whatever the command and the cause. */

let origin: string
let backup: string
beforeAll(async () => {
  const serving = await serve(withoutWhatsApp)
  origin = serving.dataDir
  backup = join(temporaryDirectory(), 'balcao.tar')
  expect((await run(['backup', backup], { BALCAO_DATA_DIR: origin })).code).toBe(0)
  await serving.stop()
})
afterAll(cleanUp)

function copyInstallation(): string {
  const directory = join(temporaryDirectory(), 'data')
  cpSync(origin, directory, { recursive: true })
  return directory
}

/** The commands that open the database of an installation, with arguments that are right. */
const commands = () =>
  [
    ['backup', join(temporaryDirectory(), 'new.tar')],
    ['reset-password', 'root@balcao.test'],
    ['setup-link'],
    ['rotate-key'],
    ['rotate-key', '--company', '1'],
  ] as const

function expectSentence({ code, err }: { code: number; err: string }, name: string, says: RegExp) {
  expect([name, code, err]).toEqual([name, 1, expect.stringMatching(/^balcao: [^\n]+\n$/)])
  expect([name, err]).toEqual([name, expect.stringMatching(says)])
  expect(err).not.toMatch(/\bat .*:\d+|\$bunfs|node_modules|\bERR_/)
}

const wrecks: [name: string, says: RegExp, wreck: (file: string) => void][] = [
  ['overwritten', /damaged/, (file) => writeFileSync(file, 'no database, and never was one. '.repeat(4000))],
  ['cut short', /damaged|cannot be read/, (file) => truncateSync(file, 5000)],
  [
    'with damaged pages',
    /damaged/,
    (file) => {
      const bytes = Buffer.from(readFileSync(file))
      writeFileSync(file, bytes.fill(0xff, 4096))
    },
  ],
]
test.each(wrecks)('each command on a database %s says so in one sentence', async (_, says, wreck) => {
  for (const command of commands()) {
    const dataDir = copyInstallation()
    wreck(databaseFile(dataDir))
    expectSentence(await run([...command], { BALCAO_DATA_DIR: dataDir }), command[0], says)
  }
})

test.each([
  ['without tables', (file: string) => new Sqlite(file, { create: true }).run('create table other (id integer)')],
  ['of no byte', (file: string) => writeFileSync(file, '')],
])('each command on a database %s says what makes the tables, or what is missing', async (_, make) => {
  for (const command of commands()) {
    const dataDir = temporaryDirectory()
    make(databaseFile(dataDir))
    const says = command[0] === 'rotate-key' ? /secret\.key is missing/ : /no tables yet; start balcao serve once/
    expectSentence(await run([...command], { BALCAO_DATA_DIR: dataDir }), command[0], says)
  }
})

test('each command with a data directory that is a file, and one without a database, names it', async () => {
  const file = join(temporaryDirectory(), 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(temporaryDirectory(), 'missing')])
    for (const command of [...commands(), ...(dataDir === file ? [['restore', backup]] : [])])
      expectSentence(await run([...command], { BALCAO_DATA_DIR: dataDir }), command[0]!, new RegExp(dataDir))
})

// Only root can step into the place of another user.
test.skipIf(process.getuid?.() !== 0)('each command by a user who may not open the data names the owner', async () => {
  const dataDir = copyInstallation()
  const folder = join(dataDir, '..')
  for (const [mode, above] of [
    [0o700, 0o755],
    [0o755, 0o755],
    [0o777, 0o755],
    [0o700, 0o700],
  ] as const) {
    chmodSync(folder, above)
    chmodSync(dataDir, mode)
    for (const command of [...commands(), ['restore', '/nowhere.tar'], ['serve']]) {
      const result = await runAsNobody([...command], { BALCAO_DATA_DIR: dataDir, BALCAO_PORT: '0' })
      expectSentence(
        result,
        `${command[0]} ${mode.toString(8)}`,
        /user that (owns|runs)|there is no file|cannot be opened/,
      )
    }
    const { out, err } = await runAsNobody(['doctor'], { ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir })
    expect([mode, err, out.includes('BAD   directory') || mode === 0o777]).toEqual([mode, '', true])
  }
})

/** Runs the work with a file system of the given size; null when this machine may not mount one. */
async function withSmallDisk<R>(size: string, work: (directory: string) => Promise<R>): Promise<R | null> {
  const directory = temporaryDirectory()
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory])
  if (mounted.exitCode !== 0) return null
  try {
    return await work(directory)
  } finally {
    Bun.spawnSync(['umount', directory])
  }
}

test('each command on a full disk says so in one sentence, and leaves the data as it was', async () => {
  await withSmallDisk('24m', async (disk) => {
    const dataDir = join(disk, 'data')
    cpSync(origin, dataDir, { recursive: true })
    const filler = join(disk, 'filler')
    Bun.spawnSync(['sh', '-c', `dd if=/dev/zero of=${filler} bs=1k 2>/dev/null`])
    const target = join(disk, 'backup.tar')
    for (const command of [
      ['backup', target],
      ['reset-password', 'root@balcao.test'],
      ['rotate-key'],
      ['restore', backup, '--replace'],
    ])
      expectSentence(await run(command, { BALCAO_DATA_DIR: dataDir }), command[0]!, /the disk .*is full/)
    expect(readdirSync(disk).sort()).toEqual(['data', 'filler'])
    Bun.spawnSync(['rm', filler])
    const { stop } = await serve({ ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir })
    expect(await stop()).toBe(0)
  })
})

test('serve on an empty full disk ends with one sentence', async () => {
  await withSmallDisk('24m', async (disk) => {
    const dataDir = join(disk, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    for (const left of [0, 20, 200]) {
      Bun.spawnSync(['sh', '-c', `rm -rf ${dataDir}/*; dd if=/dev/zero of=${disk}/filler bs=1k 2>/dev/null`])
      truncateSync(join(disk, 'filler'), Math.max(0, statSync(join(disk, 'filler')).size - left * 1024))
      expectSentence(await run(['serve'], { BALCAO_DATA_DIR: dataDir, BALCAO_PORT: '0' }), `${left} KB`, /full/)
    }
  })
})

test('serve on a port in use ends with one sentence', async () => {
  const { port } = await serve(withoutWhatsApp)
  const env = { ...withoutWhatsApp, BALCAO_DATA_DIR: copyInstallation(), BALCAO_HOST: '127.0.0.1' }
  expectSentence(await run(['serve'], { ...env, BALCAO_PORT: `${port}` }), 'serve', /port \d+ is taken/)
})

test('the stack of an unknown failure is printed only with BALCAO_LOG_LEVEL=debug', async () => {
  const dataDir = copyInstallation()
  const sqlite = new Sqlite(databaseFile(dataDir))
  sqlite.run('drop table tokens')
  sqlite.close()
  const command = ['reset-password', 'root@balcao.test']
  expectSentence(await run(command, { BALCAO_DATA_DIR: dataDir }), 'quiet', /has not the tables of this version/)
  const { code, err } = await run(command, { BALCAO_DATA_DIR: dataDir, BALCAO_LOG_LEVEL: 'debug' })
  expect([code, err.split('\n').length > 3]).toEqual([1, true])
})

test('doctor names a file of another user in the data directory', async () => {
  if (process.getuid?.() !== 0) return
  const dataDir = copyInstallation()
  Bun.spawnSync(['chown', '65534', keyFile(dataDir)])
  const { code, out } = await run(['doctor'], { ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir })
  expect([code, out]).toEqual([1, expect.stringMatching(/^BAD {3}directory .*secret\.key in /m)])
})
