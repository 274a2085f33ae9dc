import { countText } from '../../core/count-text'
import { compareRows, type Difference } from '../../core/storage/move/compare-rows'
import { copyRows } from '../../core/storage/move/copy-rows'
import { schemaStep } from '../../core/storage/move/ends'
import { type MoveMark, readMark } from '../../core/storage/move/mark'
import { movedTables } from '../../core/storage/move/moved-tables'
import { UserError } from '../../core/user-error'
import { textToIndex } from '../../features/inbox/search/index-messages'
import { printLine } from '../command'
import { moveMedia } from './move-media'
import type { Source } from './open-source'
import { openTarget, type Target } from './open-target'
import type { DatabasePlace, MoveRequest } from './read-request'

/** Rows of a table from which its end is printed. */
const manyRows = 10_000

/**
 * Copies all rows and the files, compares them, and only then marks the source as moved. A move that was interrupted
 * between the mark and the end is ended. @throws UserError, BadConfig
 */
export async function moveDatabase(source: Source, to: DatabasePlace, request: MoveRequest) {
  const before = await readMark(source.end.handle)
  if (before?.state === 'out') throw new UserError(`the installation was moved out to ${before.place}`)
  if (before?.state === 'arriving') throw new UserError(`an unfinished move from ${before.place} fills this database`)
  const { secret } = request.config
  const target = await openTarget(to, { root: source.root, isKeyOutside: secret !== null, mark: before })
  try {
    if (before?.state === 'moved') return await target.complete()
    const mark = { id: before?.id ?? crypto.randomUUID(), place: target.place, at: new Date().toISOString() }
    await source.storeMark({ ...mark, state: 'moving' })
    await target.storeMark({ ...mark, place: source.place, state: 'arriving' })
    await copyAndCompare(source, target)
    await moveMedia(source.end.handle, request)
    await endMove(source, target, mark)
  } finally {
    await target.close()
  }
}

async function copyAndCompare(source: Source, target: Target) {
  await target.end.begin()
  const tables = await movedTables(source.end.handle, target.end.handle)
  const onStep = (name: string, rows: number) => {
    if (name === schemaStep) printLine('  indexes and references made')
    else if (rows >= manyRows) printLine(`  ${name}: ${rows} rows`)
  }
  printLine(`Copying ${countText(tables.length, 'table')} from ${source.place} to ${target.place} …`)
  await copyRows(source.end, target.end, { tables, textOf: textToIndex, onStep })
  printLine('Comparing …')
  const { rows, differences } = await compareRows(source.end, target.end, tables)
  if (differences.length > 0) throw new UserError(differenceText(differences))
  printLine(`${countText(rows, 'row')} of ${countText(tables.length, 'table')} are the same in both places.`)
}

function differenceText(differences: Difference[]): string {
  const places = differences.map(({ table, companyId, rows: [here, there] }) => {
    const owner = companyId === null ? '' : ` of company ${companyId}`
    return `${table}${owner} (${here} rows here, ${there} there)`
  })
  const first = places.slice(0, 5).join(', ')
  return `the copy differs in ${countText(places.length, 'place')}: ${first}; the source stays in use: make the target empty and move again`
}

/** The source is marked first: at no moment could both be served. */
async function endMove(source: Source, target: Target, mark: Omit<MoveMark, 'state'>) {
  await source.storeMark({ ...mark, state: 'moved' })
  await target.complete()
  printLine(`${source.place} stays as it was, and is not served any more.`)
}
