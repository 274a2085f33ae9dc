import { afterAll, beforeAll, expect } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackZip } from '../../../src/core/parsers/zip'
import { Scope } from '../../../src/core/scope'
import { writeCompanyArchive } from '../../../src/features/provider/data-transfer/company/company-export'
import { writeContactArchive } from '../../../src/features/provider/data-transfer/contact/contact-export'
import { readCompanyArchive } from '../../company-archives'
import { createInstallation } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { usesPostgres } from '../../postgres-server'
import { withSideReader } from '../../side-reading'

const directory = mkdtempSync(join(tmpdir(), 'balcao-archives-'))
let here: Awaited<ReturnType<typeof createInstallation>>
let contactId: number
let aside: Awaited<ReturnType<typeof withSideReader>>
beforeAll(async () => {
  if (usesPostgres) return
  here = await createInstallation()
  for (let n = 0; n < 30; n++) contactId = (await here.insertTicket()).contactId
  aside = await withSideReader(here)
})
afterAll(async () => {
  await aside?.[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})
const scopeOf = (name: 'ana' | 'rui') => {
  const { companyId, viewer } = here.scopeOf(name)
  return Scope.for(aside.platform.ports, companyId, viewer)
}
const at = (name: string) => join(directory, name)
async function membersOf(path: string) {
  const members = await unpackZip(await Bun.file(path).bytes(), { bytes: 10_000_000, members: 100 })
  return [...members]
    .filter(([name]) => name.endsWith('.json'))
    .map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
}

sqliteTest(
  'an archive written by the thread has the same rows as one of the main thread, which reads nothing',
  async () => {
    await writeCompanyArchive(here.scopeOf('ana'), at('main.tar'))
    const { main, side } = await aside.readsOf(async () => {
      const { size, sha256 } = await writeCompanyArchive(scopeOf('ana'), at('thread.tar'))
      const bytes = await Bun.file(at('thread.tar')).bytes()
      expect([size, sha256]).toEqual([bytes.length, new Bun.SHA256().update(bytes).digest('hex')])
    })
    expect([main, side]).toEqual([[], []])
    const [written, expected] = [await readCompanyArchive(at('thread.tar')), await readCompanyArchive(at('main.tar'))]
    expect(written.texts).toEqual(expected.texts)
  },
)

sqliteTest('an archive of a contact is written by the thread, with the members of one of the main thread', async () => {
  await writeContactArchive(here.scopeOf('ana'), at('main.zip'), contactId)
  const { main, side } = await aside.readsOf(async () => {
    const { size, sha256 } = await writeContactArchive(scopeOf('ana'), at('thread.zip'), contactId)
    const bytes = await Bun.file(at('thread.zip')).bytes()
    expect([size, sha256]).toEqual([bytes.length, new Bun.SHA256().update(bytes).digest('hex')])
  })
  expect([main, side]).toEqual([[], []])
  const [written, expected] = await Promise.all(['thread.zip', 'main.zip'].map((name) => membersOf(at(name))))
  expect(written).toEqual(expected)
  expect(Object.fromEntries(written ?? [])['json/tickets.json']).toContain('"contactId"')
})

sqliteTest('an archive of a contact that does not exist is refused with its error', async () => {
  await expect(writeContactArchive(scopeOf('ana'), at('none.zip'), 999_999)).rejects.toMatchObject({
    code: 'ERR_NO_CONTACT_FOUND',
  })
})

sqliteTest('archives of one company delay that of another by one', async () => {
  const ended: string[] = []
  const write = (name: 'ana' | 'rui', n: number) =>
    writeCompanyArchive(scopeOf(name), at(`${name}${n}.tar`)).then(() => ended.push(name))
  await Promise.all([write('ana', 1), write('ana', 2), write('rui', 3)])
  expect(ended.indexOf('rui')).toBeLessThan(2)
})

sqliteTest('an archive that cannot be written fails, and the next one is written', async () => {
  await expect(writeCompanyArchive(scopeOf('ana'), at('missing/a.tar'))).rejects.toThrow('ENOENT')
  await writeCompanyArchive(scopeOf('ana'), at('next.tar'))
  expect(existsSync(at('next.tar'))).toBe(true)
})

sqliteTest('an archive under way at the stop of the process fails, and so does one that waits', async () => {
  const both = [writeCompanyArchive(scopeOf('ana'), at('a.tar')), writeCompanyArchive(scopeOf('rui'), at('b.tar'))]
  await Promise.resolve()
  aside.platform.ports.store.archives?.stop()
  for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected')
  expect(existsSync(at('a.tar'))).toBe(false)
})
