import { afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ofOneCompany, writeDump } from '../former-system/dump'
import { cleanUp, run, type Serving, serve, signIn, superUserEnvironment, temporaryDirectory } from './balcao'
import { startServiceManager } from './service-manager'

afterEach(cleanUp)

/** Lines of the shell blocks of a page, without `sudo`. */
const documented = (page: string) =>
  [...readFileSync(join('docs/manual', page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, text = '']) => text.trim().split('\n'))
    .map((line) => line.replace(/^sudo /, ''))

test('the commands of the page about the server work in their order', async () => {
  const env = { BALCAO_BACKUP_PASSPHRASE: 'correct horse battery staple', BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9' }
  const backups = { ...env, BALCAO_BACKUP_URL: `file://${temporaryDirectory()}` }
  let old: Serving = await serve({ ...backups, ...superUserEnvironment, BALCAO_SUPER_EMAIL: 'ana@example.com' })
  const fresh = await serve({ ...env, BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' })
  const target = temporaryDirectory()
  const file = join(temporaryDirectory(), 'balcao.move')
  const done = async (args: string[], on: Record<string, string>) => {
    const { code, out, err } = await run(args, on)
    expect([args, code, err]).toEqual([args, 0, ''])
    return out
  }
  const here = { ...backups, BALCAO_DATA_DIR: old.dataDir }
  const steps: Record<string, () => unknown> = {
    './balcao-linux-x64 install': () => {}, // tests/executable/install.test.ts
    // Its exit code says that no WhatsApp and no mail server answer here.
    'balcao doctor': async () => expect((await run(['doctor'], here)).out).toContain(old.dataDir),
    'balcao reset-password ana@example.com': async () => {
      const password = /\S+$/m.exec(await done(['reset-password', 'ana@example.com'], here))?.[0] ?? ''
      expect(await signIn(old, { email: 'ana@example.com', password })).toBeString()
    },
    'balcao setup-link': async () =>
      expect(await done(['setup-link'], { ...env, BALCAO_DATA_DIR: fresh.dataDir })).toContain('/setup'),
    'balcao backup': () => done(['backup'], here),
    'balcao backups': async () => expect(await done(['backups'], here)).toMatch(/^balcao-\d+T/m),
    'balcao restore newest --check': () => done(['restore', 'newest', '--check'], here),
    'systemctl stop balcao': () => old.stop(),
    'balcao restore newest --replace': () => done(['restore', 'newest', '--replace'], here),
    'systemctl start balcao': async () => {
      old = await serve({ ...backups, BALCAO_DATA_DIR: here.BALCAO_DATA_DIR })
    },
    'balcao update': () => {}, // tests/executable/update.test.ts
    'balcao move-out /root/balcao.move': async () => {
      const manager = startServiceManager(temporaryDirectory(), { start() {}, stop: (signal) => old.stop(signal) })
      const service = ['move-out', file, '--service', manager.program]
      await done(service, { ...here, BALCAO_PORT: `${old.port}` }).finally(() => manager.close())
    },
    'balcao move-in /root/balcao.move --replace': async () => {
      const there = { ...env, BALCAO_DATA_DIR: target }
      await done(['move-in', file, '--replace'], there)
      const serving = await serve(there)
      expect((await serving.get('/readyz')).status).toBe(200)
      await serving.stop()
    },
    'balcao import whaticket.sql --files public --check': async () => {
      const dump = join(temporaryDirectory(), 'whaticket.sql')
      writeDump(dump, ofOneCompany())
      const counted = ['import', dump, '--files', temporaryDirectory(), '--check']
      expect(await done(counted, { ...env, BALCAO_DATA_DIR: target })).toContain('Nothing was stored.')
    },
  }
  expect(documented('en/server.md')).toEqual(Object.keys(steps))
  for (const language of ['pt', 'es']) expect(documented(`${language}/server.md`)).toEqual(Object.keys(steps))
  for (const line of Object.keys(steps)) await steps[line]?.()
})
