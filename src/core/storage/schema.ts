import type { ColumnType, Generated } from 'kysely'
import type { BillingTables } from './tables/billing'
import type { ChatTables } from './tables/chats'
import type { ConnectionTables } from './tables/connections'
import type { ContactTables } from './tables/contacts'
import type { MessageTables } from './tables/messages'
import type { PeopleTables } from './tables/people'
import type { ProviderTables } from './tables/provider'
import type { RecordTables } from './tables/records'
import type { TextTables } from './tables/texts'
import type { TicketTables } from './tables/tickets'

/** Minted only by the token guard, the API-token guard, the job runner and the session supervisor. */
export type CompanyId = number & { readonly brand: 'CompanyId' }

/** Set once, by the tenant handle; never updated. */
export type Owner = ColumnType<CompanyId, CompanyId, never>

/** SQLite keeps booleans as 0 and 1. */
export type Flag = 0 | 1

/** What most tables of a company have. */
export interface Owned {
  id: Generated<number>
  companyId: Owner
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

/** Every table, by its name. */
export interface Database
  extends ProviderTables,
    PeopleTables,
    ConnectionTables,
    ContactTables,
    TicketTables,
    MessageTables,
    TextTables,
    ChatTables,
    BillingTables,
    RecordTables {}
