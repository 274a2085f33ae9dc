import type { Handle } from '../db'
import { indexedPart } from '../indexed-part'
import { setLastId } from '../last-ids'
import { encodeLine, escapeText, unescapeText } from '../move/copy-line'
import { type Definition, finished, indexStep, schemaStep, type WriteEnd } from '../move/ends'
import { exceptMark, removeMark } from '../move/mark'
import { keyColumns, type MovedTable, namesOf } from '../move/moved-tables'
import type { IndexedMessage } from '../search-index'
import type { Line } from './lines'
import { definitionsText } from './move-definitions'

const progressTables = `create table move_progress (step text primary key, key text not null);
  create table move_definitions (position int generated always as identity, removal text not null,
    creation text not null)`

/**
 * A database of PostgreSQL from which rows are moved, or to which they are. For reading, the line is in a transaction
 * that sees one moment.
 */
export class PostgresEnd implements WriteEnd {
  constructor(
    private readonly line: Line,
    readonly handle: Handle,
  ) {}

  async *lines(table: MovedTable, after: string | null): AsyncGenerator<string[]> {
    const reals = table.columns.flatMap(({ type }, at) => (type === 'REAL' ? [at] : []))
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of this.line.copyOut(`copy (${selectText(table, after)}) to stdout`)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() as string
      if (lines.length > 0) yield reals.length > 0 ? lines.map((line) => withPlainNumbers(line, reals)) : lines
    }
  }

  async progress(): Promise<Map<string, string>> {
    if (!(await this.hasProgress())) return new Map()
    const rows = (await this.line.rows('select step, key from move_progress', [])) as { step: string; key: string }[]
    return new Map(rows.map(({ step, key }) => [step, key]))
  }

  private async hasProgress(): Promise<boolean> {
    const [row] = await this.line.rows(`select to_regclass('public.move_progress') is not null as "isThere"`, [])
    return row?.isThere === 1
  }

  async begin() {
    if (await this.hasProgress()) return
    await this.inTransaction(async () => {
      const definitions = (await this.line.rows(definitionsText, [])) as unknown as (Definition & { stays: number })[]
      await this.line.runSimply(progressTables)
      for (const { removal, creation } of definitions)
        await this.line.run('insert into move_definitions (removal, creation) values ($1, $2)', [removal, creation])
      for (const { removal } of definitions.filter(({ stays }) => !stays).reverse()) await this.line.runSimply(removal)
    })
  }

  async writeRows({ name, columns }: MovedTable, lines: string[], key: string) {
    await this.inTransaction(async () => {
      if (lines.length > 0)
        await this.line.copyIn(`copy "${name}" (${namesOf(columns)}) from stdin`, `${lines.join('\n')}\n`)
      await this.store(name, key)
    })
  }

  async writeIndex(messages: IndexedMessage[], key: string) {
    const lines = messages.map(({ id, companyId, text }) => encodeLine([companyId, id, indexedPart(text)]))
    await this.inTransaction(async () => {
      const text = 'copy message_search ("companyId", "messageId", body) from stdin'
      if (lines.length > 0) await this.line.copyIn(text, `${lines.join('\n')}\n`)
      await this.store(indexStep, key)
    })
  }

  async restoreSchema(lastIds: Map<string, number>, lastMessage: number) {
    const rows = await this.line.rows('select creation from move_definitions order by position', [])
    await this.inTransaction(async () => {
      await this.line.runSimply(`set local maintenance_work_mem = '256MB'`)
      for (const { creation } of rows as unknown as Definition[]) await this.line.runSimply(creation)
      for (const [table, id] of lastIds) await setLastId(this.handle, table, id)
      await this.line.run('update search_progress set indexed = $1::bigint', [lastMessage])
      await this.store(schemaStep, finished)
    })
    await this.line.runSimply('analyze')
  }

  async complete() {
    await this.line.runSimply('begin; drop table if exists move_progress; drop table if exists move_definitions')
    await removeMark(this.handle)
    await this.line.commit()
  }

  private async store(step: string, key: string) {
    const text = `insert into move_progress (step, key) values ($1, $2)
      on conflict (step) do update set key = excluded.key`
    await this.line.run(text, [step, key])
  }

  /** Without a flush at its end: the one of `complete` flushes all that came before. */
  private async inTransaction(work: () => Promise<void>) {
    await this.line.runSimply('begin; set local synchronous_commit = off')
    await work()
    await this.line.commit()
  }
}

/** COPY takes no parameters, so the key stands in the text. */
function selectText(table: MovedTable, after: string | null): string {
  const keys = keyColumns(table)
  const conditions = exceptMark(table.name)
  if (after !== null) conditions.push(`(${namesOf(keys)}) > (${after.split('\t').map(literal).join(', ')})`)
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  return `select ${namesOf(table.columns)} from "${table.name}"${where} order by ${namesOf(keys)}`
}

const literal = (field: string) => `'${unescapeText(field).replaceAll("'", "''")}'`

/** PostgreSQL and JavaScript write some fractions differently, such as 1e-05 and 0.00001. */
function withPlainNumbers(line: string, places: number[]): string {
  const fields = line.split('\t')
  for (const at of places) if (fields[at] !== '\\N') fields[at] = escapeText(String(Number(fields[at])))
  return fields.join('\t')
}
