import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMembers, writeEnd, writeMember } from '../../src/core/backup/tar'

const folder = mkdtempSync(join(tmpdir(), 'balcao-tar-'))
const file = join(folder, 'a.tar')
afterEach(() => rmSync(file, { force: true }))

const sizes = { empty: 0, one: 1, 'a/whole/block': 512, 'a/block/and/one': 513, large: 300_000 }
const contents = Object.entries(sizes).map(([name, size]) => ({ name, bytes: Buffer.alloc(size, name) }))

async function write() {
  const to = await open(file, 'w')
  for (const { name, bytes } of contents) await writeMember(to, name, bytes.length, [bytes])
  await writeEnd(to)
  await to.close()
}

async function read(archive: Blob = Bun.file(file)) {
  const members: { name: string; bytes: Buffer }[] = []
  for await (const { name, body } of readMembers(archive))
    members.push({ name, bytes: Buffer.from(await body.arrayBuffer()) })
  return members
}

test('what was written is read again', async () => {
  await write()
  expect(await read()).toEqual(contents)
})

test('tar itself reads it', async () => {
  await write()
  const { stdout } = Bun.spawnSync(['tar', '-tf', file])
  expect(stdout.toString().trim().split('\n')).toEqual(Object.keys(sizes))
})

test('an archive cut short, or with a changed header, is refused', async () => {
  await write()
  const bytes = await Bun.file(file).bytes()
  await expect(read(new Blob([bytes.slice(0, 5000)]))).rejects.toThrow('cut short')
  await expect(read(new Blob([bytes.slice(0, 512)]))).rejects.toThrow('cut short')
  bytes[3] = 0xff
  await expect(read(new Blob([bytes]))).rejects.toThrow('damaged')
})

test('a file that changes its size while it is read is not taken', async () => {
  const to = await open(file, 'w')
  await expect(writeMember(to, 'short', 10, [new Uint8Array(9)])).rejects.toThrow('9 of 10 bytes')
  await to.close()
})

test('names that do not fit are refused', async () => {
  const to = await open(file, 'w')
  await expect(writeMember(to, 'x'.repeat(101), 0, [])).rejects.toThrow('too long')
  await to.close()
})
