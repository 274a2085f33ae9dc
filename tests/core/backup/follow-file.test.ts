import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followFile } from '../../../src/core/backup/moving/follow-file'

const root = mkdtempSync(join(tmpdir(), 'balcao-follow-'))
const [file, part] = [join(root, 'balcao.move'), join(root, 'balcao.move.part')]
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  for (const path of [file, part]) rmSync(path, { force: true })
})

const textOf = async (bytes: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('a file is read to its end when it gets its name before it is opened, or between two reads', async () => {
  writeFileSync(file, 'whole')
  expect(await textOf(followFile(file, part))).toBe('whole')
  renameSync(file, part)
  const bytes = followFile(file, part)
  expect(Buffer.from((await bytes.next()).value ?? []).toString()).toBe('whole')
  writeFileSync(part, ', and more', { flag: 'a' })
  renameSync(part, file)
  expect(await textOf(bytes)).toBe(', and more')
})

test('a file that its writer has removed, or left unfinished, ends the wait with a sentence', async () => {
  await expect(textOf(followFile(file, part))).rejects.toThrow('is gone: the move-out that wrote it has given up')
  writeFileSync(part, 'half')
  await expect(textOf(followFile(file, part, 50))).rejects.toThrow(
    'does not change any more: the move-out that wrote it has ended; nothing was changed',
  )
  const bytes = followFile(file, part)
  await bytes.next()
  rmSync(part)
  await expect(textOf(bytes)).rejects.toThrow('is gone')
})
