import type { SqliteStore } from '../src/core/storage/sqlite/store'

/** A statement that the writer executed, and how often. */
interface RecordedStatement {
  text: string
  count: number
}

/** Returns the statements that a unit of work executes on the writer's handle, most frequent first. */
export async function recordStatements(store: SqliteStore, work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const { statements } = store.raw
  const get = statements.get
  const counts = new Map<string, number>()
  statements.get = (text) => {
    counts.set(text, (counts.get(text) ?? 0) + 1)
    return get.call(statements, text)
  }
  try {
    await work()
  } finally {
    statements.get = get
  }
  return [...counts].map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count)
}
