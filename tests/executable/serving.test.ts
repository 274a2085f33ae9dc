import { afterEach, beforeAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { receiveDatagrams } from '../core/process/datagram-receiver'
import { findFreePort } from '../free-port'
import { socketAddress } from '../socket-address'
import { until } from '../until'
import { cleanUp, run, type Serving, serve, serveUntilExit, signIn, superUser, temporaryDirectory } from './balcao'

afterEach(cleanUp)

/** A new installation that serves; no test changes it. */
let installed: Serving
beforeAll(async () => {
  installed = await serveUntilExit({})
})

test('the executable serves the page uncached, its chunks compressed and immutable, and 404 for unknown files', async () => {
  const { get } = installed
  const page = await get('/tickets/some-ticket')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const html = await page.text()
  const script = html.match(/src="(\/chunk-[^"]+\.js)"/)?.[1] as string
  const style = html.match(/href="(\/chunk-[^"]+\.css)"/)?.[1] as string
  for (const [path, type] of [
    [script, 'text/javascript'],
    [style, 'text/css'],
  ] as const) {
    const file = await get(path, { 'accept-encoding': 'br' })
    expect([path, file.status, file.headers.get('content-encoding')]).toEqual([path, 200, 'br'])
    expect(file.headers.get('content-type')).toStartWith(type)
    expect(file.headers.get('cache-control')).toContain('immutable')
  }
  const again = await get('/', { 'if-none-match': page.headers.get('etag') as string })
  expect(again.status).toBe(304)
  for (const path of ['/chunk-of-yesterday.js', '/robots.txt', '/api/no-such-thing']) {
    const missing = await get(path)
    expect([path, missing.status, await missing.json()]).toEqual([path, 404, { error: 'ERR_NOT_FOUND' }])
  }
  // The repository is not served: each address gives the page, or no file (docs/asvs.csv, V13.4.1).
  for (const path of ['/.git/HEAD', '/.git/config', '/src/main']) expect(await (await get(path)).text()).toBe(html)
  for (const path of ['/.git', '/.env', '/package.json', '/bun.lock', '/src/main.ts'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('lazy chunks of screens are imported by the entry and served', async () => {
  const { get } = installed
  const entry = (await (await get('/')).text()).match(/src="(\/chunk-[^"]+\.js)"/)?.[1] as string
  const script = await (await get(entry)).text()
  const lazy = [...script.matchAll(/import\(["'`]\.?\/?(chunk-[\w-]+\.js)/g)].map(([, name]) => name as string)
  expect(lazy.length).toBeGreaterThan(0)
  for (const name of lazy) expect([name, (await get(`/${name}`)).status]).toEqual([name, 200])
})

test('the login page does not load the chart library, which is in a lazy chunk', async () => {
  const { get } = installed
  const html = await (await get('/login')).text()
  const first = [...html.matchAll(/(?:src|href)="\/(chunk-[\w-]+\.js)"/g)].map(([, name]) => name as string)
  const scripts = async (pattern: RegExp) => {
    const found = new Map<string, string>()
    for (const waiting = [...first]; waiting.length > 0; ) {
      const name = waiting.pop() as string
      if (found.has(name)) continue
      const code = await (await get(`/${name}`)).text()
      found.set(name, code)
      waiting.push(...[...code.matchAll(pattern)].map(([, next]) => next as string))
    }
    return found
  }
  const charts = (all: Map<string, string>) =>
    [...all].filter(([, code]) => code.includes('recharts-')).map(([name]) => name)
  const atOnce = await scripts(/(?:from|import) ?["'`]\.?\/?(chunk-[\w-]+\.js)/g)
  const ever = await scripts(/["'`]\.?\/?(chunk-[\w-]+\.js)/g)
  expect(charts(atOnce)).toEqual([])
  expect(charts(ever)).not.toEqual([])
  expect(ever.size).toBeGreaterThan(atOnce.size)
})

test('/healthz, /readyz and /metrics answer with security headers', async () => {
  const { get } = installed
  expect(await (await get('/healthz')).text()).toBe('ok')
  expect(await (await get('/readyz')).text()).toBe('ready')
  const metrics = await (await get('/metrics')).text()
  expect(metrics).toContain('balcao_ready 1')
  expect(metrics).toMatch(/balcao_wal_bytes \d+/)
  expect(metrics).toContain('# TYPE balcao_event_loop_delay_seconds histogram')
  const measured = /balcao_event_loop_delay_seconds_bucket\{le="\+Inf"\} [1-9]/
  await until('the first delay of the event loop', async () => measured.test(await (await get('/metrics')).text()))
  for (const probe of ['/healthz', '/readyz', '/metrics']) {
    const { headers } = await get(probe)
    expect([probe, headers.get('content-security-policy')]).toEqual([probe, expect.stringContaining('frame-ancestors')])
  }
})

test('the first start prints a set-up link for the first user; a start with a user prints none', async () => {
  const withoutSuperUser = { BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' }
  const first = await serve(withoutSuperUser)
  const link = first.stderr().match(/http:\S+\/setup\?token=\S+/)?.[0]
  expect(link).toBeString()
  const token = new URL(link as string).searchParams.get('token')
  const answer = await fetch(`${first.url}/api/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: 'Root', email: superUser.email, password: superUser.password }),
  })
  expect(answer.status).toBe(200)
  await first.stop()
  const second = await serve({ ...withoutSuperUser, BALCAO_DATA_DIR: first.dataDir })
  expect(second.stderr()).not.toContain('/setup')
  expect(await signIn(second)).toBeString()
})

test('setup-link prints a link that replaces the earlier one while serving, and is refused after the set-up', async () => {
  const serving = await serve({ BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' })
  const environment = { BALCAO_DATA_DIR: serving.dataDir, BALCAO_PUBLIC_URL: serving.url }
  const { code, out } = await run(['setup-link'], environment)
  expect(code).toBe(0)
  const setUpWith = async (link = '') => {
    const token = new URL(link.trim()).searchParams.get('token')
    const answer = await fetch(`${serving.url}/api/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, name: 'Root', email: superUser.email, password: superUser.password }),
    })
    return answer.status
  }
  expect(await setUpWith(serving.stderr().match(/http:\S+\/setup\?token=\S+/)?.[0])).toBe(403)
  expect(await setUpWith(out)).toBe(200)
  expect(await run(['setup-link'], environment)).toMatchObject({ code: 1, out: '' })
})

test('files of the data directory are readable by their owner only, and a restart keeps the key', async () => {
  const { dataDir, stop } = await serve()
  for (const name of ['secret.key', 'balcao.db', 'lock'])
    expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0])
  const key = await Bun.file(join(dataDir, 'secret.key')).text()
  await stop()
  await serve({ BALCAO_DATA_DIR: dataDir })
  expect(await Bun.file(join(dataDir, 'secret.key')).text()).toBe(key)
})

test('the log is JSON on stdout at the configured level; messages for people are on stderr', async () => {
  const loud = await serve()
  const migrated = loud.log().find(({ msg }) => msg === 'the schema is up to date')
  expect(migrated).toMatchObject({ migrations: expect.any(Number), newest: expect.stringMatching(/^\d{4}-/) })
  expect(loud.stderr()).toContain(`port ${loud.port}`)
  const quiet = await serve({ BALCAO_LOG_LEVEL: 'silent' })
  expect(quiet.log()).toEqual([])
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the server with exit 0, a checkpointed write-ahead log and a released lock',
  async (signal) => {
    const serving = await serve()
    expect(await signIn(serving)).toBeString()
    expect(await serving.stop(signal)).toBe(0)
    expect(existsSync(join(serving.dataDir, 'balcao.db-wal'))).toBe(false)
    await expect(serving.get('/healthz')).rejects.toThrow()
    const next = await serve({ BALCAO_DATA_DIR: serving.dataDir })
    expect(await signIn(next)).toBeString()
  },
)

test('stopping closes a websocket with 1001', async () => {
  const serving = await serve()
  const socket = new WebSocket(await socketAddress(serving.url, (await signIn(serving)) as string))
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  expect(await serving.stop()).toBe(0)
  expect(await closed).toBe(1001)
})

test('a second process on the same directory is refused, and the first stays ready', async () => {
  const { dataDir, get } = installed
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: dataDir, BALCAO_PORT: String(await findFreePort()) })
  expect([code, err]).toEqual([1, expect.stringContaining(`another balcao is using ${dataDir}`)])
  expect((await get('/readyz')).status).toBe(200)
})

test('serve on a port in use exits with 1 and names the port', async () => {
  const { port, get } = installed
  const { code, err } = await run(['serve'], {
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PORT: String(port),
    BALCAO_DATA_DIR: temporaryDirectory(),
  })
  expect([code, err]).toEqual([1, expect.stringContaining(`port ${port} is taken`)])
  expect((await get('/readyz')).status).toBe(200)
})

test('a start after kill -9 takes over the directory and has every acknowledged row', async () => {
  const first = await serve()
  const token = await signIn(first)
  expect(await first.stop('SIGKILL')).not.toBe(0)
  const next = await serve({ BALCAO_DATA_DIR: first.dataDir })
  // The login was acknowledged before the kill, so its row must exist.
  const me = await next.get('/api/auth/me', { authorization: `Bearer ${token}` })
  expect(me.status).toBe(200)
})

test('serve refuses a key other than the one of the database, and a missing key', async () => {
  const { dataDir, stop } = await serve()
  await stop()
  const other = await run(['serve'], { BALCAO_DATA_DIR: dataDir, BALCAO_SECRET: 'x'.repeat(40) })
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('the key is not the one')])
  await Bun.file(join(dataDir, 'secret.key')).delete()
  const without = await run(['serve'], { BALCAO_DATA_DIR: dataDir })
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('secret.key is missing')])
})

test('a request in progress at SIGTERM is answered', async () => {
  const serving = await serve()
  const token = signIn(serving) // password hashing delays its answer
  await serving.get('/healthz') // answered after the login was sent, so the server has received the login
  expect(await serving.stop()).toBe(0)
  expect(await token).toBeString()
})

test('systemd receives READY=1, WATCHDOG=1 while the event loop runs, and STOPPING=1', async () => {
  const socket = join(temporaryDirectory(), 'notify')
  const receiver = receiveDatagrams(socket)
  const notices: string[] = []
  const received = (text: string) => notices.push(...receiver.read()) && notices.includes(text)
  const serving = await serve({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' })
  await until('READY=1', () => received('READY=1'))
  await until('WATCHDOG=1', () => received('WATCHDOG=1'))
  expect(await serving.stop()).toBe(0)
  expect(received('STOPPING=1')).toBe(true)
  expect(serving.log().filter(({ level }) => level >= 40)).toEqual([])
  receiver.close()
})

test('serve and doctor name a misspelt variable, and serve a key that other users can read', async () => {
  const first = await serve({ BALCAO_DATADIR: '/elsewhere' })
  expect(first.stderr()).toContain('balcao: BALCAO_DATADIR has no effect')
  await first.stop()
  chmodSync(join(first.dataDir, 'secret.key'), 0o644)
  const second = await serve({ BALCAO_DATA_DIR: first.dataDir })
  expect(second.stderr()).toContain('secret.key can be read by other users; chmod 600 it')
  const env = { BALCAO_DATADIR: '/elsewhere', BALCAO_DATA_DIR: first.dataDir, BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:1/' }
  const { out } = await run(['doctor'], env)
  expect(out).toContain('look  settings    BALCAO_DATADIR has no effect')
})
