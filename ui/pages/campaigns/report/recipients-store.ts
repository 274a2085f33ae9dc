import type { Recipient, RecipientQuery } from '../../../../src/features/campaigns/report/report-model'
import type { RecipientState } from '../../../../src/shared/enums'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'

/** Choices of the filter: states, and the customers' reactions. */
export const recipientChoices = [
  'all',
  'pending',
  'sent',
  'delivered',
  'read',
  'answered',
  'unanswered',
  'failed',
  'unknown',
  'suppressed',
  'invalid',
  'optedOut',
] as const
export type RecipientChoice = (typeof recipientChoices)[number]

const states: readonly string[] = ['pending', 'sent', 'failed', 'unknown', 'suppressed', 'invalid']

function filterOf(choice: RecipientChoice): Pick<RecipientQuery, 'state' | 'only'> {
  if (choice === 'all') return {}
  return states.includes(choice)
    ? { state: choice as RecipientState }
    : { only: choice as NonNullable<RecipientQuery['only']> }
}

/** Recipients of one campaign that match, in the order of sending; the cursor is a page number. */
export const createRecipients = (campaignId: number, searchParam: string, choice: RecipientChoice) =>
  createList<Recipient>({
    async load(cursor = '1') {
      const pageNumber = Number(cursor)
      const query = { searchParam, ...filterOf(choice), pageNumber }
      const answer = await unwrapResponse(api.campaigns({ id: campaignId }).recipients.get({ query }))
      return { rows: answer.recipients, hasMore: answer.hasMore, next: String(pageNumber + 1), count: answer.count }
    },
    compare: (a, b) => a.id - b.id,
    pagedBy: (a, b) => a.id - b.id,
    reloadsVisibleRows: true,
  })
