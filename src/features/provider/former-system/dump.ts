import { open } from 'node:fs/promises'

/** Row of a dump: columns by name, null for SQL's null. */
export type DumpRow = Record<string, string | null>

/** The reason for which a dump cannot be read, for the person at the terminal. */
export class InvalidDump extends Error {}

/** Longest line, in bytes: a message with its whole content is far below. */
const longestLine = 16 * 1024 * 1024
const endOfRows = '\\.'

interface Block {
  table: string
  columns: string[]
}

/**
 * Rows of the wanted tables of a plain dump of PostgreSQL, as `pg_dump` writes it, in its order and without the schema's
 * name: the lines between `COPY … FROM stdin;` and `\.`, tab-separated with backslash escapes (PostgreSQL, "COPY", Text
 * Format). The file is read once, a line at a time.
 * @throws InvalidDump for another format, a line of another shape, and a file that was cut off
 */
export async function* readDump(
  path: string,
  isWanted: (table: string) => boolean,
): AsyncGenerator<{ table: string; row: DumpRow }> {
  const state: State = { block: null, line: 0, hasBlocks: false, hasInserts: false, isWhole: false }
  for await (const line of linesOf(path)) {
    const { block } = state
    state.line++
    if (state.line === 1) assertPlain(line)
    if (block === null) readOutside(line, state)
    else if (line === endOfRows) state.block = null
    else if (isWanted(block.table)) yield { table: block.table, row: rowOf(line, block, state.line) }
  }
  assertWhole(state)
}

/** Place of the reading in the file. */
interface State {
  block: Block | null
  line: number
  hasBlocks: boolean
  hasInserts: boolean
  /** True once the comment came that pg_dump writes at the end. */
  isWhole: boolean
}

function readOutside(line: string, state: State) {
  state.block = blockOf(line)
  state.hasBlocks ||= state.block !== null
  state.hasInserts ||= line.startsWith('INSERT INTO ')
  state.isWhole ||= line === '-- PostgreSQL database dump complete'
}

function assertWhole({ block, line, hasBlocks, hasInserts, isWhole }: State) {
  if (block) throw new InvalidDump(`it is cut off in the table ${block.table}, at line ${line}`)
  if (hasBlocks && isWhole) return
  if (hasBlocks) throw new InvalidDump(`it is cut off: after line ${line} its end is missing`)
  if (hasInserts) throw new InvalidDump('its rows are INSERT commands: make it again by pg_dump without --inserts')
  throw new InvalidDump('it has no tables: make it by pg_dump, with the data')
}

function assertPlain(line: string) {
  if (line.startsWith('PGDMP'))
    throw new InvalidDump('it is in the custom format: pg_restore -f dump.sql FILE makes it plain')
}

/** The block that begins with this line, or null. */
function blockOf(line: string): Block | null {
  const [, name, list] = /^COPY (\S+) \((.*)\) FROM stdin;$/.exec(line) ?? []
  if (name === undefined || list === undefined) return null
  return { table: unquoted(name.slice(name.lastIndexOf('.') + 1)), columns: list.split(', ').map(unquoted) }
}

const unquoted = (name: string) => name.replace(/^"(.*)"$/, '$1')

function rowOf(line: string, { table, columns }: Block, number: number): DumpRow {
  const values = line.split('\t')
  if (values.length !== columns.length)
    throw new InvalidDump(`line ${number}, table ${table}: ${values.length} values for ${columns.length} columns`)
  return Object.fromEntries(columns.map((name, at) => [name, sqlValue(values[at] as string)]))
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function sqlValue(text: string): string | null {
  if (text === '\\N') return null
  if (!text.includes('\\')) return text
  return text.replace(/\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)/gs, (_, code: string) =>
    /^[0-7]/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8))
      : /^x./.test(code)
        ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
        : (escapes[code] ?? code),
  )
}

/** Lines of a file without their ends. @throws InvalidDump for a line beyond the limit */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of file.createReadStream({ highWaterMark: 1024 * 1024 })) {
      const lines = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop() as string
      if (rest.length > longestLine) throw new InvalidDump(`a line is longer than ${longestLine} bytes`)
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    }
    if (rest !== '') yield rest
  } finally {
    await file.close()
  }
}
