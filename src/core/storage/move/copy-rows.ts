import type { Handle } from '../db'
import { lastIdOf, tablesWithIds } from '../last-ids'
import { type IndexedMessage, type MessageToIndex, messagesAfter } from '../search-index'
import { finished, indexStep, type ReadEnd, schemaStep, type WriteEnd } from './ends'
import { keyOf, type MovedTable } from './moved-tables'

/** Rows, and characters of their lines, after which a transaction ends. */
const maxRows = 20_000
const maxLength = 4_000_000
/** Messages read at a time for the index. */
const indexBatch = 2000

interface Steps {
  tables: MovedTable[]
  /** Text of a message by which it is found. */
  textOf(message: MessageToIndex): string
  /** Called after each step, with the rows that this process has copied. */
  onStep(name: string, rows: number): void
}

/** Copies what is not copied yet, then the schema's indexes, references and triggers. Can end at any moment. */
export async function copyRows(source: ReadEnd, target: WriteEnd, steps: Steps) {
  const progress = await target.progress()
  for (const table of steps.tables) {
    const key = progress.get(table.name) ?? null
    if (key === finished) continue
    steps.onStep(table.name, await copyTable(source, target, table, key))
  }
  if (progress.get(indexStep) !== finished)
    steps.onStep(indexStep, await copyIndex(source, target, Number(progress.get(indexStep) ?? 0), steps.textOf))
  if (progress.get(schemaStep) === finished) return
  await target.restoreSchema(await lastIdsOf(source.handle, steps.tables), await lastIdOf(source.handle, 'messages'))
  steps.onStep(schemaStep, 0)
}

/** Returns the number of rows. */
async function copyTable(source: ReadEnd, target: WriteEnd, table: MovedTable, after: string | null): Promise<number> {
  let waiting: string[] = []
  let length = 0
  let rows = 0
  for await (const lines of source.lines(table, after)) {
    waiting.push(...lines)
    rows += lines.length
    length += lines.reduce((sum, line) => sum + line.length, 0)
    if (waiting.length < maxRows && length < maxLength) continue
    await target.writeRows(table, waiting, keyOf(waiting.at(-1) as string, table))
    waiting = []
    length = 0
  }
  await target.writeRows(table, waiting, finished)
  return rows
}

/** Returns the number of messages. */
async function copyIndex(source: ReadEnd, target: WriteEnd, from: number, textOf: Steps['textOf']): Promise<number> {
  let after = from
  let rows = 0
  for (;;) {
    const messages = await messagesAfter(source.handle, after, indexBatch)
    const last = messages.at(-1)
    if (!last) break
    after = last.id
    const texts = messages.map((message): IndexedMessage => ({ ...message, text: textOf(message) }))
    await target.writeIndex(texts, String(after))
    rows += messages.length
  }
  await target.writeIndex([], finished)
  return rows
}

async function lastIdsOf(handle: Handle, tables: MovedTable[]): Promise<Map<string, number>> {
  const moved = new Set(tables.map(({ name }) => name))
  const lastIds = new Map<string, number>()
  for (const table of await tablesWithIds(handle))
    if (moved.has(table)) lastIds.set(table, await lastIdOf(handle, table))
  return lastIds
}
