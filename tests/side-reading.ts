import { spyOn } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArchiveThread } from '../src/core/backup/archive-thread'
import { Platform } from '../src/core/scope'
import { Line } from '../src/core/storage/postgres/lines'
import { SideReader } from '../src/core/storage/sqlite/side-reader'
import { openStore } from '../src/core/storage/sqlite/store'
import type { createInstallation } from './installation'
import { usesPostgres } from './postgres-server'

const worker = new URL('../src/core/storage/sqlite/side-reader-worker.ts', import.meta.url)
const archiver = new URL('../src/archive-worker.ts', import.meta.url)

type Installation = Awaited<ReturnType<typeof createInstallation>>

/**
 * Opens an installation with the reader of long selects that the server has. `readsOf` returns the texts of the selects
 * that the work runs there and elsewhere.
 */
export const withSideReader = (installation: Installation) =>
  usesPostgres ? withSideLines(installation) : withThreads(installation)

/** The connections for long reads of PostgreSQL. */
function withSideLines({ platform, store }: Installation) {
  const reader = store.sideReader as NonNullable<typeof store.sideReader>
  const all = spyOn(Line.prototype, 'run')
  const side = spyOn(reader, 'read')
  return {
    platform,
    async readsOf(work: () => Promise<unknown>) {
      all.mockClear()
      side.mockClear()
      await work()
      const aside = side.mock.calls.map(([, text]) => text)
      return { main: all.mock.calls.map(([text]) => text).filter((text) => !aside.includes(text)), side: aside }
    },
    async [Symbol.asyncDispose]() {
      all.mockRestore()
    },
  }
}

/** Copies the database into a file and opens it with the threads for long reads and for archives, as the server does. */
async function withThreads({ ports, store: memory }: Installation) {
  const directory = mkdtempSync(join(tmpdir(), 'side-reading-'))
  const file = join(directory, 'balcao.db')
  writeFileSync(file, memory.raw.statements.sqlite.serialize())
  const store = openStore(file)
  const sideReader = new SideReader(worker, file)
  store.sideReader = sideReader
  const archives = new ArchiveThread(archiver, file)
  store.archives = archives
  const main = spyOn(store.read.statements, 'get')
  const side = spyOn(sideReader, 'read')
  return {
    platform: new Platform({ ...ports, store }),
    async readsOf(work: () => Promise<unknown>) {
      main.mockClear()
      side.mockClear()
      await work()
      return { main: main.mock.calls.map(([text]) => text), side: side.mock.calls.map(([, text]) => text) }
    },
    async [Symbol.asyncDispose]() {
      archives.stop()
      await sideReader.stop()
      await store.close()
      rmSync(directory, { recursive: true })
    },
  }
}
