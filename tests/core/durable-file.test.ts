import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DurableDirectories } from '../../src/core/storage/durable-directory'
import { syncDirectory, writeDurableFile, writeDurableFileBlocking } from '../../src/core/storage/durable-file'
import { FlushTurns } from '../../src/core/storage/flush-turns'

// What a power cut leaves of such files is tried in tests/crash/power.

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

test('writeDurableFileBlocking writes for the owner alone', () => {
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

describe('FlushTurns', () => {
  /** Flushes that end when told to; `begun` lists them in the order of their turns. */
  function turnsOf() {
    const turns = new FlushTurns()
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (directory: string, name: string) =>
      turns.run(directory, () => {
        begun.push(name)
        return new Promise((resolve) => ends.push(resolve))
      })
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    return { begun, ask, settle, endNext: () => ends.shift()?.() }
  }

  test('a directory with many flushes delays another directory by one flush', async () => {
    const { begun, ask, settle, endNext } = turnsOf()
    for (let n = 0; n < 5; n++) void ask('busy', `busy ${n}`)
    await settle()
    void ask('other', 'other')
    for (let n = 0; n < 6; n++) {
      endNext()
      await settle()
    }
    expect(begun).toEqual(['busy 0', 'busy 1', 'other', 'busy 2', 'busy 3', 'busy 4'])
  })

  test('flushes run one at a time and the first begins after run has returned', async () => {
    const { begun, ask, settle, endNext } = turnsOf()
    void ask('a', 'first')
    void ask('b', 'second')
    expect(begun).toEqual([])
    await settle()
    expect(begun).toEqual(['first'])
    endNext()
    await settle()
    expect(begun).toEqual(['first', 'second'])
  })

  test('a flush that fails rejects for its caller alone and the next one runs', async () => {
    const turns = new FlushTurns()
    const failing = turns.run('a', () => Promise.reject(new Error('EIO')))
    const next = turns.run('a', () => Promise.resolve())
    await expect(failing).rejects.toThrow('EIO')
    await next
  })
})
