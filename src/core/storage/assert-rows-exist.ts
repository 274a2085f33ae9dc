import { AppError, type ErrorCode } from '../../shared/errors'
import type { Tables } from './tenant'

const errorOfMissing = {
  campaigns: 'ERR_NO_CAMPAIGN_FOUND',
  connections: 'ERR_NO_WAPP_FOUND',
  queues: 'ERR_NO_QUEUE_FOUND',
  tags: 'ERR_NO_TAG_FOUND',
  users: 'ERR_NO_USER_FOUND',
} as const satisfies Record<string, ErrorCode>

/**
 * Checks that the company has a row of each id; a row of another company counts as missing.
 * @throws the table's error of a missing row
 */
export async function assertRowsExist(db: Tables, table: keyof typeof errorOfMissing, ids: Iterable<number>) {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return
  const rows = await db
    .select(table as 'tags')
    .select('id')
    .where('id', 'in', uniqueIds)
    .execute()
  if (rows.length < uniqueIds.length) throw new AppError(errorOfMissing[table])
}
