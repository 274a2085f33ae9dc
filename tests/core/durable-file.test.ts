import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DurableDirectories } from '../../src/core/storage/durable-directory'
import { syncDirectory, writeDurableFile, writeDurableFileBlocking } from '../../src/core/storage/durable-file'

// tests/crash/power tests the state of such files after a power cut.

const root = mkdtempSync(join(tmpdir(), 'balcao-durable-file-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('writeDurableFile', () => {
  test('a file larger than one flush holds all its bytes and leaves no temporary file', async () => {
    const path = join(root, 'large')
    const chunk = crypto.getRandomValues(new Uint8Array(65_536))
    const chunks = 200 // 13 MB
    await writeDurableFile(path, async (write) => {
      for (let n = 0; n < chunks; n++) await write(chunk)
    })
    const bytes = readFileSync(path)
    expect(bytes.length).toBe(chunks * chunk.length)
    expect(bytes.subarray(-chunk.length).equals(chunk)).toBe(true)
    expect(readdirSync(root)).toEqual(['large'])
    rmSync(path)
  })

  test('a source that fails leaves no file and its error is passed on', async () => {
    const failing = writeDurableFile(join(root, 'failing'), async (write) => {
      await write(new Uint8Array(10))
      throw new Error('the source ended early')
    })
    await expect(failing).rejects.toThrow('the source ended early')
    expect(readdirSync(root)).toEqual([])
  })
})

test('writeDurableFileBlocking creates a file that only its owner can read', () => {
  const path = join(root, 'key')
  writeDurableFileBlocking(path, 'secret')
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['secret', 0o600])
  rmSync(path)
})

test('syncDirectory of a directory that does not exist rejects each time', async () => {
  const missing = join(root, 'missing')
  await expect(syncDirectory(missing)).rejects.toThrow()
  await expect(syncDirectory(missing)).rejects.toThrow()
})

test('DurableDirectories makes a directory again after it was removed', async () => {
  const directories = new DurableDirectories(join(root, 'media'))
  const directory = join(root, 'media', '1', '2026', '11')
  for (let round = 0; round < 2; round++) {
    await directories.make(directory)
    expect(existsSync(directory)).toBe(true)
    rmSync(join(root, 'media', '1'), { recursive: true })
  }
})
