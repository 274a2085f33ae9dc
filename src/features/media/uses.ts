import type { ExpressionBuilder } from 'kysely'
import { emptyText } from '../../core/storage/expressions'
import type { Database } from '../../core/storage/schema'

/** Where a file can be in use: the column of each table that names files. What was forwarded to others is theirs now. */
export const usedIn = {
  messages: 'mediaId',
  schedules: 'mediaId',
  quick_messages: 'mediaId',
  announcements: 'mediaId',
  file_options: 'mediaId',
  contacts: 'profilePicUrl',
} as const

/** True for a row of `media` that nothing of its company uses. The indexes are of the columns that are not empty. */
export const unused = ({ and, exists, not, selectFrom }: ExpressionBuilder<Database, 'media'>) =>
  and(
    Object.entries(usedIn).map(([table, column]) => {
      const [used, file] = [table as 'messages', column as 'mediaId']
      return not(
        exists(
          selectFrom(used)
            .select(`${used}.${file}`)
            .whereRef(`${used}.companyId`, '=', 'media.companyId')
            .whereRef(`${used}.${file}`, '=', 'media.id')
            .where(`${used}.${file}`, '<>', emptyText),
        ),
      )
    }),
  )
