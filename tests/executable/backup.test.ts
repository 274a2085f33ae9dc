import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeAll, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseFile } from '../../src/core/storage/data-directory'
import { sizeOf } from '../size'
import { cleanUp, run, runAsNobody, type Serving, serve, serveUntilExit, signIn, temporaryDirectory } from './balcao'

afterEach(cleanUp)

/** Adds a media file and its row, in the order the product writes them. */
async function addMedia(dataDir: string, id: string, bytes: Uint8Array<ArrayBuffer>) {
  const path = `1/2026/11/${id}`
  await Bun.write(join(dataDir, 'media', path), bytes)
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  withDatabase(dataDir, (sqlite) =>
    sqlite
      .query('insert into media (id, companyId, originalName, mime, size, sha256, path) values (?, 1, ?, ?, ?, ?, ?)')
      .run(id, 'photo.jpg', 'image/jpeg', bytes.length, sha256, path),
  )
}

function withDatabase<R>(dataDir: string, work: (sqlite: Sqlite) => R): R {
  const sqlite = new Sqlite(databaseFile(dataDir))
  sqlite.run('pragma busy_timeout = 5000')
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}
const countRows = (dataDir: string, table: string) =>
  withDatabase(dataDir, (sqlite) => (sqlite.query(`select count(*) as n from ${table}`).get() as { n: number }).n)

/** Writes rows without a pause until `stop`; `acknowledged` returns the number of rows committed so far. */
function writeRows({ dataDir }: Serving) {
  const sqlite = new Sqlite(databaseFile(dataDir))
  sqlite.run('pragma busy_timeout = 5000')
  const insert = sqlite.query("insert into settings (companyId, key, value) values (1, ?, 'x')")
  let acknowledged = 0
  let running = true
  const ended = (async () => {
    while (running) {
      insert.run(`load-${acknowledged}`)
      acknowledged++
      if (acknowledged % 20 === 0) await Bun.sleep(1)
    }
    sqlite.close()
  })()
  const stop = () => {
    running = false
    return ended
  }
  return { acknowledged: () => acknowledged, stop }
}

const photo = new Uint8Array(crypto.getRandomValues(new Uint8Array(60_000)))

/** An installation that serves, and a backup of it; no test changes them. */
let serving: Serving
let file: string
let made: Awaited<ReturnType<typeof run>>
beforeAll(async () => {
  serving = await serveUntilExit({})
  await addMedia(serving.dataDir, 'aaaa', photo)
  file = join(mkdtempSync(join(dirname(serving.dataDir), 'backup-')), 'balcao.tar')
  made = await run(['backup', file], { BALCAO_DATA_DIR: serving.dataDir })
})

/** Creates a stopped installation from the backup. */
async function restoreCopy(): Promise<string> {
  const dataDir = temporaryDirectory()
  expect(await run(['restore', file], { BALCAO_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  return dataDir
}

test('a backup made while serving is one tar file that only its owner can read', async () => {
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain('It holds the key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const names = Bun.spawnSync(['tar', '-tf', file]).stdout.toString().trim().split('\n')
  expect(names).toEqual(['balcao.db', 'secret.key', 'media/1/2026/11/aaaa', 'manifest.json'])
  expect(readdirSync(join(file, '..'))).toEqual(['balcao.tar'])
  expect((await serving.get('/readyz')).status).toBe(200)
})

test('a backup under load contains every row acknowledged before it, and its restored copy serves', async () => {
  const serving = await serve()
  await addMedia(serving.dataDir, 'aaaa', photo)
  const writing = writeRows(serving)
  for (let round = 0; round < sizeOf({ everyday: 2, full: 5 }); round++) {
    await Bun.sleep(50)
    const before = writing.acknowledged()
    const file = join(temporaryDirectory(), 'balcao.tar')
    expect(await run(['backup', file], { BALCAO_DATA_DIR: serving.dataDir })).toMatchObject({ code: 0 })
    const elsewhere = temporaryDirectory()
    expect(await run(['restore', file], { BALCAO_DATA_DIR: elsewhere })).toMatchObject({ code: 0, err: '' })
    expect(countRows(elsewhere, "settings where key like 'load-%'")).toBeGreaterThanOrEqual(before)
    expect(await Bun.file(join(elsewhere, 'media/1/2026/11/aaaa')).bytes()).toEqual(photo)
    const restored = await serve({ BALCAO_DATA_DIR: elsewhere })
    expect(await signIn(restored)).toBeString()
    await restored.stop()
  }
  await writing.stop()
})

test('restore unlinks every number and ends every login', async () => {
  const serving = await serve({ BALCAO_DATA_DIR: await restoreCopy() })
  withDatabase(serving.dataDir, (sqlite) => {
    const insert =
      'insert into connections (id, companyId, name, status, reason, shouldConnect) values (?, 1, ?, ?, ?, ?)'
    sqlite.query(insert).run(1, 'Loja', 'CONNECTED', null, 1)
    sqlite.query(insert).run(2, 'Nova', 'DISCONNECTED', 'notStarted', 0)
    sqlite.query("insert into wa_creds (whatsappId, companyId, creds) values (1, 1, x'00')").run()
    sqlite
      .query("insert into wa_keys (companyId, whatsappId, type, keyId, value) values (1, 1, 'session', 'a', x'00')")
      .run()
  })
  const token = await signIn(serving)
  const second = join(temporaryDirectory(), 'second.tar')
  await run(['backup', second], { BALCAO_DATA_DIR: serving.dataDir })
  const elsewhere = temporaryDirectory()
  const { out } = await run(['restore', second], { BALCAO_DATA_DIR: elsewhere })
  expect(out).toContain('1 WhatsApp numbers must be linked again')
  expect([countRows(elsewhere, 'wa_creds'), countRows(elsewhere, 'wa_keys')]).toEqual([0, 0])
  const states = withDatabase(elsewhere, (sqlite) =>
    sqlite.query('select status, reason, shouldConnect from connections order by id').values(),
  )
  expect(states).toEqual([
    ['DISCONNECTED', 'loggedOut', 0],
    ['DISCONNECTED', 'notStarted', 0],
  ])
  const restored = await serve({ BALCAO_DATA_DIR: elsewhere })
  const me = await restored.get('/api/auth/me', { authorization: `Bearer ${token}` })
  expect(me.status).toBe(403)
})

test('a restored installation assigns no id that may have been assigned after the backup', async () => {
  const { dataDir, stop } = await serve()
  await stop()
  const file = join(temporaryDirectory(), 'balcao.tar')
  await run(['backup', file], { BALCAO_DATA_DIR: dataDir })
  const insert = "insert into settings (companyId, key, value) values (1, ?, '') returning id"
  const add = (dataDir: string) =>
    withDatabase(dataDir, (sqlite) => (sqlite.query(insert).get(crypto.randomUUID()) as { id: number }).id)
  const lost = [add(dataDir), add(dataDir)]
  expect(await run(['restore', file, '--replace'], { BALCAO_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(add(dataDir)).toBeGreaterThan(Math.max(...lost))
})

test('backup refuses an existing file, a directory without a database and an unwritable path', async () => {
  const again = await run(['backup', file], { BALCAO_DATA_DIR: serving.dataDir })
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('exists already')])
  const empty = await run(['backup', join(temporaryDirectory(), 'balcao.tar')], {
    BALCAO_DATA_DIR: temporaryDirectory(),
  })
  expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('there is no database')])
  const nowhere = await run(['backup', '/nowhere/at/all.tar'], { BALCAO_DATA_DIR: serving.dataDir })
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringMatching(/cannot be written/)])
})

// Only root can step into the place of another user.
test.skipIf(process.getuid?.() !== 0)(
  'commands by a user who may not open the database say so in one line, and name the owner as the remedy',
  async () => {
    const dataDir = await restoreCopy()
    const target = join(temporaryDirectory(), 'balcao.tar')
    chmodSync(join(target, '..'), 0o777)
    for (const mode of [0o700, 0o755])
      for (const command of [['backup', target], ['reset-password', 'root@balcao.test'], ['setup-link']]) {
        chmodSync(dataDir, mode)
        const { code, err } = await runAsNobody(command, { BALCAO_DATA_DIR: dataDir })
        expect([command[0], mode, code, err.trim().split('\n').length]).toEqual([command[0], mode, 1, 1])
        expect(err).toMatch(/^balcao: .*balcao\.db cannot be opened by this user .*; run balcao as the user that owns /)
      }
  },
)

test('a backup without a file that the database references names it, exits with 1 and can be restored', async () => {
  const dataDir = await restoreCopy()
  await Bun.file(join(dataDir, 'media/1/2026/11/aaaa')).delete()
  const file = join(temporaryDirectory(), 'balcao.tar')
  const { code, out } = await run(['backup', file], { BALCAO_DATA_DIR: dataDir })
  expect([code, out]).toEqual([1, expect.stringContaining('missing or changed on this disk: media/1/2026/11/aaaa')])
  const restored = await run(['restore', file], { BALCAO_DATA_DIR: temporaryDirectory() })
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('missing then: media/1/2026/11/aaaa')])
})

// Only root may give files to another user.
test.skipIf(process.getuid?.() !== 0)('restore by root gives all files to the owner of the directory', async () => {
  const dataDir = temporaryDirectory()
  chownSync(dataDir, 65534, 65534)
  expect(await run(['restore', file], { BALCAO_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(await run(['restore', file, '--replace'], { BALCAO_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const files = readdirSync(dataDir, { recursive: true }) as string[]
  expect(files).toContain('balcao.db')
  expect(files.filter((name) => statSync(join(dataDir, name)).uid !== 65534)).toEqual([])
})

test('restore refuses a directory in use, and one with an installation unless --replace is given', async () => {
  const serving = await serve({ BALCAO_DATA_DIR: await restoreCopy() })
  const inUse = await run(['restore', file, '--replace'], { BALCAO_DATA_DIR: serving.dataDir })
  expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining('another balcao is using')])
  await serving.stop()
  const there = await run(['restore', file], { BALCAO_DATA_DIR: serving.dataDir })
  expect([there.code, there.err]).toEqual([1, expect.stringContaining('holds an installation already')])
  const replaced = await run(['restore', file, '--replace'], { BALCAO_DATA_DIR: serving.dataDir })
  expect([replaced.code, replaced.out]).toEqual([0, expect.stringContaining('What was there before is in')])
  const [aside] = readdirSync(serving.dataDir).filter((name) => name.startsWith('before-restore-'))
  expect(readdirSync(join(serving.dataDir, aside as string)).sort()).toEqual(['balcao.db', 'media', 'secret.key'])
  expect(await signIn(await serve({ BALCAO_DATA_DIR: serving.dataDir }))).toBeString()
})

test('restore refuses an incomplete or changed backup and leaves no file behind', async () => {
  const bytes = await Bun.file(file).bytes()
  const changed = bytes.slice()
  changed[700] = (changed[700] as number) ^ 1
  const hostile = bytes.slice()
  hostile.set(Buffer.from('../../../tmp/owned'.padEnd(100, '\0')), 0)
  const broken: [name: string, content: Uint8Array, says: RegExp][] = [
    ['changed', changed, /balcao\.db does not match its hash/],
    ['short', bytes.slice(0, bytes.length / 2), /cut short/],
    ['nothing', new Uint8Array(), /cut short/],
    ['other', Buffer.from('hello '.repeat(1000)), /not a tar archive/],
    ['hostile', hostile, /not a tar archive|unexpected member/],
  ]
  for (const [name, content, says] of broken) {
    const bad = join(temporaryDirectory(), name)
    await Bun.write(bad, content)
    const target = temporaryDirectory()
    const { code, err } = await run(['restore', bad], { BALCAO_DATA_DIR: target })
    expect([name, code, err]).toEqual([name, 1, expect.stringMatching(says)])
    expect(readdirSync(target).filter((entry) => entry !== 'lock')).toEqual([])
  }
  const missing = await run(['restore', '/nowhere.tar'], { BALCAO_DATA_DIR: temporaryDirectory() })
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('there is no file')])
})

test('restore refuses a backup of a damaged database in one line and leaves no file behind', async () => {
  const damages: [name: string, damage: (bytes: Uint8Array) => void][] = [
    ['no database', (bytes) => bytes.fill(0x41)],
    ['a damaged first page', (bytes) => bytes.fill(0xff, 100, 4096)],
    ['damaged pages in the middle', (bytes) => bytes.fill(0xff, 8192, bytes.length / 2)],
  ]
  for (const [name, damage] of damages) {
    const target = temporaryDirectory()
    const { code, err } = await run(['restore', await repack(file, damage)], { BALCAO_DATA_DIR: target })
    expect([name, code, err]).toEqual([
      name,
      1,
      expect.stringMatching(/^balcao: the backup's database is damaged: .+\n$/),
    ])
    expect(readdirSync(target).filter((entry) => entry !== 'lock')).toEqual([])
  }
})

/** Copy of a backup with another database, whose hash is in the manifest: the damage was there when it was made. */
async function repack(file: string, damage: (bytes: Uint8Array) => void): Promise<string> {
  const folder = temporaryDirectory()
  Bun.spawnSync(['tar', '-xf', file, '-C', folder])
  const bytes = await Bun.file(join(folder, 'balcao.db')).bytes()
  damage(bytes)
  await Bun.write(join(folder, 'balcao.db'), bytes)
  const manifest = await Bun.file(join(folder, 'manifest.json')).json()
  const [entry] = manifest.files.filter(({ name }: { name: string }) => name === 'balcao.db')
  entry.sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  await Bun.write(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const names = ['balcao.db', 'secret.key', 'media/1/2026/11/aaaa', 'manifest.json']
  const packed = join(temporaryDirectory(), 'damaged.tar')
  Bun.spawnSync(['tar', '--format=ustar', '-cf', packed, '-C', folder, ...names])
  return packed
}

test('a key in BALCAO_SECRET is not in the backup, and restore requires the same key', async () => {
  const secret = { BALCAO_SECRET: 's'.repeat(40) }
  const serving = await serve(secret)
  const file = join(temporaryDirectory(), 'balcao.tar')
  const made = await run(['backup', file], { BALCAO_DATA_DIR: serving.dataDir, ...secret })
  expect(made.out).toContain('keep BALCAO_SECRET')
  const without = await run(['restore', file], { BALCAO_DATA_DIR: temporaryDirectory() })
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('BALCAO_SECRET')])
  const wrong = await run(['restore', file], { BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_SECRET: 't'.repeat(40) })
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('the key is not the one')])
  const elsewhere = { BALCAO_DATA_DIR: temporaryDirectory(), ...secret }
  expect(await run(['restore', file], elsewhere)).toMatchObject({ code: 0 })
  expect(await signIn(await serve(elsewhere))).toBeString()
})

test('a restore interrupted while moving files into place is finished by the next start', async () => {
  const target = await restoreCopy()
  // State of a process that died after it had moved the media and before it moved the database.
  mkdirSync(join(target, '.restored'))
  renameSync(join(target, 'balcao.db'), join(target, '.restored', 'balcao.db'))
  const next = await serve({ BALCAO_DATA_DIR: target })
  expect(await signIn(next)).toBeString()
  expect(readdirSync(target)).not.toContain('.restored')
})
