import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations'
import { BadConfig } from '../../bad-config'
import { databaseFile, keyFile, prepareDirectory, readKey } from '../../core/storage/data-directory'
import { renameDurablyBlocking, writeDurableFileBlocking } from '../../core/storage/durable-file'
import { readMark, writeMark } from '../../core/storage/move/mark'
import { giveToOwnerOfDirectory } from '../../core/storage/owner'
import { SqliteHandle } from '../../core/storage/sqlite/handle'
import { openMoveTarget } from '../../core/storage/sqlite/move-end'
import { migrationsOf, openInstallation } from '../../core/storage/sqlite/open-concurrently'
import { openStore } from '../../core/storage/sqlite/store'
import { applyMigrations } from '../../database'
import type { Target } from './open-target'
import { movedAlready, type Origin } from './origin'

const option = '--to'

/** Database file while rows are copied to it. */
const unfinishedFile = (directory: string) => `${databaseFile(directory)}.moving`

/** Opens a data directory without a database, or with one that was moved away. @throws BadConfig */
export async function openDirectory(directory: string, origin: Origin): Promise<Target> {
  prepareDirectory(directory)
  await assertUsable(directory, origin)
  const file = unfinishedFile(directory)
  if (origin.mark?.state === 'moved' && !existsSync(file)) throw movedAlready(origin.mark)
  if (origin.mark?.state !== 'moved' && !(await isOfMove(file, origin.mark?.id ?? null))) await createFile(file)
  const end = openMoveTarget(file)
  let isOpen = true
  const close = async () => {
    if (isOpen) end.close()
    isOpen = false
  }
  return {
    end,
    place: `sqlite:${directory}`,
    storeMark: (mark) => writeMark(end.handle, mark),
    async complete() {
      await end.complete()
      await close()
      storeKey(directory, origin)
      putInPlace(directory)
    },
    close,
  }
}

async function assertUsable(directory: string, { root, isKeyOutside }: Origin) {
  const key = readKey(directory)
  if (!isKeyOutside && key !== null && key !== root)
    throw new BadConfig(option, `names a directory with another root key (${keyFile(directory)}); name an empty one`)
  if (existsSync(databaseFile(directory)) && !(await wasMovedAway(directory)))
    throw new BadConfig(option, `names a directory with a database (${databaseFile(directory)}); name an empty one`)
}

/** True for a database whose rows were moved to another place: it is kept beside the new one. */
async function wasMovedAway(directory: string): Promise<boolean> {
  const sqlite = openInstallation(directory)
  try {
    return (await readMark(new SqliteHandle(sqlite, true)))?.state === 'moved'
  } finally {
    sqlite.close()
  }
}

/** True for a file that the same move has begun to fill. */
async function isOfMove(file: string, moveId: string | null): Promise<boolean> {
  if (moveId === null || !existsSync(file)) return false
  const store = openStore(file)
  try {
    const { sqlite } = store.raw.statements
    if (migrationsOf(sqlite).join() !== Object.keys(migrations).join()) return false
    return (await readMark(store.read))?.id === moveId
  } finally {
    await store.close()
  }
}

async function createFile(file: string) {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true })
  const store = openStore(file)
  await applyMigrations(store)
  await store.close()
}

/** Another directory needs the key, too. */
function storeKey(directory: string, { root, isKeyOutside }: Origin) {
  if (!isKeyOutside && readKey(directory) === null) writeDurableFileBlocking(keyFile(directory), `${root}\n`)
}

function putInPlace(directory: string) {
  if (existsSync(databaseFile(directory))) {
    const aside = join(directory, `before-move-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    mkdirSync(aside, { mode: 0o700 })
    giveToOwnerOfDirectory(aside)
    for (const end of ['-wal', '-shm', ''])
      if (existsSync(databaseFile(directory) + end))
        renameDurablyBlocking(databaseFile(directory) + end, databaseFile(aside) + end)
  }
  renameDurablyBlocking(unfinishedFile(directory), databaseFile(directory))
}
