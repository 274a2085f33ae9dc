import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { chmodSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { stalledError } from '../../src/core/jobs/stalled'
import { databaseFile } from '../../src/core/storage/data-directory'
import { findFreePort } from '../free-port'
import { until } from '../until'
import { cleanUp, executable, run, runAsNobody, serve, signIn, temporaryDirectory } from './balcao'

afterEach(cleanUp)

/** Listens on a port as WhatsApp's address; doctor checks only whether it accepts connections. */
async function listenAsWhatsApp() {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { BALCAO_WHATSAPP_URL: `ws://127.0.0.1:${port}/ws/chat`, [Symbol.dispose]: () => server.close() }
}
const environmentOf = ({ BALCAO_WHATSAPP_URL }: { BALCAO_WHATSAPP_URL: string }) => ({ BALCAO_WHATSAPP_URL })

const doctor = async (env: Record<string, string>) => {
  const { code, out } = await run(['doctor'], {
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PORT: String(await findFreePort()),
    ...env,
  })
  const bad = out.split('\n').filter((line) => line.startsWith('BAD'))
  return { code, out, bad: bad.map((line) => line.split(/\s+/)[1]) }
}

test('doctor finds no problem on a sound installation before the first start, while serving and after', async () => {
  using whatsapp = await listenAsWhatsApp()
  const dataDir = temporaryDirectory()
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: dataDir }
  expect(await doctor(env)).toMatchObject({ code: 0, bad: [] })
  const serving = await serve(env)
  const whileServing = await doctor({ ...env, BALCAO_PORT: String(serving.port) })
  expect([whileServing.code, whileServing.out]).toEqual([0, expect.stringContaining('takes work')])
  await serving.stop()
  expect(await doctor(env)).toMatchObject({ code: 0, out: expect.stringContaining('sound and up to date') })
})

test('doctor reports WhatsApp unreachable', async () => {
  const unreachable = `ws://127.0.0.1:${await findFreePort()}/ws/chat`
  const { code, bad, out } = await doctor({ BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_WHATSAPP_URL: unreachable })
  expect([code, bad, out]).toEqual([1, ['whatsapp'], expect.stringContaining('DNS, firewall, proxy')])
})

test('doctor reports the mail server unreachable', async () => {
  using whatsapp = await listenAsWhatsApp()
  const smtp = `smtp://127.0.0.1:${await findFreePort()}`
  expect(
    await doctor({ ...environmentOf(whatsapp), BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_SMTP_URL: smtp }),
  ).toMatchObject({
    code: 1,
    bad: ['mail'],
  })
})

test.each([
  ['127.0.0.1:1', 'cannot be reached'],
  ['localhost', 'Balcão itself'],
])('doctor warns of the internal host %s: %s', async (hosts, says) => {
  using whatsapp = await listenAsWhatsApp()
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_INTERNAL_HOSTS: hosts }
  const { code, out } = await doctor(env)
  const [line] = out.split('\n').filter((line) => line.includes('internal'))
  expect([code, line?.startsWith('look '), line]).toEqual([0, true, expect.stringContaining(says)])
})

test.each([
  ['http://127.0.0.1:1', '', 'bad', 'add it to BALCAO_INTERNAL_HOSTS: 127.0.0.1:1'],
  ['http://127.0.0.1:1', '127.0.0.1:1', 'bad', '127.0.0.1:1 cannot be reached'],
  ['http://nowhere.invalid:5000', '', 'bad', 'nowhere.invalid has no address'],
  ['https://{region}.tts.speech.azure.us', '', 'ok', 'by the region of each prompt'],
])(
  'doctor with the speech service %s and internal hosts "%s" reports it as %s: %s',
  async (url, hosts, level, says) => {
    using whatsapp = await listenAsWhatsApp()
    const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: temporaryDirectory() }
    const { bad, out } = await doctor({ ...env, BALCAO_SPEECH_URL: url, BALCAO_INTERNAL_HOSTS: hosts })
    expect([bad.includes('speech'), out]).toEqual([level === 'bad', expect.stringContaining(says)])
  },
)

test('doctor reaches a speech service in the private network', async () => {
  using whatsapp = await listenAsWhatsApp()
  const { host } = new URL(whatsapp.BALCAO_WHATSAPP_URL)
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_INTERNAL_HOSTS: host }
  const { code, out } = await doctor({ ...env, BALCAO_SPEECH_URL: `http://${host}` })
  expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`ok +speech +${host} can be reached`))])
})

test('doctor reports a port in use by another program', async () => {
  using whatsapp = await listenAsWhatsApp()
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_PORT: String(other.port) }
  const { code, bad, out } = await doctor(env)
  await other.stop(true)
  expect([code, bad, out]).toEqual([1, ['port'], expect.stringContaining('set BALCAO_PORT')])
})

test('doctor reports a key readable by others, a missing key and a damaged database', async () => {
  using whatsapp = await listenAsWhatsApp()
  const { dataDir, stop } = await serve()
  await stop()
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: dataDir }
  const key = join(dataDir, 'secret.key')
  chmodSync(key, 0o644)
  expect(await doctor(env)).toMatchObject({ code: 1, bad: ['key'], out: expect.stringContaining(`chmod 600 ${key}`) })
  await Bun.file(key).delete()
  expect(await doctor(env)).toMatchObject({ code: 1, bad: ['key'] })
  await Bun.write(databaseFile(dataDir), 'not a database at all, and never was one. '.repeat(200))
  expect(await doctor(env)).toMatchObject({
    code: 1,
    bad: ['key', 'database'],
    out: expect.stringContaining('balcao restore'),
  })
})

// Only root can step into the place of another user.
test.skipIf(process.getuid?.() !== 0)(
  'doctor run by another user reports the directory, and none of its files as sound or missing',
  async () => {
    using whatsapp = await listenAsWhatsApp()
    const { dataDir, stop } = await serve()
    await stop()
    const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: dataDir, BALCAO_PORT: String(await findFreePort()) }
    chmodSync(dataDir, 0o700)
    const { out: closed, err } = await runAsNobody(['doctor'], env)
    expect(err).toBe('')
    for (const name of ['key', 'database', 'secrets', 'audit'])
      expect(closed).toMatch(new RegExp(`^ok +${name} +not checked: see directory$`, 'm'))
    chmodSync(dataDir, 0o755)
    const { out: readable } = await runAsNobody(['doctor'], env)
    expect(readable).toMatch(/^BAD +key +.*secret\.key cannot be read \(EACCES\)/m)
    expect(readable).toMatch(/^ok +secrets +not checked without the key$/m)
  },
)

test('doctor reports a key that cannot be read', async () => {
  using whatsapp = await listenAsWhatsApp()
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'secret.key'), { mode: 0o700 })
  const { bad, out } = await doctor({ ...environmentOf(whatsapp), BALCAO_DATA_DIR: dataDir })
  expect([bad, out]).toEqual([['key'], expect.stringContaining('cannot be read (EISDIR)')])
})

test('doctor reports a line of an audit log that was changed in the file', async () => {
  using whatsapp = await listenAsWhatsApp()
  const serving = await serve({})
  expect(await signIn(serving)).toBeString() // a login is a line
  await serving.stop()
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: serving.dataDir }
  expect(await doctor(env)).toMatchObject({ code: 0, bad: [] })
  const sqlite = new Database(databaseFile(serving.dataDir))
  sqlite.run('drop trigger audit_log_unchanged')
  sqlite.run("update audit_log set action = 'logout' where action = 'login'")
  sqlite.close()
  expect(await doctor(env)).toMatchObject({ code: 1, bad: ['audit'] })
})

test('doctor names a job that was parked because the server stood still during it', async () => {
  using whatsapp = await listenAsWhatsApp()
  const serving = await serve({})
  await serving.stop()
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: serving.dataDir }
  const sqlite = new Database(databaseFile(serving.dataDir))
  sqlite
    .query(
      `insert into jobs (companyId, name, payload, state, runAt, failedAt, lastError)
       values (1, 'flow.call', '{}', 'failed', '2026-01-01', '2026-01-02', ?)`,
    )
    .run(stalledError)
  sqlite.close()
  const { code, out } = await doctor(env)
  expect([code, out]).toEqual([0, expect.stringContaining('1 job: flow.call of company 1 (2026-01-02)')])
})

test('doctor and serve tell a database that cannot be opened from a damaged one', async () => {
  using whatsapp = await listenAsWhatsApp()
  const dataDir = temporaryDirectory()
  mkdirSync(databaseFile(dataDir))
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: dataDir, BALCAO_SECRET: 's'.repeat(40) }
  const { bad, out } = await doctor(env)
  expect([bad.includes('database'), out]).toEqual([true, expect.stringContaining('cannot be opened by this user')])
  expect(out).not.toContain('balcao restore')
  const { code, err } = await run(['serve'], { ...env, BALCAO_PORT: String(await findFreePort()) })
  expect([code, err]).toEqual([1, expect.stringMatching(/^balcao: .* cannot be opened by this user/)])
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('doctor ends without a stack when the reader of its output has gone', async () => {
  const script = `'${executable}' doctor | head -1`
  const child = Bun.spawn(['sh', '-c', script], {
    env: { PATH: process.env.PATH, BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:1/' },
    stderr: 'pipe',
    stdout: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([out.trim().split('\n').length, err]).toEqual([1, ''])
})

test('doctor warns of a data directory that other users of the machine may enter', async () => {
  using whatsapp = await listenAsWhatsApp()
  const dataDir = temporaryDirectory()
  const env = { ...environmentOf(whatsapp), BALCAO_DATA_DIR: dataDir }
  for (const [mode, line] of [
    [0o700, 'ok    directory'],
    [0o755, 'look  directory'],
    [0o710, 'look  directory'],
  ] as const) {
    chmodSync(dataDir, mode)
    const { code, out } = await doctor(env)
    expect([mode, code, out]).toEqual([mode, 0, expect.stringContaining(line)])
    expect([mode, out.includes(`chmod 700 ${dataDir}`)]).toEqual([mode, mode !== 0o700])
  }
})

test('doctor reports a data directory that is a file', async () => {
  using whatsapp = await listenAsWhatsApp()
  const file = join(temporaryDirectory(), 'file')
  await Bun.write(file, '')
  expect(await doctor({ ...environmentOf(whatsapp), BALCAO_DATA_DIR: file })).toMatchObject({
    code: 1,
    bad: ['directory'],
  })
})

test('doctor --serving exits with 0 while a server is ready and with 1 without a server', async () => {
  const { port, stop } = await serve()
  const env = { BALCAO_HOST: '127.0.0.1', BALCAO_PORT: String(port) }
  expect(await run(['doctor', '--serving'], env)).toMatchObject({ code: 0 })
  await stop()
  expect(await run(['doctor', '--serving'], env)).toMatchObject({
    code: 1,
    out: expect.stringContaining('no server answers'),
  })
})

test.each([
  ['full', /^BAD +serving .*says "full"\n +→ free some space/],
  ['disconnected', /^BAD +serving .*says "disconnected"\n +→ it does not reach its database/],
  ['damaged', /^BAD .*says "damaged"\n +→ .*balcao restore/],
  ['checking', /^look .*says "checking"\n +→ .*wait/],
  ['draining', /^BAD .*says "draining"\n +→ .*start it again/],
  ['<html>', /^BAD .*another program\n +→ set BALCAO_PORT/],
])('doctor --serving says what to do about a server that answers %s', async (state, says) => {
  using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(state, { status: 503 }) })
  const env = { BALCAO_HOST: '127.0.0.1', BALCAO_PORT: `${server.port}` }
  expect((await run(['doctor', '--serving'], env)).out).toMatch(says)
})

test('reset-password while serving sets a new password and ends the logins', async () => {
  const serving = await serve()
  const env = { BALCAO_DATA_DIR: serving.dataDir }
  const token = await signIn(serving)
  const { code, out } = await run(['reset-password', 'ROOT@balcao.test'], env)
  expect(code).toBe(0)
  const password = out.match(/signs in with: (\S{16})\n/)?.[1] as string
  expect(await signIn(serving)).toBeUndefined()
  // The server caches a login for at most a second.
  const me = () => serving.get('/api/auth/me', { authorization: `Bearer ${token}` })
  await until('the end of the login', async () => (await me()).status === 403)
  expect(await signIn(serving, { email: 'root@balcao.test', password })).toBeString()
  const unknown = await run(['reset-password', 'nobody@balcao.test'], env)
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no user has the e-mail')])
  const empty = await run(['reset-password', 'root@balcao.test'], { BALCAO_DATA_DIR: temporaryDirectory() })
  expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('there is no database')])
})
