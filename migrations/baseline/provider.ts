import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  emptyText,
  flag,
  index,
  keyedTable,
  ownedTable,
  required,
  table,
  timeOfInsert,
  withCompany,
  withTimestamps,
} from '../columns'

/** Plans and companies, to which the rows of nearly all other tables belong. */
export const companyTables = [createPlans, createCompanies]

/** The provider's announcements, visits in companies, and invoices. */
export const providerTables = [
  createHelps,
  createAnnouncements,
  createAnnouncementReads,
  createSupportGrants,
  createInvoices,
  createCharges,
  createPayers,
  createWebhookLog,
]

/** Plans: limits, features, and the price of a period in integer cents of BRL. */
async function createPlans(db: Kysely<unknown>) {
  await withTimestamps(table(db, 'plans'))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('users', 'integer', required)
    .addColumn('connections', 'integer', required)
    .addColumn('queues', 'integer', required)
    .addColumn('value', 'integer', required)
    .addColumn('useCampaigns', 'integer', flag(1))
    .addColumn('useSchedules', 'integer', flag(1))
    .addColumn('useInternalChat', 'integer', flag(1))
    .addColumn('useExternalApi', 'integer', flag(1))
    .addColumn('useKanban', 'integer', flag(1))
    .addColumn('useOpenAi', 'integer', flag(1))
    .addColumn('useIntegrations', 'integer', flag(1))
    .addColumn('isPublic', 'integer', flag(1))
    .addColumn('devices', 'integer', (c) => c.notNull().defaultTo(2))
    .execute()
}

async function createCompanies(db: Kysely<unknown>) {
  await withTimestamps(table(db, 'companies'))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('planId', 'integer', (c) => c.notNull().references('plans.id'))
    .addColumn('status', 'integer', flag(1))
    .addColumn('dueDate', 'text', required)
    .addColumn('recurrence', 'text', (c) => c.notNull().defaultTo('MENSAL'))
    .addColumn('campaignsEnabled', 'integer', flag(0))
    .addColumn('trialExpiration', 'text')
    .addColumn('timeZone', 'text', (c) => c.notNull().defaultTo('America/Sao_Paulo'))
    .addColumn('language', 'text', (c) => c.notNull().defaultTo('pt').check(sql`language in ('pt', 'en', 'es')`))
    // Opening hours as JSON; the empty text means the default hours of src/shared/hours.ts.
    .addColumn('schedules', 'text', emptyText)
    .addColumn('holidays', 'text', emptyText)
    .execute()
  await index(db, 'companies_plan', 'companies', ['planId'])
}

/** Help videos for every company. */
async function createHelps(db: Kysely<unknown>) {
  await withTimestamps(table(db, 'helps'))
    .addColumn('title', 'text', required)
    .addColumn('video', 'text', required)
    .addColumn('description', 'text', emptyText)
    .execute()
}

/** Announcements to every company; they belong to the company of the super user who wrote them. */
async function createAnnouncements(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'announcements'))
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(3).check(sql`priority in (1, 2, 3)`))
    .addColumn('status', 'integer', flag(1))
    .addColumn('mediaId', 'text')
    .addColumn('publishedAt', 'text', timeOfInsert)
    .execute()
}

/** Time at which a user last saw the announcements. */
async function createAnnouncementReads(db: Kysely<unknown>) {
  await keyedTable(db, 'announcement_reads')
    .addColumn('companyId', 'integer', required)
    .addColumn('userId', 'integer', required)
    .addColumn('seenAt', 'text', required)
    .addPrimaryKeyConstraint('announcement_reads_key', ['companyId', 'userId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}

/** Periods in which a user of the provider acts in this company; they end with that user's login. */
async function createSupportGrants(db: Kysely<unknown>) {
  await withCompany(table(db, 'support_grants'))
    .addColumn('userId', 'integer', required)
    .addColumn('tokenId', 'integer', (c) => c.notNull().references('tokens.id').onDelete('cascade'))
    .addColumn('reason', 'text', required)
    .addColumn('startedAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await index(db, 'support_grants_live', 'support_grants', ['companyId', 'id'], sql`endedAt is null`)
  await index(db, 'support_grants_user', 'support_grants', ['companyId', 'userId'])
  await index(db, 'support_grants_token', 'support_grants', ['tokenId'])
}

/** Amounts that a company owes, in integer cents of BRL: one invoice per due date. */
async function createInvoices(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'invoices'))
    .addColumn('detail', 'text', required)
    .addColumn('value', 'integer', (c) => c.notNull().check(sql`value > 0`))
    .addColumn('dueDate', 'text', required)
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'paid')`))
    .addColumn('paidAt', 'text')
    .addUniqueConstraint('invoices_due', ['companyId', 'dueDate'])
    .execute()
  await index(db, 'invoices_status', 'invoices', ['status', 'id'])
}

/** Requests for the payment of an invoice. A payment service sends `txid` and `e2eId`, unique in the installation. */
async function createCharges(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'charges'))
    .addColumn('invoiceId', 'integer', required)
    .addColumn('provider', 'text', required)
    .addColumn('txid', 'text', (c) => c.notNull().unique())
    .addColumn('amount', 'integer', required)
    .addColumn('pixKey', 'text', required)
    .addColumn('brcode', 'text', required)
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'paid', 'over')`))
    .addColumn('serviceId', 'text')
    .addColumn('e2eId', 'text', (c) => c.unique())
    .addColumn('expiresAt', 'text')
    .addColumn('paidAt', 'text')
    .$call(companyForeignKey('invoiceId', 'invoices', 'cascade'))
    .execute()
  await index(db, 'charges_invoice', 'charges', ['companyId', 'invoiceId', 'id'])
  await index(db, 'charges_open', 'charges', ['provider', 'createdAt'], sql`status = 'open'`)
}

/** Person or firm that pays for the company, as last entered in the checkout. */
async function createPayers(db: Kysely<unknown>) {
  await withTimestamps(withCompany(table(db, 'payers')))
    .addColumn('firstName', 'text', required)
    .addColumn('lastName', 'text', required)
    .addColumn('document', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('city', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('zipcode', 'text', required)
    .addColumn('country', 'text', required)
    .addUniqueConstraint('payers_company', ['companyId'])
    .execute()
}

/** Calls from payment services, also those that name no company. */
async function createWebhookLog(db: Kysely<unknown>) {
  await table(db, 'webhook_log')
    .addColumn('at', 'text', timeOfInsert)
    .addColumn('address', 'text', required)
    .addColumn('txid', 'text')
    .addColumn('verdict', 'text', required)
    .execute()
  await index(db, 'webhook_log_at', 'webhook_log', ['at'])
}
