import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, keyFile } from '../../src/core/storage/data-directory'
import { findFreePort } from '../free-port'
import { withoutWhatsApp } from '../security/companies'
import { cleanUp, run, runAsNobody, type Serving, serve, signIn, temporaryDirectory } from './balcao'

/** Commands of root on the data of the service's user: every file stays that user's. Only root can try it. */

afterEach(cleanUp)
const testAsRoot = test.skipIf(process.getuid?.() !== 0)
const service = 65534

/** A data directory of the service's user, in which root has served once. */
async function serveAsRoot(): Promise<string> {
  const dataDir = temporaryDirectory()
  chownSync(dataDir, service, service)
  const serving = await serve({ ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir })
  await uploadFile(serving)
  expectOwner(dataDir)
  expect(await serving.stop()).toBe(0)
  return dataDir
}

/** Writes a file below `media`. */
async function uploadFile(serving: Serving) {
  const form = new FormData()
  form.set('name', 'Lista')
  form.set('message', 'Oi')
  form.set('medias', new File(['bytes'], 'a.txt', { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${await signIn(serving)}` }
  const answer = await fetch(`${serving.url}/api/files`, { method: 'POST', headers, body: form })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
}

function expectOwner(dataDir: string) {
  const files = readdirSync(dataDir, { recursive: true }) as string[]
  expect(files.length).toBeGreaterThan(2)
  const foreign = files.filter((name) => {
    const { uid, gid, mode } = statSync(join(dataDir, name))
    return uid !== service || gid !== service || (mode & 0o077) !== 0
  })
  expect(foreign).toEqual([])
}

testAsRoot('serve, and each command that writes, leaves every file to the owner of the data', async () => {
  const dataDir = await serveAsRoot()
  const env = { ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir }
  for (const command of [
    ['rotate-key'],
    ['rotate-key', '--company', '1'],
    ['reset-password', 'root@balcao.test'],
    ['backup', join(temporaryDirectory(), 'balcao.tar')],
    ['doctor'],
  ]) {
    const { code, err } = await run(command, env)
    expect([command, code === 0 || command[0] === 'doctor', err]).toEqual([command, true, ''])
    expectOwner(dataDir)
  }
})

testAsRoot("the service's user opens key and database after root has rotated a key that root owned", async () => {
  const dataDir = await serveAsRoot()
  chownSync(keyFile(dataDir), 0, 0) // as an earlier version left it
  expect((await run(['rotate-key'], { BALCAO_DATA_DIR: dataDir })).code).toBe(0)
  expectOwner(dataDir)
  const child = await runAsNobody(['rotate-key'], { BALCAO_DATA_DIR: dataDir })
  expect([child.code, child.err]).toEqual([0, ''])
  expectOwner(dataDir)
  const port = String(await findFreePort())
  const { out } = await runAsNobody(['doctor'], { ...withoutWhatsApp, BALCAO_DATA_DIR: dataDir, BALCAO_PORT: port })
  expect(out).toMatch(/^ok +key .*can be read by this user alone/m)
  expect(out).toMatch(/^ok +database .*up to date/m)
})

testAsRoot('restore by root into a directory that it makes gives it to the owner of the directory above', async () => {
  const dataDir = await serveAsRoot()
  const file = join(temporaryDirectory(), 'balcao.tar')
  expect((await run(['backup', file], { BALCAO_DATA_DIR: dataDir })).code).toBe(0)
  const home = temporaryDirectory()
  chownSync(home, service, service)
  const restored = join(home, 'data')
  for (const options of [[], ['--replace']]) {
    expect((await run(['restore', file, ...options], { BALCAO_DATA_DIR: restored })).code).toBe(0)
    expectOwner(home)
  }
})

testAsRoot("a backup belongs to the data's owner only in a directory of that owner", async () => {
  const dataDir = await serveAsRoot()
  const [own, foreign] = [temporaryDirectory(), temporaryDirectory()]
  chownSync(own, service, service)
  chownSync(foreign, 1234, 1234)
  for (const [folder, owner] of [
    [own, service],
    [foreign, 0],
    [temporaryDirectory(), 0],
  ] as const) {
    expect((await run(['backup', join(folder, 'b.tar')], { BALCAO_DATA_DIR: dataDir })).code).toBe(0)
    const { uid, mode } = statSync(join(folder, 'b.tar'))
    expect([uid, mode & 0o777]).toEqual([owner, 0o600])
    chmodSync(folder, 0o755)
  }
})

testAsRoot('a first start of root that ends at once leaves a database that its owner can open', async () => {
  const dataDir = temporaryDirectory()
  chownSync(dataDir, service, service)
  // The environment is refused after key and database are made.
  const env = { BALCAO_DATA_DIR: dataDir, BALCAO_PORT: '0', BALCAO_SUPER_EMAIL: 'passwordpassword@b.example' }
  expect((await run(['serve'], { ...env, BALCAO_SUPER_PASSWORD: 'passwordpassword' })).code).toBe(2)
  expectOwner(dataDir)
  new Sqlite(databaseFile(dataDir)).close()
})
