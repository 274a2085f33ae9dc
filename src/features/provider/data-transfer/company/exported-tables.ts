import type { ExportedTable } from '../../../../core/storage/row-shape'
import { botStages } from '../../../../shared/bot/route'
import { botEnds } from '../../../../shared/bot/turn-model'
import {
  allTicket,
  closeReasons,
  distributions,
  languages,
  mediaStatuses,
  mediaTypes,
  nextAnswerStages,
  optOutSources,
  origins,
  profiles,
  scheduleStatuses,
  targetKinds,
  ticketEvents,
  ticketStatuses,
} from '../../../../shared/enums'
import { undoChoices } from '../../../../shared/limits'

const linkColumns = [
  'status',
  'reason',
  'shouldConnect',
  'number',
  'lid',
  'qrcode',
  'pairingCode',
  'retries',
  'connectedAt',
] as const
const automationColumns = ['promptId', 'integrationId', 'flowIdWelcome', 'flowIdNotPhrase'] as const
const actor = { actorId: 'users' } as const
const flag = [0, 1] as const
/** In archives whose schema is `0022-ids` or older the column `searchText` is named `folded`. */
const hasSearchText = { formerNames: { folded: 'searchText' } } as const

/**
 * Tables in a company export, parents before children. A test checks that every table with a `companyId` is here or in
 * `tablesNotExported`.
 */
export const exportedTables: Record<string, ExportedTable> = {
  // Macros name tags and queues by their ids.
  settings: { where: `key not in ('asaas', 'macros')` },
  media: {
    notExported: ['path'],
    where: `id not in (select e."mediaId" from data_exports e where e."companyId" = :company and e."mediaId" is not null)`,
  },
  queues: {
    notExported: ['promptId', 'integrationId'],
    json: ['schedules', 'holidays'],
    allowedValues: { distribution: distributions },
  },
  prompts: { notExported: ['keySealed', 'keyRefusedAt', 'voiceKeySealed', 'voiceKeyRefusedAt'] },
  file_lists: {},
  file_options: {},
  queue_options: { extraReferences: { nextQueueId: 'queues', fileListId: 'file_lists' } },
  connections: {
    allowedValues: { isDefault: flag },
    notExported: [...linkColumns, ...automationColumns, 'tokenHash', 'tokenSealed'],
    extraReferences: { transferQueueId: 'queues' },
    json: ['schedules', 'holidays'],
  },
  connection_queues: {},
  users: {
    notExported: ['passwordHash', 'super', 'online', 'lastSeenAt', 'away', 'passkeyChallengeAt'],
    extraReferences: { whatsappId: 'connections' },
    allowedValues: {
      profile: profiles,
      allTicket: Object.values(allTicket),
      language: languages,
      undoSeconds: undoChoices,
      support: flag,
    },
  },
  user_queues: {},
  contacts: { ...hasSearchText, media: ['profilePicUrl'], allowedValues: { isGroup: flag, disableBot: flag } },
  contact_extra: {},
  contact_aliases: {},
  address_book: {},
  // Triggers count the people; their numbers are checked again.
  contact_lists: {
    where: `"deletedAt" is null`,
    notExported: ['contactsCount', 'validCount', 'invalidCount', 'deletedAt'],
  },
  contact_list_items: {
    where: `"contactListId" in (select l.id from contact_lists l where l."companyId" = :company and l."deletedAt" is null)`,
    notExported: ['validity', 'waJid', 'checkedAt'],
  },
  tags: { ...hasSearchText, extraReferences: { userId: 'users' }, allowedValues: { kanban: flag } },
  tickets: {
    notExported: ['snoozedUntil'], // its job is not exported
    extraReferences: { closedBy: 'users', lastMessageUserId: 'users' },
    allowedValues: {
      lastMessageOrigin: origins,
      targetKind: targetKinds,
      ...{ status: ticketStatuses, closeReason: closeReasons },
      ...{ isGroup: flag, chatbot: flag, botLoop: flag, lastMessageFromMe: flag },
    },
    json: ['ad'],
    uniqueColumn: 'uuid',
  },
  ticket_tags: {},
  ticket_events: {
    extraReferences: { ...actor, fromUserId: 'users', toUserId: 'users', fromQueueId: 'queues', toQueueId: 'queues' },
    formerNames: { told: 'announced' }, // in archives as old as those with `folded`
    allowedValues: { kind: ticketEvents, announced: flag, rate: [1, 2, 3] },
  },
  attendances: {
    // The session of a program ends with the export: prompts and integrations keep their secrets.
    notExported: [
      'botAnsweredId',
      'filesAnsweredId',
      'programKind',
      'programId',
      'programState',
      'programSays',
      'programAnsweredId',
    ],
    extraReferences: { userId: 'users', queueId: 'queues', optionId: 'queue_options' },
    allowedValues: {
      ...{ reason: closeReasons, rate: [1, 2, 3], botStage: botStages, botEnd: botEnds },
      nextAnswerStage: nextAnswerStages,
    },
  },
  ticket_notes: { extraReferences: { userId: 'users' }, idLists: { mentions: 'users' } },
  note_mentions: {},
  ticket_pins: {},
  // Without the mail, which a person sets again.
  saved_reports: {
    notExported: ['mailWeekday', 'mailHour', 'mailWeek', 'mailedWeek'],
    allowedValues: { shared: flag },
    json: ['report'],
  },
  drafts: {},
  messages: {
    extraReferences: { userId: 'users' },
    json: ['detail'],
    allowedValues: {
      ...{ mediaType: mediaTypes, mediaStatus: mediaStatuses, origin: origins, ack: [-1, 0, 1, 2, 3, 4, 5] },
      ...{ fromMe: flag, isDeleted: flag, isEdited: flag, read: flag },
    },
  },
  rating_requests: {
    extraReferences: { whatsappId: 'connections', userId: 'users', messageId: 'messages' },
    allowedValues: { state: ['waiting', 'answered', 'cancelled'] },
  },
  message_edits: {},
  reactions: {},
  message_stars: {},
  opt_outs: {
    notExported: ['campaignId'],
    extraReferences: { whatsappId: 'connections', userId: 'users' },
    allowedValues: { source: optOutSources },
  },
  quick_messages: { ...hasSearchText, allowedValues: { geral: flag, status: flag } },
  schedules: {
    ...hasSearchText,
    extraReferences: { messageId: 'messages' },
    allowedValues: { status: scheduleStatuses, late: flag, paused: flag },
    json: ['repeat'],
  },
  chats: { uniqueColumn: 'uuid', allowedValues: { direct: flag } },
  chat_users: {},
  direct_chats: {},
  chat_messages: {
    idLists: { mentions: 'users' },
    media: ['mediaId'],
    extraReferences: { quotedId: 'chat_messages' },
    json: ['detail'],
  },
  chat_reactions: {},
  erasures: { extraReferences: actor, json: ['counts'] },
  audit_log: {
    notExported: ['entityId', 'salt', 'payloadHash', 'hash'],
    extraReferences: actor,
    json: ['before', 'after'],
  },
}

/** Tables of a company that are not exported, and why. */
export const tablesNotExported: Record<string, string> = {
  company_keys: 'secrets',
  audit_chains: 'begins again with the import',
  ticket_views: 'personal filters with ids of the installation',
  tokens: 'logins',
  api_keys: 'secrets',
  message_proposals: 'belong to keys',
  second_factors: 'secrets',
  recovery_codes: 'secrets',
  passkeys: 'belong to the address of one installation',
  password_resets: 'secrets',
  invitations: 'their links belong to one installation',
  push_subscriptions: 'browsers of logins',
  flows: 'files of their own, which an import adapts to the company',
  flow_versions: 'files of their own',
  flow_media: 'files of flows',
  flow_secrets: 'secrets',
  flow_welcomes: 'names connections that run flows',
  flow_phrases: 'name flows',
  flow_runs: 'end with the export',
  flow_run_log: 'belongs to runs',
  flow_run_answers: 'belongs to runs',
  flow_cases: 'belong to flows',
  flow_replays: 'kept for a day',
  flow_replay_runs: 'kept for a day',
  queue_integrations: 'addresses and keys of programs outside: a person enters them again',
  webhooks: 'addresses and keys of programs outside: a person enters them again',
  deliveries: 'copies for programs outside, kept for days',
  delivery_receivers: 'state of programs outside',
  deliveries_waiting: 'state of programs outside',
  contact_imports: 'end with the export',
  contact_import_errors: 'belong to imports',
  number_checks: 'state of a linked phone',
  whatsapp_addresses: 'asked again',
  number_aliases: 'asked again; those of contacts are exported with them',
  campaigns: 'end with the export',
  campaign_steps: 'belong to campaigns',
  campaign_recipients: 'belong to campaigns',
  campaign_parts: 'belong to campaigns',
  campaign_counts: 'belong to campaigns',
  campaign_hours: 'belong to campaigns',
  campaign_settings: 'entered again',
  cold_sends: 'state of a linked phone',
  cold_lanes: 'state of a linked phone',
  erased_opt_outs: 'hashed with the key of the exporting installation',
  wa_creds: 'keys of a linked phone: a person links it again',
  wa_keys: 'keys of a linked phone',
  wa_inbox: 'becomes messages within moments',
  chat_timers: 'state of a linked phone',
  connection_health: 'state of a linked phone',
  connection_outages: 'state of a linked phone',
  number_points: 'state of a linked phone',
  begun_chats: 'state of a linked phone',
  number_alerts: 'state of a linked phone',
  report_recipients: 'mails of reports, which a person sets again',
  alert_mails_off: 'a preference that people set again',
  jobs: 'created again for pending work',
  prompt_calls: 'figures of the exporting installation',
  prompt_months: 'figures of the exporting installation',
  bot_decisions: 'explain recent answers of the robot',
  ready_groups: 'state of the job queue',
  idempotency: 'kept for a day at most',
  link_previews: 'fetched again',
  contact_distinct: 'asked again',
  contact_merges: 'can be undone only on the exporting installation',
  dashboard_days: 'computed again',
  media_used: 'computed again',
  company_figures: 'computed again',
  data_exports: 'the exports themselves',
  announcements: "the provider's",
  announcement_reads: "the provider's",
  support_grants: "the provider's",
  invoices: "the provider's",
  charges: "the provider's",
  payers: "the provider's",
  overview_mails: "the provider's",
  reminders: "the provider's",
}
