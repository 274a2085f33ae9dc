import { expect } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Handle } from '../../../src/core/storage/db'
import type { CompanyId } from '../../../src/core/storage/schema'
import { indexMessages, mergeSegments } from '../../../src/core/storage/search-index'
import type { SqliteHandle } from '../../../src/core/storage/sqlite/handle'
import { createInstallation } from '../../installation'
import { sqliteTest } from '../../postgres-databases'

const segments = 8
const messagesPerSegment = 200

sqliteTest(
  'segments of the message index are merged in pieces of at most 200 rows, until nothing is left',
  async () => {
    const { platform } = await createInstallation()
    for (let n = 0; n < segments; n++)
      await platform.transaction(({ handle }) => indexMessages(handle, messagesOfSegment(n)))
    const changes: number[] = []
    do changes.push(await platform.transaction(({ handle }) => countChanges(handle, () => mergeSegments(handle))))
    while (changes.at(-1) !== 1)
    // The last piece but one also deletes the merged segments.
    expect(Math.max(...changes.slice(0, -2))).toBeLessThanOrEqual(200)
  },
)

async function countChanges(handle: Handle, work: () => Promise<void>): Promise<number> {
  const { statements } = handle as SqliteHandle
  const total = () => (statements.sqlite.query('select total_changes() as n').get() as { n: number }).n
  const before = total()
  await work()
  return total() - before
}

/** Messages with other trigrams each. */
const messagesOfSegment = (segment: number) =>
  Array.from({ length: messagesPerSegment }, (_, n) => {
    const id = segment * messagesPerSegment + n + 1
    const parts = Array.from({ length: 6 }, (_, part) => createHash('sha256').update(`${id} ${part}`).digest('base64'))
    return { id, companyId: 1 as CompanyId, text: parts.join('') }
  })
