import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  index,
  ownedTable,
  required,
  table,
  withCompany,
  withTimestamps,
} from '../columns'

/** Campaigns with their recipients and settings. */
export const campaignTables = [
  createCampaigns,
  createCampaignSteps,
  createCampaignRecipients,
  createCampaignParts,
  createCampaignSettings,
]

/** Messages to a list or to the contacts with a tag. */
async function createCampaigns(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'campaigns'))
    .addColumn('name', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('INATIVA'))
    .addColumn('reason', 'text')
    .addColumn('basis', 'text')
    .addColumn('whatsappId', 'integer')
    .addColumn('contactListId', 'integer')
    .addColumn('tagId', 'integer')
    .addColumn('fileListId', 'integer')
    .addColumn('mediaId', 'text')
    .addColumn('message1', 'text', emptyText)
    .addColumn('message2', 'text', emptyText)
    .addColumn('message3', 'text', emptyText)
    .addColumn('message4', 'text', emptyText)
    .addColumn('message5', 'text', emptyText)
    .addColumn('userId', 'integer')
    .addColumn('scheduledAt', 'text')
    .addColumn('startedAt', 'text')
    .addColumn('completedAt', 'text')
    // Without a foreign key: an answer starts no flow that was deleted.
    .addColumn('flowId', 'integer')
    .addColumn('preparedAt', 'text')
    .addColumn('preparedUpTo', 'integer', count)
    .addColumn('recipientCount', 'integer', count)
    .$call(companyForeignKey('whatsappId', 'connections'))
    .$call(companyForeignKey('contactListId', 'contact_lists'))
    .$call(companyForeignKey('tagId', 'tags'))
    .$call(companyForeignKey('fileListId', 'file_lists'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await index(db, 'campaigns_newest', 'campaigns', ['companyId', 'id'])
  await index(db, 'campaigns_due', 'campaigns', ['scheduledAt'], sql`status = 'PROGRAMADA'`)
  await index(db, 'campaigns_running', 'campaigns', ['companyId', 'whatsappId', 'id'], sql`status = 'EM_ANDAMENTO'`)
  // One index per foreign key: finds what uses a row before it is deleted.
  await index(db, 'campaigns_whatsappId', 'campaigns', ['companyId', 'whatsappId'])
  await index(db, 'campaigns_contactListId', 'campaigns', ['companyId', 'contactListId'])
  await index(db, 'campaigns_tagId', 'campaigns', ['companyId', 'tagId'])
  await index(db, 'campaigns_fileListId', 'campaigns', ['companyId', 'fileListId'])
  await index(db, 'campaigns_mediaId', 'campaigns', ['companyId', 'mediaId'])
}

/** Later messages to recipients who did not answer (docs/adr/0054). */
async function createCampaignSteps(db: Kysely<unknown>) {
  await ownedTable(db, 'campaign_steps')
    .addColumn('campaignId', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('afterHours', 'integer', required)
    .addColumn('message', 'text', required)
    .addColumn('endTagId', 'integer')
    .addUniqueConstraint('campaign_steps_once', ['companyId', 'campaignId', 'position'])
    .$call(companyForeignKey('campaignId', 'campaigns', 'cascade'))
    .$call(companyForeignKey('endTagId', 'tags'))
    .execute()
  await index(db, 'campaign_steps_tag', 'campaign_steps', ['companyId', 'endTagId'])
}

/** Recipients as they were when the campaign (step 0) or its later step started. */
async function createCampaignRecipients(db: Kysely<unknown>) {
  await ownedTable(db, 'campaign_recipients')
    .addColumn('campaignId', 'integer', required)
    .addColumn('step', 'integer', count)
    .addColumn('number', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('jid', 'text', required)
    .addColumn('variant', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('pending'))
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', count)
    .addColumn('dueAt', 'text', required)
    .addColumn('sentAt', 'text')
    .addColumn('deliveredAt', 'text')
    .addColumn('readAt', 'text')
    .addColumn('answeredAt', 'text')
    .addColumn('optedOutAt', 'text')
    .addColumn('ticketId', 'integer')
    .addUniqueConstraint('campaign_recipients_once', ['companyId', 'campaignId', 'step', 'number'])
    .$call(companyForeignKey('campaignId', 'campaigns', 'cascade'))
    .execute()
  await index(
    db,
    'campaign_recipients_due',
    'campaign_recipients',
    ['companyId', 'campaignId', 'dueAt', 'id'],
    sql`state = 'pending'`,
  )
  const byState = ['companyId', 'campaignId', 'step', 'state', 'id']
  await index(db, 'campaign_recipients_state', 'campaign_recipients', byState)
  await index(db, 'campaign_recipients_number', 'campaign_recipients', ['companyId', 'number', 'id'])
  await index(
    db,
    'campaign_recipients_ticket',
    'campaign_recipients',
    ['companyId', 'ticketId'],
    sql`ticketId is not null`,
  )
  await index(
    db,
    'campaign_recipients_answered',
    'campaign_recipients',
    ['companyId', 'campaignId', 'answeredAt', 'ticketId'],
    sql`answeredAt is not null`,
  )
  await index(db, 'campaign_recipients_order', 'campaign_recipients', ['companyId', 'campaignId', 'id'])
  // The sender finds the recipients that it has begun.
  await index(
    db,
    'campaign_recipients_begun',
    'campaign_recipients',
    ['companyId', 'campaignId', 'id'],
    sql`state = 'sending'`,
  )
}

/** Messages sent to a recipient, in their order, as the ticket of an answer shows them. */
async function createCampaignParts(db: Kysely<unknown>) {
  await ownedTable(db, 'campaign_parts')
    .addColumn('recipientId', 'integer', required)
    .addColumn('part', 'integer', required)
    .addColumn('whatsappId', 'integer')
    .addColumn('waId', 'text', required)
    .addColumn('ack', 'integer', count)
    .addColumn('error', 'text')
    .addColumn('proto', 'blob')
    .addColumn('messageId', 'integer')
    .addColumn('createdAt', 'text', required)
    .addColumn('body', 'text')
    .addColumn('mediaType', 'text', (c) => c.notNull().defaultTo('chat'))
    .addColumn('mediaId', 'text')
    .addUniqueConstraint('campaign_parts_once', ['companyId', 'recipientId', 'part'])
    .$call(companyForeignKey('recipientId', 'campaign_recipients', 'cascade'))
    .execute()
  await index(db, 'campaign_parts_wa', 'campaign_parts', ['companyId', 'whatsappId', 'waId'])
  await index(db, 'campaign_parts_message', 'campaign_parts', ['companyId', 'messageId'], sql`messageId is not null`)
  await index(db, 'campaign_parts_media', 'campaign_parts', ['companyId', 'mediaId'], sql`mediaId <> ''`)
}

/** The company's rules for campaigns. */
async function createCampaignSettings(db: Kysely<unknown>) {
  await withCompany(table(db, 'campaign_settings'))
    .addColumn('key', 'text', required)
    .addColumn('value', 'text', required)
    .addUniqueConstraint('campaign_settings_once', ['companyId', 'key'])
    .execute()
}
