import { type Kysely, sql } from 'kysely'

/** Words that the two engines spell differently. */
interface Words {
  text: string
  integer: string
  keyed: string
}

/**
 * Rows of the provider's daily overview (docs/adr/0178): counted figures of each company, free space of each day, who
 * gets the overview by mail or WhatsApp, and indexes of what is open, failing or due.
 */
export const up = (db: Kysely<unknown>) =>
  create(db, { text: 'text', integer: 'integer', keyed: ' strict, without rowid' })

/** The same schema in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) =>
  create(db, { text: 'text collate "C"', integer: 'bigint', keyed: '' })

async function create(db: Kysely<unknown>, words: Words) {
  for (const text of [...tables(words), ...indexes]) await sql.raw(text).execute(db)
}

const tables = ({ text, integer, keyed }: Words) => [
  `create table company_figures (
    "companyId" ${integer} not null references companies (id) on delete cascade,
    users ${integer} not null default 0, connections ${integer} not null default 0,
    queues ${integer} not null default 0, "storedBytes" ${integer} not null default 0,
    share ${integer} not null default 0, "activeAt" ${text} not null default '',
    constraint company_figures_key primary key ("companyId"))${keyed}`,
  `create table disk_days (
    day ${text} not null, node ${text} not null,
    "freeBytes" ${integer} not null, "totalBytes" ${integer} not null,
    constraint disk_days_key primary key (day, node))${keyed}`,
  `create table overview_mails (
    "companyId" ${integer} not null, "userId" ${integer} not null,
    hour ${integer} not null, mail ${integer} not null default 0, phone ${text} not null default '',
    "whatsappId" ${integer}, "plannedDay" ${text} not null, "mailedDay" ${text} not null default '',
    "toldDay" ${text} not null default '',
    constraint overview_mails_key primary key ("companyId", "userId"),
    constraint "fk_userId_users" foreign key ("companyId", "userId")
      references users ("companyId", id) on delete cascade)${keyed}`,
]

const indexes = [
  'create index company_figures_share on company_figures (share, "companyId")',
  'create index company_figures_active on company_figures ("activeAt", "companyId")',
  'create index companies_due on companies ("dueDate", id)',
  'create index companies_created on companies ("createdAt")',
  'create index companies_trial on companies ("trialExpiration") where "trialExpiration" is not null',
  'create index invoices_due_day on invoices (status, "dueDate")',
  'create index invoices_paid_at on invoices (status, "paidAt", value)',
  'create index number_alerts_ends on number_alerts (kind, until)',
  'create index delivery_receivers_failing on delivery_receivers ("failingSince") where "failingSince" is not null',
]
