import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { S3Files } from '../../../src/core/storage/s3-files'
import { attachFile } from '../../../src/features/platform/media/attach'
import { sweepMedia } from '../../../src/features/platform/media/sweep'
import { deleteCompany } from '../../../src/features/provider/companies/delete'
import { writeCompanyArchive } from '../../../src/features/provider/data-transfer/company/company-export'
import { createInstallation } from '../../installation'
import { type S3Server, s3Key, startS3 } from '../../s3-server'

let service: S3Server
let installation: Awaited<ReturnType<typeof createInstallation>>

beforeEach(async () => {
  service = startS3('balcao')
  installation = await createInstallation({ remote: bucket() })
})
afterEach(() => service.stop())

const bucket = () =>
  new S3Files({ bucket: 'balcao', endpoint: service.endpoint, region: 'us-east-1', prefix: '', ...s3Key })
const words = 'pedido numero 1'
const save = (text = words) =>
  attachFile(installation.scopeOf('ana'), { stream: () => new Blob([text]).stream(), name: 'pedido.txt' }, (_, f) => f)
const localCopies = () => {
  const { directory } = installation.ports.media
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name))
}
const forgetCopies = () => {
  for (const path of localCopies()) rmSync(path)
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => error.code,
  )
const rowsOfMedia = () => installation.store.read.kysely.selectFrom('media').select('id').execute()

test('a file of one machine is served by another one, with ranges', async () => {
  const { id, path } = await save()
  expect([...service.files.keys()]).toEqual([path])
  forgetCopies() // as on a machine that has never seen the file
  const { ports, app } = installation
  const address = `http://localhost:3000${ports.media.links.forProgram(installation.scopeOf('ana').companyId, id)}`
  const whole = await app.handle(new Request(address))
  expect([whole.status, await whole.text()]).toEqual([200, words])
  forgetCopies()
  const part = await app.handle(new Request(address, { headers: { range: 'bytes=7-10' } }))
  expect([part.status, await part.text()]).toEqual([206, words.slice(7, 11)])
})

test('requests for one missing copy share one copy', async () => {
  const { path } = await save()
  forgetCopies()
  const { media } = installation.ports
  const paths = await Promise.all(Array.from({ length: 20 }, () => media.locate(path)))
  expect(new Set(paths).size).toBe(1)
  expect(await Bun.file(paths[0] as string).text()).toBe(words)
  expect(localCopies()).toHaveLength(1)
})

test('an unreachable storage refuses uploads and files without a copy, and stores no row', async () => {
  const { path } = await save()
  service.failWith = 503
  expect(await codeOf(save())).toBe('ERR_FILES_UNREACHABLE')
  expect(await rowsOfMedia()).toHaveLength(1)
  expect(await Bun.file(await installation.ports.media.locate(path)).text()).toBe(words) // the copy of this machine
  forgetCopies()
  expect(await codeOf(installation.ports.media.locate(path))).toBe('ERR_FILES_UNREACHABLE')
  service.failWith = null
  expect(await Bun.file(await installation.ports.media.locate(path)).text()).toBe(words)
})

test('the sweep removes old copies, and old files without a row from both places', async () => {
  const { path } = await save()
  const [copy] = localCopies()
  const orphan = path.replace(/[0-9a-f]{32}$/, 'f'.repeat(32))
  service.files.set(orphan, { bytes: Uint8Array.of(1), modified: new Date(0) })
  service.files.set('foreign/file', { bytes: Uint8Array.of(1), modified: new Date(0) })
  utimesSync(copy as string, 0, 0)
  await sweepMedia(installation.platform)
  expect(existsSync(copy as string)).toBe(false)
  expect([...service.files.keys()].sort()).toEqual([path, 'foreign/file'].sort())
  expect(await Bun.file(await installation.ports.media.locate(path)).text()).toBe(words)
})

test('the archive of a company has the files that are only in the storage, and leaves no copies of them', async () => {
  await save()
  forgetCopies()
  const archive = await installation.ports.media.prepare('archive')
  await writeCompanyArchive(installation.scopeOf('ana'), archive)
  expect(await Bun.file(archive).text()).toContain(words)
  expect(localCopies()).toEqual([archive])
})

test('a deleted company leaves nothing in the storage', async () => {
  await save()
  const { companyId } = installation.scopeOf('ana')
  await deleteCompany(installation.scopeOf('root'), installation.platform, companyId)
  expect([...service.files.keys()]).toEqual([])
})
