import type { ColumnType, Generated } from 'kysely'
import type { BillingTables } from './tables/billing'
import type { CampaignTables } from './tables/campaigns'
import type { ChatTables } from './tables/chats'
import type { ConnectionTables } from './tables/connections'
import type { ContactListTables } from './tables/contact-lists'
import type { ContactTables } from './tables/contacts'
import type { DeliveryTables } from './tables/deliveries'
import type { FlowTables } from './tables/flows'
import type { IntegrationTables } from './tables/integrations'
import type { MessageTables } from './tables/messages'
import type { PeopleTables } from './tables/people'
import type { PromptTables } from './tables/prompts'
import type { ProviderTables } from './tables/provider'
import type { RecordTables } from './tables/records'
import type { TextTables } from './tables/texts'
import type { TicketTables } from './tables/tickets'

/** Id of a company. Created only by the guards of access and API tokens, the job loop and the WhatsApp sessions. */
export type CompanyId = number & { readonly brand: 'CompanyId' }

/** Type of `companyId`: set once by the tenant handle, never updated. */
export type Owner = ColumnType<CompanyId, CompanyId, never>

/** Boolean in SQLite. */
export type Flag = 0 | 1

/** Columns of most tables of a company. */
export interface Owned {
  id: Generated<number>
  companyId: Owner
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

/** All tables by name. */
export interface Database
  extends ProviderTables,
    PeopleTables,
    ConnectionTables,
    IntegrationTables,
    DeliveryTables,
    FlowTables,
    CampaignTables,
    ContactListTables,
    ContactTables,
    TicketTables,
    MessageTables,
    TextTables,
    ChatTables,
    BillingTables,
    PromptTables,
    RecordTables {}
