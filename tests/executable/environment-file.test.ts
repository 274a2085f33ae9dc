import { afterEach, expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../free-port'
import { withoutWhatsApp } from '../security/companies'
import { cleanUp, run, runAsNobody, serve, temporaryDirectory } from './balcao'

afterEach(cleanUp)

/** A file with these lines, in a directory of its own. */
function writeEnvironment(...lines: string[]): string {
  const file = join(temporaryDirectory(), 'balcao.env')
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o640 })
  return file
}

const unclaimed = { BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' }

test('the service and all commands read address, port, key, mail and hosts from one file', async () => {
  const [dataDir, port] = [temporaryDirectory(), await findFreePort()]
  const file = writeEnvironment(
    '# Balcão',
    '',
    `BALCAO_DATA_DIR=${dataDir}`,
    ` export BALCAO_PUBLIC_URL = "https://atendimento.example"`,
    'BALCAO_HOST=127.0.0.1',
    `BALCAO_PORT=${port}`,
    "BALCAO_SECRET='um-segredo-de-trinta-e-dois-letras'",
    'BALCAO_SMTP_URL=smtp://127.0.0.1:9',
    'BALCAO_INTERNAL_HOSTS=127.0.0.1:1',
    ...Object.entries(withoutWhatsApp).map(([name, value]) => `${name}=${value}\r`),
  )
  const env = { BALCAO_ENV_FILE: file }
  const serving = await serve({ ...env, ...unclaimed, BALCAO_DATA_DIR: dataDir, BALCAO_PORT: `${port}` })
  expect(serving.stderr()).toContain('https://atendimento.example/setup?token=')
  expect(await run(['setup-link'], env)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^https:\/\/atendimento\.example\/setup\?token=/),
  })
  const { out } = await run(['doctor'], env)
  expect(out).toContain(`read from ${file}`)
  expect(out).toContain('taken from BALCAO_SECRET')
  expect(out).toContain(`the server on port ${port} takes work`)
  expect(out).toMatch(/^BAD {3}mail +127\.0\.0\.1 port 9 cannot be reached/m)
  expect(out).toMatch(/^look +internal +127\.0\.0\.1:1 cannot be reached/m)
  expect(out.match(/^BAD.*$/gm)).toHaveLength(2) // the mail server and WhatsApp
  expect((await run(['doctor', '--serving'], env)).code).toBe(0)
  expect((await run(['backup', join(temporaryDirectory(), 'balcao.tar')], env)).out).toContain('keep BALCAO_SECRET')
  await serving.stop()
  const next = { ...env, BALCAO_NEW_SECRET: 'outro-segredo-de-trinta-e-dois-letras' }
  expect((await run(['rotate-key'], next)).code).toBe(0)
})

test('a variable of the process wins over the file, also an empty one', async () => {
  const [one, other] = [temporaryDirectory(), temporaryDirectory()]
  const env = { BALCAO_ENV_FILE: writeEnvironment(`BALCAO_DATA_DIR=${one}`, 'BALCAO_METRICS_TOKEN=short') }
  const { code, err } = await run(['backup', '/nowhere.tar'], {
    ...env,
    BALCAO_DATA_DIR: other,
    BALCAO_METRICS_TOKEN: '',
  })
  expect([code, err]).toEqual([1, expect.stringContaining(`there is no database in ${other}`)])
})

const badFiles: [lines: string[], says: RegExp][] = [
  [['BALCAO_HOST=::', 'BALCAO_PORT=abc'], /^balcao: BALCAO_PORT must be a whole number .* \(\S+balcao\.env, line 2\)$/],
  [['BALCAO_PORT=1', '', 'BALCAO_PORT=2'], /BALCAO_PORT is set twice in \S+balcao\.env \(lines 1 and 3\)/],
  [['BALCAO_PORT'], /line 1 of \S+balcao\.env is not NAME=value/],
  [['=3000'], /line 1 of \S+balcao\.env is not NAME=value/],
  [['PORT=3000'], /PORT has no effect in \S+balcao\.env \(line 1\)/],
  [['BALCAO_DATA_DIR=data'], /BALCAO_DATA_DIR must be a whole path/],
  [['BALCAO_LOG_LEVEL=loud'], /BALCAO_LOG_LEVEL must be one of .* line 1/],
]
test.each(badFiles)('a file with %j is refused in one line with exit 2, by each command', async (lines, says) => {
  const file = writeEnvironment(...lines)
  for (const command of [['serve'], ['doctor'], ['backup', '/tmp/none.tar'], ['setup-link']]) {
    const { code, out, err } = await run(command, { BALCAO_ENV_FILE: file })
    expect([command[0], code, out, err.split('\n').length]).toEqual([command[0], 2, '', 2])
    expect(err.trim()).toMatch(says)
  }
})

test('a file of more than 64 KB is refused', async () => {
  const { code, err } = await run(['doctor'], { BALCAO_ENV_FILE: writeEnvironment('#'.repeat(70_000)) })
  expect([code, err]).toEqual([2, expect.stringContaining('larger than 64 KB')])
})

test('a named file that is missing, or that this user may not read, is refused; --help reads none', async () => {
  const missing = join(temporaryDirectory(), 'balcao.env')
  const { code, err } = await run(['doctor'], { BALCAO_ENV_FILE: missing })
  expect([code, err]).toEqual([2, expect.stringContaining(`BALCAO_ENV_FILE ${missing} cannot be read (ENOENT)`)])
  expect((await run(['--help'], { BALCAO_ENV_FILE: missing })).code).toBe(0)
  if (process.getuid?.() !== 0) return
  const file = writeEnvironment('BALCAO_PORT=3000')
  chmodSync(join(file, '..'), 0o755)
  const closed = await runAsNobody(['doctor'], { BALCAO_ENV_FILE: file })
  expect([closed.code, closed.err]).toEqual([2, expect.stringMatching(/cannot be read \(EACCES\); run balcao as root/)])
})

test('an unknown variable of the file is named by serve and doctor; a file that all may read, by doctor', async () => {
  const file = writeEnvironment('BALCAO_DATADIR=/var/lib/balcao')
  const env = { ...withoutWhatsApp, BALCAO_DATA_DIR: temporaryDirectory(), BALCAO_ENV_FILE: file }
  expect((await run(['doctor'], env)).out).toContain('BALCAO_DATADIR has no effect')
  expect((await serve(env)).stderr()).toContain('BALCAO_DATADIR has no effect')
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  expect((await run(['doctor'], env)).out).toContain(`chmod 640 ${file}`)
})
