import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  index,
  keyedTable,
  ownedTable,
  required,
  table,
  timeOfInsert,
  uniqueIndex,
  withCompany,
  withTimestamps,
} from '../columns'

/** Queues with the menus that the robot sends. */
export const queueTables = [createQueues, createQueueOptions]

/** Programs that answer customers, and the robot's choices among them. */
export const programTables = [
  createQueueIntegrations,
  createPrompts,
  createPromptCalls,
  createPromptMonths,
  createBotDecisions,
]

/** Queues of tickets, with their hours, targets and distribution. */
async function createQueues(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'queues'))
    .addColumn('name', 'text', required)
    .addColumn('color', 'text', required)
    .addColumn('orderQueue', 'integer', count)
    .addColumn('greetingMessage', 'text', emptyText)
    .addColumn('outOfHoursMessage', 'text', emptyText)
    // Opening hours as JSON; the empty text means the default hours of src/shared/hours.ts.
    .addColumn('schedules', 'text', emptyText)
    .addColumn('holidays', 'text', emptyText)
    .addColumn('promptId', 'integer')
    .addColumn('integrationId', 'integer')
    .addColumn('answerMinutes', 'integer', count)
    .addColumn('resolutionMinutes', 'integer', count)
    .addColumn('agentLimit', 'integer', count)
    .addColumn('distribution', 'text', (c) => c.notNull().defaultTo('off'))
    .addUniqueConstraint('queues_name', ['companyId', 'name'])
    .execute()
  // Finds what uses an integration before it is deleted.
  await index(db, 'queues_integration', 'queues', ['companyId', 'integrationId'], sql`integrationId is not null`)
  // Targets and distribution are read from the index only.
  const work = ['companyId', 'id', 'distribution', 'answerMinutes', 'resolutionMinutes', 'agentLimit']
  await index(db, 'queues_work', 'queues', work)
}

/**
 * Options of the menus: a tree per queue. Without foreign keys to the next queue, because a deleted queue is no queue
 * to go on to, and to the list of files, which cannot be deleted while an option names it.
 */
async function createQueueOptions(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'queue_options'))
    .addColumn('queueId', 'integer', required)
    .addColumn('parentId', 'integer')
    .addColumn('option', 'text', required)
    .addColumn('orderOption', 'integer', required)
    .addColumn('title', 'text', required)
    .addColumn('message', 'text', emptyText)
    .addColumn('nextQueueId', 'integer')
    .addColumn('fileListId', 'integer')
    .$call(companyForeignKey('queueId', 'queues', 'cascade'))
    .$call(companyForeignKey('parentId', 'queue_options', 'cascade'))
    .execute()
  // The text that chooses an option is unique in its menu.
  await sql`create unique index queue_options_choice
    on queue_options (companyId, queueId, ifnull(parentId, 0), option)`.execute(db)
  await index(db, 'queue_options_parent', 'queue_options', ['companyId', 'parentId'])
}

/** Programs outside that answer customers of a queue or connection: Typebot, Dialogflow, n8n, webhooks, flows. */
async function createQueueIntegrations(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'queue_integrations'))
    .addColumn('type', 'text', (c) =>
      c.notNull().check(sql`type in ('dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder')`),
    )
    .addColumn('name', 'text', required)
    .addColumn('code', 'text', required)
    .addColumn('projectName', 'text', required)
    .addColumn('language', 'text', (c) => c.notNull().defaultTo('pt-BR'))
    .addColumn('urlN8N', 'text', emptyText)
    .addColumn('typebotSlug', 'text', emptyText)
    .addColumn('typebotExpires', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('typebotDelayMessage', 'integer', (c) => c.notNull().defaultTo(1000))
    .addColumn('typebotKeywordFinish', 'text', emptyText)
    .addColumn('typebotKeywordRestart', 'text', emptyText)
    .addColumn('typebotRestartMessage', 'text', emptyText)
    .addColumn('typebotUnknownMessage', 'text', emptyText)
    .addColumn('flowId', 'integer')
    .addColumn('jsonSealed', 'blob')
    .addColumn('secretSealed', 'blob')
    .addColumn('failure', 'text')
    .addColumn('failedAt', 'text')
    .execute()
  await uniqueIndex(db, 'queue_integrations_code', 'queue_integrations', ['companyId', 'code'])
}

/** Prompts of language models; prices in millionths of a US dollar per million tokens. */
async function createPrompts(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'prompts'))
    .addColumn('name', 'text', required)
    .addColumn('prompt', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('maxTokens', 'integer', (c) => c.notNull().defaultTo(100))
    .addColumn('temperature', 'real', (c) => c.notNull().defaultTo(1))
    .addColumn('maxMessages', 'integer', (c) => c.notNull().defaultTo(10))
    .addColumn('queueId', 'integer')
    .addColumn('baseUrl', 'text', required)
    .addColumn('keySealed', 'blob')
    .addColumn('keyRefusedAt', 'text')
    .addColumn('inputPrice', 'integer')
    .addColumn('outputPrice', 'integer')
    .addColumn('voice', 'text', (c) => c.notNull().defaultTo('texto'))
    .addColumn('voiceRegion', 'text', emptyText)
    .addColumn('voiceKeySealed', 'blob')
    .addColumn('voiceKeyRefusedAt', 'text')
    .$call(companyForeignKey('queueId', 'queues'))
    .execute()
  await index(db, 'prompts_queue', 'prompts', ['companyId', 'queueId'])
}

/** Log of calls. Without foreign keys: it keeps the cost of deleted prompts and tickets. */
async function createPromptCalls(db: Kysely<unknown>) {
  await ownedTable(db, 'prompt_calls')
    .addColumn('startedAt', 'text', required)
    .addColumn('promptId', 'integer')
    .addColumn('ticketId', 'integer')
    .addColumn('kind', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('outcome', 'text', required)
    .addColumn('inputTokens', 'integer', required)
    .addColumn('outputTokens', 'integer', required)
    .addColumn('cost', 'integer', required)
    .addColumn('durationMs', 'integer')
    .addColumn('detail', 'text', emptyText)
    .addColumn('characters', 'integer', count)
    .execute()
  await index(db, 'prompt_calls_time', 'prompt_calls', ['companyId', 'startedAt', 'id'])
  await index(db, 'prompt_calls_old', 'prompt_calls', ['startedAt'])
}

/** Sums of each month, by which a budget is checked. */
async function createPromptMonths(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'prompt_months'))
    .addColumn('month', 'text', required)
    .addColumn('calls', 'integer', required)
    .addColumn('tokens', 'integer', required)
    .addColumn('cost', 'integer', required)
    .addPrimaryKeyConstraint('prompt_months_key', ['companyId', 'month'])
    .execute()
}

/** The robot's decision on a customer's message: the handler that answers, and the reason. */
async function createBotDecisions(db: Kysely<unknown>) {
  await withCompany(table(db, 'bot_decisions'))
    .addColumn('ticketId', 'integer', required)
    .addColumn('messageId', 'integer', required)
    .addColumn('handler', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('at', 'text', timeOfInsert)
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('messageId', 'messages', 'cascade'))
    .execute()
  await uniqueIndex(db, 'bot_decisions_once', 'bot_decisions', ['companyId', 'messageId'])
  await index(db, 'bot_decisions_of', 'bot_decisions', ['companyId', 'ticketId', 'id'])
  await index(db, 'bot_decisions_old', 'bot_decisions', ['at'])
}
