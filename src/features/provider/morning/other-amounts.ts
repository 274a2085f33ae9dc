import type { Platform } from '../../../core/scope'
import { maxCountedLines } from '../../../shared/morning'
import type { WebhookVerdict } from '../payments/log'
import type { OtherAmount } from './model'

/**
 * Codes of open invoices by which money arrived that does not settle them, such as one of a former price. They are
 * listed until the invoice is settled, for as long as the log of payments is kept.
 */
export const otherAmounts = (db: Platform['db']) =>
  db
    .selectFrom('webhook_log')
    .innerJoin('charges', 'charges.txid', 'webhook_log.txid')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.companyId', '=', 'charges.companyId').onRef('invoices.id', '=', 'charges.invoiceId'),
    )
    .innerJoin('companies', 'companies.id', 'invoices.companyId')
    .where('webhook_log.verdict', '=', 'otherAmount' satisfies WebhookVerdict)
    .where('invoices.status', '=', 'open')

/** Money that arrived with another amount, the oldest first, at most `maxCountedLines`. */
export const listOtherAmounts = ({ db }: Platform): Promise<OtherAmount[]> =>
  otherAmounts(db)
    .select(['charges.id', 'charges.invoiceId', 'invoices.companyId', 'companies.name as company'])
    .select(['charges.amount', 'invoices.value'])
    .select(({ fn }) => fn.min('webhook_log.at').as('at'))
    .groupBy(['charges.id', 'charges.invoiceId', 'invoices.companyId', 'companies.name'])
    .groupBy(['charges.amount', 'invoices.value'])
    .orderBy('at')
    .orderBy('charges.id')
    .limit(maxCountedLines)
    .execute()
