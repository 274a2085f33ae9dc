import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  emptyText,
  flag,
  index,
  ownedTable,
  required,
  table,
  timeOfInsert,
  uniqueIndex,
  withCompany,
  withTimestamps,
} from '../columns'

/** Conversations that a company draws (docs/adr/0047). */
export const flowTables = [
  createFlows,
  createFlowVersions,
  createFlowMedia,
  createFlowSecrets,
  createFlowPhrases,
  createFlowWelcomes,
  createFlowCases,
]

/** Flows with their drafts. */
async function createFlows(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'flows'))
    .addColumn('name', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('active', 'integer', flag(1))
    .addColumn('userId', 'integer')
    .addColumn('draft', 'text')
    .addColumn('draftAt', 'text')
    .addColumn('versionId', 'integer')
    .execute()
  await uniqueIndex(db, 'flows_search_text', 'flows', ['companyId', 'searchText'])
}

/** Published contents. */
async function createFlowVersions(db: Kysely<unknown>) {
  await ownedTable(db, 'flow_versions')
    .addColumn('flowId', 'integer', required)
    .addColumn('number', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('note', 'text', emptyText)
    .addColumn('userId', 'integer')
    .addColumn('userName', 'text', required)
    .addColumn('createdAt', 'text', timeOfInsert)
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .execute()
  await uniqueIndex(db, 'flow_versions_number', 'flow_versions', ['companyId', 'flowId', 'number'])
}

/** Files that the draft or a version of a flow names; those of drafts only are listed until no draft names them. */
async function createFlowMedia(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_media'))
    .addColumn('flowId', 'integer', required)
    .addColumn('mediaId', 'text', required)
    .addColumn('published', 'integer', flag(0))
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .execute()
  await uniqueIndex(db, 'flow_media_of', 'flow_media', ['companyId', 'flowId', 'mediaId'])
  await index(db, 'flow_media_file', 'flow_media', ['companyId', 'mediaId'])
}

/** Secrets of a flow, such as API keys of its nodes; the content has marks in their place. */
async function createFlowSecrets(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_secrets'))
    .addColumn('flowId', 'integer', required)
    .addColumn('sealed', 'blob')
    .addColumn('address', 'text', emptyText)
    .addColumn('published', 'integer', flag(0))
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .addUniqueConstraint('flow_secrets_of_flow', ['companyId', 'flowId', 'id'])
    .execute()
}

/** Phrases of customers that start a flow; `whatsappId` null for every connection. */
async function createFlowPhrases(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'flow_phrases'))
    .addColumn('name', 'text', required)
    .addColumn('flowId', 'integer', required)
    .addColumn('whatsappId', 'integer')
    .addColumn('phrase', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('matching', 'text', (c) => c.notNull().defaultTo('exact').check(sql`matching in ('exact', 'contains')`))
    .addColumn('status', 'integer', flag(1))
    .$call(companyForeignKey('flowId', 'flows'))
    .$call(companyForeignKey('whatsappId', 'connections'))
    .execute()
  await index(db, 'flow_phrases_text', 'flow_phrases', ['companyId', 'searchText'], sql`status = 1`)
  await index(
    db,
    'flow_phrases_contained',
    'flow_phrases',
    ['companyId', 'id'],
    sql`status = 1 and matching = 'contains'`,
  )
  await index(db, 'flow_phrases_flow', 'flow_phrases', ['companyId', 'flowId'])
}

/** Contacts that a flow welcomed on a connection; the record outlives their tickets. */
async function createFlowWelcomes(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_welcomes'))
    .addColumn('contactId', 'integer', required)
    .addColumn('whatsappId', 'integer', required)
    .addColumn('at', 'text', timeOfInsert)
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await index(db, 'flow_welcomes_of', 'flow_welcomes', ['companyId', 'contactId', 'whatsappId'])
}

/** Test cases: conversations that must end in the same place. */
async function createFlowCases(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'flow_cases'))
    .addColumn('flowId', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('contactId', 'integer')
    .addColumn('recording', 'text', required)
    .addColumn('ending', 'text', required)
    .addColumn('result', 'text')
    .addColumn('checkedAt', 'text')
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await index(db, 'flow_cases_of', 'flow_cases', ['companyId', 'flowId', 'id'])
  await index(db, 'flow_cases_contact', 'flow_cases', ['companyId', 'contactId'], sql`contactId is not null`)
}
