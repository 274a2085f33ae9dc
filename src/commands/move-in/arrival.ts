import type { Handle } from '../../core/storage/db'
import { openFile } from '../open-database'

/** Row of `installation` with the id of the move by which the data came. */
const key = 'movedIn'

/** Id of the move by which the data of a directory came; null without one. */
export async function arrivalOf(directory: string): Promise<string | null> {
  const database = openFile(directory)
  try {
    const { kysely } = database.read
    const find = kysely.selectFrom('installation').select('value').where('key', '=', key)
    return (await find.executeTakeFirst())?.value ?? null
  } finally {
    await database.close()
  }
}

/** Stores the id of the move by which the data comes. */
export async function storeArrival({ kysely }: Handle, value: string) {
  await kysely
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
