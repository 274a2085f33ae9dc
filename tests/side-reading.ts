import { spyOn } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArchiveThread } from '../src/core/backup/archive-thread'
import { Platform } from '../src/core/scope'
import { SideReader } from '../src/core/storage/sqlite/side-reader'
import { openStore } from '../src/core/storage/sqlite/store'
import type { createInstallation } from './installation'

const worker = new URL('../src/core/storage/sqlite/side-reader-worker.ts', import.meta.url)
const archiver = new URL('../src/archive-worker.ts', import.meta.url)

/**
 * Copies an installation's database into a file and opens it with the threads for long reads and for archives, as the
 * server does. `mainReads` and `sideReads` return the texts of the selects that the work runs in each thread.
 */
export async function withSideReader({ ports, store: memory }: Awaited<ReturnType<typeof createInstallation>>) {
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
