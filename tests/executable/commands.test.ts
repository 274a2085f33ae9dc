import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../package.json'
import { cleanUp, run, serve, temporaryDirectory } from './balcao'

afterEach(cleanUp)

test('--version prints the version of package.json', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: `balcao ${version}\n`, err: '' })
})

test('--help names every command', async () => {
  const { code, out } = await run(['--help'])
  expect(code).toBe(0)
  for (const command of [
    'serve',
    'demo',
    'backup [FILE]',
    'backups',
    'backup-key',
    'restore FILE',
    'doctor',
    'setup-link',
    'rotate-key',
    'reset-password EMAIL',
    'install',
    'uninstall',
    'update [FILE|ADDRESS]',
    'move',
    'move-out [FILE|FOLDER]',
    'move-in FILE',
    '--version',
    '--schema',
    '--sbom',
  ])
    expect(out).toContain(`\n  ${command}`)
  expect(out).toContain('\n    --company N ')
})

const typedWrongly: [args: string[], says: string][] = [
  [['nonsense'], 'unknown command "nonsense"'],
  [['constructor'], 'unknown command "constructor"'],
  [['serve', 'now'], 'serve takes no "now"'],
  [['serve', '--fast'], 'unknown option "--fast" for serve'],
  [['--fast'], 'unknown option "--fast"'],
  [['backup'], 'backup needs FILE'],
  [['backup', 'a', 'b'], 'backup takes no "b"'],
  [['backup', 'a', '--replace'], 'unknown option "--replace" for backup'],
  [['restore'], 'restore needs FILE'],
  [['move-in'], 'move-in needs FILE'],
  [['move-out', 'a', 'b'], 'move-out takes no "b"'],
  [['doctor', 'me'], 'doctor takes no "me"'],
  [['doctor', '--replace'], 'unknown option "--replace" for doctor'],
  [['reset-password'], 'reset-password needs EMAIL'],
  [['setup-link', 'me'], 'setup-link takes no "me"'],
  [['rotate-key', '--company'], '--company needs N'],
  [['rotate-key', '1'], 'rotate-key takes no "1"'],
  [['demo', '--serving'], 'unknown option "--serving" for demo'],
]
test.each(typedWrongly)('%p is refused in one line with exit 2', async (args, says) => {
  const { code, out, err } = await run(args)
  expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 })
  expect(err).toStartWith('balcao: ')
  expect(err).toContain(says)
})

const badValues: [variable: string, value: string, others?: Record<string, string>][] = [
  ['BALCAO_PORT', 'abc'],
  ['BALCAO_PORT', '65536'],
  ['BALCAO_PORT', '-1'],
  ['BALCAO_PORT', '3000.5'],
  ['BALCAO_PUBLIC_URL', 'balcao.example'],
  ['BALCAO_PUBLIC_URL', 'ftp://balcao.example'],
  ['BALCAO_PUBLIC_URL', 'https://balcao.example/atendimento'],
  ['BALCAO_PUBLIC_URL', 'https://balcao.example/?company=1'],
  ['BALCAO_SECRET', 'short'],
  ['BALCAO_SUPER_EMAIL', 'a@b.example'],
  ['BALCAO_SUPER_PASSWORD', 'long enough, but alone'],
  ['BALCAO_SUPER_EMAIL', 'not an address', { BALCAO_SUPER_PASSWORD: 'nine brown cellos' }],
  ['BALCAO_SUPER_PASSWORD', 'short', { BALCAO_SUPER_EMAIL: 'a@b.example' }],
  ['BALCAO_SUPER_PASSWORD', 'passwordpassword', { BALCAO_SUPER_EMAIL: 'passwordpassword@b.example' }],
  ['BALCAO_WHATSAPP_URL', 'https://whatsapp.example'],
  ['BALCAO_WHATSAPP_ROOT_KEY', '00'.repeat(32)],
  ['BALCAO_WHATSAPP_ROOT_KEY', 'xyz', { BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:1/ws/chat' }],
  ['BALCAO_WHATSAPP_CA', '/tmp/ca.pem'],
  ['BALCAO_WHATSAPP_CA', '/nowhere/ca.pem', { BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:1/ws/chat' }],
  ['BALCAO_WHATSAPP_CA', 'package.json', { BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:1/ws/chat' }],
  ['BALCAO_SIMULATOR_URL', 'http://localhost:3001'],
  ['BALCAO_WHATSAPP_VERSION', '2.3000'],
  ['BALCAO_WHATSAPP_VERSION', '2.3000.latest'],
  ['BALCAO_HOST', '192.0.2.1'],
  ['BALCAO_MAIL_FROM', 'Balcão'],
  ['BALCAO_INTERNAL_HOSTS', 'http://n8n:5678/'],
  ['BALCAO_TRUSTED_PROXIES', '10.0.0.2,proxy'],
  ['BALCAO_METRICS_TOKEN', 'short'],
  ['BALCAO_SECURITY_LOG', 'udp://host'],
  ['BALCAO_SECURITY_LOG', 'https://user:pass@host/log'],
  ['BALCAO_SECURITY_LOG_SECRET', 'alone'],
  ['BALCAO_RELEASES', 'releases.example'],
  ['BALCAO_RELEASE_KEY', 'c2hvcnQ='],
  ['BALCAO_BREACHED_PASSWORDS', '/nowhere/pwnedpasswords.txt'],
  ['BALCAO_BREACHED_PASSWORDS', 'package.json'],
  ['BALCAO_SPEECH_URL', 'speech.example'],
  ['BALCAO_BUDGETS', '0'],
  ['BALCAO_MEDIA_URL', '/srv/media'],
  ['BALCAO_MEDIA_ACCESS_KEY', 'KEY'],
  ['BALCAO_LOG_LEVEL', 'loud'],
  ['BALCAO_SMTP_URL', 'http://mail.example'],
]
test.each(badValues)(
  '%s=%s is refused in one line that names it, with exit 2',
  async (variable, value, others = {}) => {
    const { code, out, err } = await run(['serve'], {
      BALCAO_DATA_DIR: temporaryDirectory(),
      ...others,
      [variable]: value,
    })
    expect({ code, out: out.includes('"level":50'), lines: err.trim().split('\n').length }).toEqual({
      code: 2,
      out: false,
      lines: 1,
    })
    const other = variable === 'BALCAO_SUPER_EMAIL' && Object.keys(others).length === 0 ? 'BALCAO_SUPER_' : variable
    expect(err).toContain(other)
  },
)

test('a .env and a bunfig.toml in the working directory are ignored', async () => {
  const folder = temporaryDirectory()
  await Bun.write(join(folder, '.env'), 'BALCAO_PORT=nonsense\nBALCAO_LOG_LEVEL=nonsense\n')
  await Bun.write(join(folder, 'bunfig.toml'), 'preload = ["./missing.ts"]\n')
  const { get } = await serve({}, ['serve'], folder)
  expect((await get('/healthz')).status).toBe(200)
})

test('serve with a data directory that cannot be created exits with 1 and names it', async () => {
  const file = join(temporaryDirectory(), 'a-file')
  await Bun.write(file, '')
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: join(file, 'data') })
  expect(code).toBe(1)
  expect(err).toContain(`${file}/data cannot be written`)
})
