import { parseJson } from '../../../shared/json'
import type { Handle } from '../db'

/** Row of `installation` about a move of this database to another place, or from one; a move leaves it out. */
const markRow = 'move'

/** Mark of a database that is the source or the target of a move. */
export interface MoveMark {
  /** The same in source and target. */
  id: string
  /**
   * `moving`: rows are being copied to the other place; a start of the server ends that. `moved`: the other place is in
   * use. `arriving`: rows from the other place are not complete. `out`: the installation was moved out to a file.
   */
  state: 'moving' | 'moved' | 'arriving' | 'out'
  /** The other place, without a password; of `out` the path of the file. */
  place: string
  at: string
}

export async function readMark({ kysely }: Handle): Promise<MoveMark | null> {
  const find = kysely.selectFrom('installation').select('value').where('key', '=', markRow)
  const row = await find.executeTakeFirst()
  return row ? parseJson<MoveMark>(row.value) : null
}

/** Stores the mark in place of an earlier one. */
export async function writeMark({ kysely }: Handle, mark: MoveMark) {
  const value = JSON.stringify(mark)
  await kysely
    .insertInto('installation')
    .values({ key: markRow, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function removeMark({ kysely }: Handle) {
  await kysely.deleteFrom('installation').where('key', '=', markRow).execute()
}

/** Conditions of the rows of a table that are moved. */
export const exceptMark = (table: string): string[] => (table === 'installation' ? [`"key" <> '${markRow}'`] : [])
