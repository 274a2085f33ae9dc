import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, keyFile, nextKeyFile } from '../../src/core/storage/data-directory'
import { createSeededRandom } from '../crash/seeded-random'
import { withoutWhatsApp } from '../security/companies'
import { sizeOf } from '../size'
import { cleanUp, executable, run, type Serving, serve, signIn, temporaryDirectory } from './balcao'

/** Rotation of the root key and of a company's key, stopped at any moment. */

const token = 'aact_prod_quarenta_e_dois_flautins'
/** Sealed rows added to the company, so that a rotation takes long enough to be killed in the middle. */
const rows = 40_000
/** Rotations that are killed before they end, of at most `maxRounds`. */
const kills = sizeOf({ everyday: 3, full: 8 })
const maxRounds = 40

let origin: string
let backup: string
const envOf = (dataDir: string) => ({ ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir })

beforeAll(async () => {
  const serving = await serve(withoutWhatsApp)
  const access = await signIn(serving)
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const put = await fetch(`${serving.url}/api/settings/asaas`, {
    ...{ method: 'PUT', headers, body: JSON.stringify({ value: token }) },
  })
  expect(put.status).toBe(200)
  const hook = { name: 'Um', url: 'https://example.com/', events: ['ticket.*'] }
  await fetch(`${serving.url}/api/webhooks`, { method: 'POST', headers, body: JSON.stringify(hook) })
  backup = join(temporaryDirectory(), 'before.tar')
  expect((await run(['backup', backup], envOf(serving.dataDir))).code).toBe(0)
  await serving.stop()
  origin = serving.dataDir
})
afterAll(cleanUp)

/** A copy of the installation. */
function copyInstallation(): string {
  const directory = temporaryDirectory()
  cpSync(origin, directory, { recursive: true })
  return directory
}
const rootOf = (directory: string) => readFileSync(keyFile(directory), 'utf8').trim()
const asaasOf = (serving: Serving) =>
  signIn(serving).then((access) =>
    fetch(`${serving.url}/api/settings/asaas`, {
      headers: { authorization: `Bearer ${access}` },
    }).then((answer) => answer.json() as Promise<{ value: string }>),
  )

/** Line of `balcao doctor` about the secrets. */
const doctorOf = async (directory: string, env = {}) =>
  (await run(['doctor'], { ...envOf(directory), ...env })).out.split('\n').find((line) => line.includes(' secrets '))

/** Starts the server, which must open every secret, and stops it. */
async function expectWorking(directory: string, env = {}) {
  const serving = await serve({ ...envOf(directory), ...env })
  expect((await asaasOf(serving)).value).toBe('••••tins')
  await serving.stop()
  expect(await doctorOf(directory, env)).toMatch(/^ok .* 2 secrets of 1 company can be opened/)
}

test('a new root key opens all secrets; an earlier backup restores with its own key', async () => {
  const directory = copyInstallation()
  const old = rootOf(directory)
  const rotated = await run(['rotate-key'], envOf(directory))
  expect([rotated.code, rotated.err]).toEqual([0, ''])
  expect(rootOf(directory)).not.toBe(old)
  await expectWorking(directory)
  const after = join(temporaryDirectory(), 'after.tar')
  await run(['backup', after], envOf(directory))
  for (const file of [backup, after]) {
    const restored = temporaryDirectory()
    expect((await run(['restore', file], envOf(restored))).code).toBe(0)
    expect(rootOf(restored)).toBe(file === backup ? old : rootOf(directory))
    await expectWorking(restored)
  }
  writeFileSync(keyFile(directory), old)
  expect(await doctorOf(directory)).toMatch(/^BAD .* the key is not the one of this database/)
})

test('a company gets a new key; a company that does not exist is refused', async () => {
  const directory = copyInstallation()
  const rotated = await run(['rotate-key', '--company', '1'], envOf(directory))
  expect(rotated.out).toContain('it seals 2 secrets.')
  await expectWorking(directory)
  expect((await run(['rotate-key', '--company', '9'], envOf(directory))).code).toBe(1)
})

test('a root key from BALCAO_SECRET is replaced by BALCAO_NEW_SECRET', async () => {
  const [BALCAO_SECRET, BALCAO_NEW_SECRET] = [
    'um-segredo-de-trinta-e-dois-letras',
    'outro-segredo-de-trinta-e-dois-letras',
  ]
  const serving = await serve({ ...withoutWhatsApp, BALCAO_SECRET })
  await serving.stop()
  const env = { ...envOf(serving.dataDir), BALCAO_SECRET }
  expect((await run(['rotate-key'], env)).code).toBe(2)
  expect((await run(['rotate-key'], { ...env, BALCAO_NEW_SECRET })).code).toBe(0)
  expect((await run(['serve'], { ...env, BALCAO_PORT: '0' })).err).toContain('the key is not the one')
  const again = await serve({ ...env, BALCAO_SECRET: BALCAO_NEW_SECRET })
  expect(existsSync(keyFile(serving.dataDir))).toBe(false)
  await again.stop()
})

test('a rotation that stopped between database and key file is ended by the next start, and undone before', async () => {
  const directory = copyInstallation()
  const old = rootOf(directory)
  await run(['rotate-key'], envOf(directory))
  const next = rootOf(directory)
  writeFileSync(keyFile(directory), old)
  writeFileSync(nextKeyFile(directory), next)
  expect(await doctorOf(directory)).toMatch(/^look .* a rotation of the key was interrupted/)
  const file = join(temporaryDirectory(), 'between.tar')
  expect((await run(['backup', file], envOf(directory))).code).toBe(0)
  const restored = temporaryDirectory()
  expect((await run(['restore', file], envOf(restored))).code).toBe(0)
  await expectWorking(restored)
  await expectWorking(directory)
  expect([rootOf(directory), existsSync(nextKeyFile(directory))]).toEqual([next, false])
  writeFileSync(nextKeyFile(directory), old)
  await expectWorking(directory)
  expect([rootOf(directory), existsSync(nextKeyFile(directory))]).toEqual([next, false])
})

test('a rotation killed at any moment leaves every secret readable', async () => {
  const directory = copyInstallation()
  const database = new Database(databaseFile(directory))
  const { id } = database.query("insert into connections (companyId, name) values (1, 'Loja') returning id").get() as {
    id: number
  }
  // Sealed with no key: they cannot be opened and must stay as they are.
  database
    .query(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into wa_keys (companyId, whatsappId, type, keyId, value) select 1, ?, 'any', i, randomblob(400) from n`)
    .run(rows, id)
  database.close()
  const rotate = (args: string[]) =>
    Bun.spawn([executable, 'rotate-key', ...args], {
      env: { PATH: process.env.PATH, ...envOf(directory) },
      stdout: 'ignore',
    })
  const ways = [[], ['--company', '1']]
  // Time of a whole rotation on this machine, so that most kills come before its end.
  const wholeMs: number[] = []
  for (const way of ways) {
    const begin = performance.now()
    await rotate(way).exited
    wholeMs.push(performance.now() - begin)
  }
  const random = createSeededRandom('kills of a rotation')
  let killed = 0
  for (let round = 0; killed < kills && round < maxRounds; round++) {
    const child = rotate(ways[round % 2]!)
    await Bun.sleep(random.between(0, wholeMs[round % 2]!))
    child.kill('SIGKILL')
    await child.exited
    if (child.signalCode === 'SIGKILL') killed++
    const serving = await serve(envOf(directory))
    expect((await asaasOf(serving)).value).toBe('••••tins')
    await serving.stop()
    expect(existsSync(nextKeyFile(directory))).toBe(false)
    expect(await doctorOf(directory)).toMatch(/^BAD .* some cannot be opened: wa_keys.value$/)
  }
  expect(killed).toBe(kills)
}, 180_000)
