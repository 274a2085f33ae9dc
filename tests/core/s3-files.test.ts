import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Files } from '../../src/core/storage/s3-files'
import { AppError } from '../../src/shared/errors'
import { type S3Server, s3Key, startS3 } from '../s3-server'

let service: S3Server
const folder = mkdtempSync(join(tmpdir(), 'balcao-s3-'))
const bucketOf = (change = {}) =>
  new S3Files({ bucket: 'balcao', endpoint: service.endpoint, region: 'eu-west-1', prefix: 'um/', ...s3Key, ...change })

beforeAll(() => {
  service = startS3('balcao')
})
afterEach(() => {
  service.failWith = null
  service.files.clear()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

async function localFile(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await Bun.write(path, bytes)
  return path
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof AppError ? error.code : String(error)),
  )

test.each([0, 1, 70_000, 21 * 1024 * 1024])('a file of %d bytes comes back as it was stored', async (size) => {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  const files = bucketOf()
  await files.put('1/2026/11/a', await localFile('sent', bytes))
  expect([...service.files.keys()]).toEqual(['um/1/2026/11/a'])
  const back = join(folder, 'back')
  await files.get('1/2026/11/a', back)
  expect(Bun.hash(await Bun.file(back).bytes())).toBe(Bun.hash(bytes))
})

test('a missing file leaves none, and removing it again is no error', async () => {
  const files = bucketOf()
  await files.get('1/2026/11/none', join(folder, 'none'))
  expect(await Bun.file(join(folder, 'none')).exists()).toBe(false)
  await files.remove('1/2026/11/none')
})

test('all files below a prefix are listed and removed, over several pages, and no others', async () => {
  const files = bucketOf()
  const bytes = Uint8Array.of(1)
  const keys = Array.from({ length: 1203 }, (_, n) => `1/2026/11/${String(n).padStart(4, '0')}`)
  for (const key of keys) service.files.set(`um/${key}`, { bytes, modified: new Date(5000) })
  service.files.set('um/10/2026/11/x', { bytes, modified: new Date(5000) })
  service.files.set('dois/1/2026/11/x', { bytes, modified: new Date(5000) })
  const listed = await Array.fromAsync(files.list())
  expect(listed.map(({ path }) => path)).toEqual(['10/2026/11/x', ...keys].sort())
  expect(listed[0]?.modifiedMs).toBe(5000)
  await files.removeBelow('1/')
  expect([...service.files.keys()].sort()).toEqual(['dois/1/2026/11/x', 'um/10/2026/11/x'])
})

test('a wrong key, another bucket, a failing and a dead service are unreachable and leave no file', async () => {
  const sent = await localFile('sent', Uint8Array.of(1, 2, 3))
  service.files.set('um/a', { bytes: Uint8Array.of(1), modified: new Date() })
  const back = join(folder, 'unreachable')
  for (const change of [{ secretAccessKey: 'wrong' }, { bucket: 'other' }, { endpoint: 'http://127.0.0.1:1' }]) {
    expect(await codeOf(bucketOf(change).put('b', sent))).toBe('ERR_FILES_UNREACHABLE')
    expect(await codeOf(bucketOf(change).remove('a'))).toBe('ERR_FILES_UNREACHABLE')
  }
  expect(await codeOf(bucketOf({ secretAccessKey: 'wrong' }).get('a', back))).toBe('ERR_FILES_UNREACHABLE')
  service.failWith = 503
  expect(await codeOf(bucketOf().put('b', sent))).toBe('ERR_FILES_UNREACHABLE')
  expect(await codeOf(bucketOf().get('a', back))).toBe('ERR_FILES_UNREACHABLE')
  expect([...service.files.keys()]).toEqual(['um/a'])
  expect(await Bun.file(back).exists()).toBe(false)
})
