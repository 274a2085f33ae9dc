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

async function writeArchive() {
  const to = await open(file, 'w')
  for (const { name, bytes } of contents) await writeMember(to, name, bytes.length, [bytes])
  await writeEnd(to)
  await to.close()
}

async function readArchive(archive: Blob = Bun.file(file)) {
  const members: { name: string; bytes: Buffer }[] = []
  for await (const { name, body } of readMembers(archive))
    members.push({ name, bytes: Buffer.from(await body.arrayBuffer()) })
  return members
}

test('readMembers returns the written members', async () => {
  await writeArchive()
  expect(await readArchive()).toEqual(contents)
})

test('the tar command lists the members', async () => {
  await writeArchive()
  const { stdout } = Bun.spawnSync(['tar', '-tf', file])
  expect(stdout.toString().trim().split('\n')).toEqual(Object.keys(sizes))
})

test('readMembers throws for a truncated archive and for a changed header', async () => {
  await writeArchive()
  const bytes = await Bun.file(file).bytes()
  await expect(readArchive(new Blob([bytes.slice(0, 5000)]))).rejects.toThrow('cut short')
  await expect(readArchive(new Blob([bytes.slice(0, 512)]))).rejects.toThrow('cut short')
  bytes[3] = 0xff
  await expect(readArchive(new Blob([bytes]))).rejects.toThrow('damaged')
})

test('writeMember throws when the body is shorter than its stated size', async () => {
  const to = await open(file, 'w')
  await expect(writeMember(to, 'short', 10, [new Uint8Array(9)])).rejects.toThrow('9 of 10 bytes')
  await to.close()
})

test('writeMember throws for a name longer than 100 bytes', async () => {
  const to = await open(file, 'w')
  await expect(writeMember(to, 'x'.repeat(101), 0, [])).rejects.toThrow('too long')
  await to.close()
})
