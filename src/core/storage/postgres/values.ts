/** Columns of an answer, by Bun's SQL client; `type` is the type's number in PostgreSQL's catalogue. */
interface AnswerColumn {
  name: string
  type: number
}
/** Rows of an answer with what Bun's SQL client adds to the array. */
export type Answer = Record<string, unknown>[] & { columns: AnswerColumn[]; count: number; command: string }

const oid = { bool: 16, bytes: 17, int8: 20, numeric: 1700 } as const

/** Converts a value of the product to one that Bun's client binds: it refuses booleans for integer columns. */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  return value === undefined ? null : value
}

/**
 * Returns the rows as SQLite returns them: plain objects (Bun's have no prototype), numbers for bigint and numeric, 0 and
 * 1 for booleans, plain bytes.
 */
export function toRows(answer: Answer): Record<string, unknown>[] {
  if (answer.length === 0) return []
  const converted = answer.columns.filter(({ type }) => converters[type])
  return answer.map((row) => {
    const plain = Object.assign({}, row)
    for (const { name, type } of converted) if (plain[name] !== null) plain[name] = converters[type]?.(plain[name])
    return plain
  })
}

const converters: Record<number, ((value: unknown) => unknown) | undefined> = {
  [oid.int8]: Number,
  [oid.numeric]: Number,
  [oid.bool]: (value) => (value ? 1 : 0),
  [oid.bytes]: (value) => {
    const { buffer, byteOffset, byteLength } = value as Buffer
    return new Uint8Array(buffer, byteOffset, byteLength)
  },
}
