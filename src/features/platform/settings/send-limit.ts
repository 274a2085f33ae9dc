import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../core/storage/schema'
import type { SettingKey } from '../../../shared/settings'
import { valueOrDefault } from './service'

const [ofCompany, ofProvider] = ['apiSendsPerMinute', 'apiSendsPerMinuteMax'] as const satisfies SettingKey[]

/** Columns of a query over companies: the stored limits of the messages API, null for the defaults. */
export const sendLimitColumns = (eb: ExpressionBuilder<Database, 'companies'>) =>
  [
    eb
      .selectFrom('settings')
      .select('settings.value')
      .whereRef('settings.companyId', '=', 'companies.id')
      .where('settings.key', '=', ofCompany)
      .as('sends'),
    eb
      .selectFrom('installation')
      .select('installation.value')
      .where('installation.key', '=', ofProvider)
      .as('sendsMax'),
  ] as const

/** Messages a minute of one token or key: the company's setting, at most the provider's (docs/adr/0179). */
export const sendLimitOf = ({ sends, sendsMax }: { sends: string | null; sendsMax: string | null }): number =>
  Math.min(Number(valueOrDefault(ofCompany, sends)), Number(valueOrDefault(ofProvider, sendsMax)))
