import { migrations } from '../../../migrations'
import { BadConfig } from '../../bad-config'
import { checkRow, installationValue } from '../../core/keys/root-key'
import { Secrets } from '../../core/secrets'
import { readMark, writeMark } from '../../core/storage/move/mark'
import { nameOfAddress } from '../../core/storage/postgres/address'
import { appliedMigrations } from '../../core/storage/postgres/migrate'
import { PostgresEnd } from '../../core/storage/postgres/move-end'
import type { PostgresStore } from '../../core/storage/postgres/store'
import { openMoveLine, openPostgres } from '../../database-server'
import type { Target } from './open-target'
import { movedAlready, type Origin } from './origin'

const option = '--to'
const freshOne = 'name an empty database, such as one made by createdb'

/** Opens a database of a server, which is empty or half filled by the same move. @throws BadConfig */
export async function openServer(address: string, origin: Origin): Promise<Target> {
  const store = await openPostgres(address, { name: option, examine: (store) => assertUsable(store, origin) })
  const line = await openMoveLine(address)
  const end = new PostgresEnd(line, store.handleOf(line))
  return {
    end,
    place: nameOfAddress(address),
    storeMark: (mark) => store.write((tx) => writeMark(tx, mark)),
    complete: () => end.complete(),
    async close() {
      await line.drop()
      await store.close()
    },
  }
}

/** @throws BadConfig for a database with rows of an installation; of other programs and versions by `openPostgres` */
async function assertUsable(store: PostgresStore, { root, mark: own }: Origin) {
  const applied = await store.withLine(appliedMigrations)
  if (applied.length === 0 && own?.state === 'moved') throw movedAlready(own)
  if (applied.length === 0) return
  if (applied.join() !== Object.keys(migrations).join())
    throw new BadConfig(option, `names a database of another version of Balcão; ${freshOne}`)
  const mark = await readMark(store.read)
  if (mark?.state === 'arriving' && mark.id === own?.id) return
  if (own?.state === 'moved') throw movedAlready(own)
  if (mark?.state === 'arriving')
    throw new BadConfig(option, `names a database that another move has begun to fill; ${freshOne}`)
  const check = await installationValue(store.read, checkRow)
  if (check === null && mark === null) return // a start that was ended before its first row
  if (check !== new Secrets(root).rootCheck())
    throw new BadConfig(option, `names a database of an installation with another root key; ${freshOne}`)
  throw new BadConfig(option, `names a database that is not empty; ${freshOne}`)
}
