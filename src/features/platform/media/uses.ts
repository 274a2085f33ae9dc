import type { ExpressionBuilder } from 'kysely'
import { emptyText } from '../../../core/storage/expressions'
import type { Database } from '../../../core/storage/schema'

/** Columns that reference files, by table. A forwarded file belongs to the conversation it was forwarded to. */
export const usedIn = {
  messages: 'mediaId',
  schedules: 'mediaId',
  quick_messages: 'mediaId',
  announcements: 'mediaId',
  campaigns: 'mediaId',
  campaign_parts: 'mediaId',
  contact_imports: 'mediaId',
  file_options: 'mediaId',
  flow_media: 'mediaId',
  chat_messages: 'mediaId',
  invoices: 'mediaId',
  contacts: 'profilePicUrl',
} as const

/**
 * Condition: no row of the company references this row of `media`. The indexes cover non-empty columns only, hence the
 * comparison.
 */
export const isUnusedFile = ({ and, exists, not, selectFrom }: ExpressionBuilder<Database, 'media'>) =>
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
