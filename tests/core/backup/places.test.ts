import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Note } from '../../../src/core/backup/note'
import { BucketPlace } from '../../../src/core/backup/places/bucket'
import { FolderPlace } from '../../../src/core/backup/places/folder'
import { type BackupPlace, backupId, type WrittenBytes } from '../../../src/core/backup/places/place'
import { s3Key, startS3 } from '../../s3-server'

const folder = mkdtempSync(join(tmpdir(), 'balcao-backups-'))
const bucket = startS3('balcao-backups')
const settings = { bucket: 'balcao-backups', endpoint: bucket.endpoint, region: 'us-east-1', prefix: 'shop/', ...s3Key }

afterEach(() => {
  bucket.failWith = null
  bucket.files.clear()
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true })
})

const places: [name: string, BackupPlace][] = [
  ['folder', new FolderPlace(folder)],
  ['bucket', new BucketPlace(settings, 5)],
]
const idAt = (day: number) => backupId(new Date(Date.UTC(2026, 10, day, 3)))
const note = (written: WrittenBytes): Note => ({
  ...{ format: 1, installation: 'a', version: '1.0.0', createdAt: '2026-11-30T03:00:00.000Z', ...written },
  ...{ files: 2, key: true, media: true },
})

/** 40 MB, more than two parts of a bucket, in chunks that do not fit the parts. */
async function* bytesOf(length = 40_000_000, chunk = 3_000_001) {
  for (let at = 0; at < length; at += chunk) yield new Uint8Array(Math.min(chunk, length - at)).fill(at % 251)
}
const hashOf = async (bytes: AsyncIterable<Uint8Array>) => {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

test.each(places)('a %s lists a backup once its note is written, and returns the same bytes', async (_, place) => {
  const written = await place.write(idAt(30), bytesOf())
  expect(written).toMatchObject({ size: 40_000_000, sha256: await hashOf(bytesOf()) })
  expect(await place.list()).toEqual([])
  expect(await place.readNote(idAt(30))).toBeNull()
  await place.writeNote(idAt(30), note(written))
  expect(await place.list()).toEqual([{ id: idAt(30), size: 40_000_000 }])
  expect(await hashOf(place.read(idAt(30), (await place.readNote(idAt(30))) as Note))).toBe(written.sha256)
})

test.each(places)('a %s removes a backup, and what ended runs have left, and nothing else', async (name, place) => {
  for (const day of [27, 28, 29]) await place.writeNote(idAt(day), note(await place.write(idAt(day), bytesOf(10))))
  await place.write(idAt(26), bytesOf(10))
  await place.write(idAt(30), bytesOf(10))
  if (name === 'folder') await Bun.write(join(folder, 'other.json'), '{}')
  else bucket.files.set('shop/other.json', { bytes: new Uint8Array(2), modified: new Date() })
  await place.remove(idAt(28))
  await place.removeUnfinished(idAt(30))
  const names =
    name === 'folder' ? readdirSync(folder) : [...bucket.files.keys()].map((key) => key.slice('shop/'.length))
  const part = name === 'folder' ? '' : '.000001'
  const [first, last] = [idAt(27), idAt(29)]
  const expected = [first, last].flatMap((id) => [`${id}.json`, `${id}.tar.age${part}`])
  expect(names.sort()).toEqual([...expected, `${idAt(30)}.tar.age${part}`, 'other.json'].sort())
})

test('a file in a folder is readable by its owner only, and one that was cut off is refused', async () => {
  const place = new FolderPlace(folder)
  const written = await place.write(idAt(30), bytesOf(1000))
  const path = join(folder, `${idAt(30)}.tar.age`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  truncateSync(path, 999)
  await expect(hashOf(place.read(idAt(30), note(written)))).rejects.toThrow('is not complete: 999 of 1000 bytes')
})

test('a folder that does not exist is no place: its disk is not mounted', async () => {
  const place = new FolderPlace(join(folder, 'usb'))
  await expect(place.write(idAt(30), bytesOf(10))).rejects.toThrow('does not exist; is its disk mounted?')
  await expect(place.list()).rejects.toThrow('does not exist')
})

test('a write that fails half-way leaves no file in a folder', async () => {
  async function* failing() {
    yield new Uint8Array(10)
    throw new Error('the source failed')
  }
  await expect(new FolderPlace(folder).write(idAt(30), failing())).rejects.toThrow('the source failed')
  expect(readdirSync(folder)).toEqual([])
})

test('a folder leaves room on its disk: the write ends before it is full, and leaves no file', async () => {
  const free = [2_000_000_000, 499_000_000]
  const place = new FolderPlace(folder, () => free.shift() ?? 0)
  await expect(place.write(idAt(30), bytesOf())).rejects.toThrow(`the disk of ${folder} is nearly full`)
  expect(readdirSync(folder)).toEqual([])
  expect(free).toEqual([])
})

test('a bucket that fails for a moment receives the part again; one that goes on failing ends the backup', async () => {
  const place = new BucketPlace(settings, 20)
  bucket.failWith = 503
  setTimeout(() => {
    bucket.failWith = null
  }, 10)
  expect(await place.write(idAt(30), bytesOf(10))).toMatchObject({ size: 10, parts: 1 })
  bucket.failWith = 403
  await expect(new BucketPlace(settings, 1).write(idAt(29), bytesOf(10))).rejects.toMatchObject({
    code: 'ERR_FILES_UNREACHABLE',
  })
})

test('a missing part of a bucket is named', async () => {
  const place = new BucketPlace(settings, 1)
  const written = await place.write(idAt(30), bytesOf())
  bucket.files.delete(`shop/${idAt(30)}.tar.age.000002`)
  await expect(hashOf(place.read(idAt(30), note(written)))).rejects.toThrow('.tar.age.000002 is missing in the bucket')
})
