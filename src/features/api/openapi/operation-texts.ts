import type { ErrorCode } from '../../../shared/errors'
import { accountsTexts } from './texts/accounts'
import { billingTexts } from './texts/billing'
import { campaignsTexts } from './texts/campaigns'
import { cannedTexts } from './texts/canned'
import { contactsTexts } from './texts/contacts'
import { flowsTexts } from './texts/flows'
import { inboxTexts } from './texts/inbox'
import { listsTexts } from './texts/lists'
import { loginsTexts } from './texts/logins'
import { numbersTexts } from './texts/numbers'
import { programsTexts } from './texts/programs'
import { providerTexts } from './texts/provider'
import { ticketsTexts } from './texts/tickets'

/**
 * Texts of operations by `METHOD /path`: summary, description, and the codes of the errors that belong to the operation,
 * separated by blanks. The usual ones of all routes are left out.
 */
export type OperationTexts = Record<string, readonly [summary: string, description: string, errors?: string]>

export const operationTexts: OperationTexts = {
  ...{
    ...accountsTexts,
    ...billingTexts,
    ...campaignsTexts,
    ...cannedTexts,
    ...contactsTexts,
    ...flowsTexts,
    ...inboxTexts,
  },
  ...{ ...listsTexts, ...loginsTexts, ...numbersTexts, ...programsTexts, ...providerTexts },
  ...ticketsTexts,
}

/** Texts of one operation. Tests fail for a route without any. */
export function textsOf(method: string, path: string) {
  const [summary = `${method} ${path}`, description = '', errors = ''] = operationTexts[`${method} ${path}`] ?? []
  return { summary, description, errors: errors.split(' ').filter(Boolean) as ErrorCode[] }
}
