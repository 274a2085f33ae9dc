import { numberFaults } from './phone/faults'

/** Closed sets of values on the wire. Odd wire spellings have English keys here. */

export const ticketStatuses = ['pending', 'open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** States of an answer that a program proposes; `ended` when the conversation was no longer open. */
export const proposalStates = ['open', 'sent', 'discarded', 'ended'] as const
export type ProposalState = (typeof proposalStates)[number]

export const profiles = ['admin', 'supervisor', 'user'] as const
export type Profile = (typeof profiles)[number]

/** `desabled` is the spelling on the wire, which clients know; `disabled` is accepted, too. */
export const allTicket = { enabled: 'enabled', disabled: 'desabled' } as const
export type AllTicket = (typeof allTicket)[keyof typeof allTicket]

export const connectionStatus = {
  qrcode: 'qrcode',
  pairing: 'PAIRING',
  disconnected: 'DISCONNECTED',
  timeout: 'TIMEOUT',
  opening: 'OPENING',
  connected: 'CONNECTED',
} as const
export const connectionStatuses = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'CONNECTED'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

/**
 * Events of a number of which admins are notified: down, back, restricted by WhatsApp, quota of new chats used up, a new
 * conversation refused (463).
 */
export const alertKinds = ['down', 'up', 'timeLock', 'quota', 'refused'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Reasons why a connection is not CONNECTED; the interface names one next step for each. */
export const connectionReasons = [
  'notStarted',
  'scanQr',
  'qrExpired',
  'loggedOut',
  'replaced',
  'banned',
  'versionTooOld',
  'unreachable',
  'untrustedServer',
  'restarting',
  'badSession',
  'stoppedByUser',
] as const
export type ConnectionReason = (typeof connectionReasons)[number]

/** Message ack on the wire: Baileys counts one higher; subtracted once, in `whatsapp/`. */
export const ack = { error: -1, pending: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const
export type Ack = -1 | 0 | 1 | 2 | 3 | 4 | 5

/** Media types of a message, `chat` for plain text and `unsupported` for the visible placeholder. */
export const mediaTypes = [
  'chat',
  'image',
  'audio',
  'video',
  'application',
  'sticker',
  'locationMessage',
  'contactMessage',
  'call_log',
  'unsupported',
] as const
export type MediaType = (typeof mediaTypes)[number]

export const mediaStatuses = ['pending', 'ready', 'failed'] as const
export type MediaStatus = (typeof mediaStatuses)[number]

/** Kind of a data export: one contact's data, or the company's. */
export const exportKinds = ['contact', 'company'] as const
export type ExportKind = (typeof exportKinds)[number]
/** Faults of a company's file: no archive, altered, of another kind, too new, or invalid content. */
export const companyFileFaults = ['archive', 'changed', 'foreign', 'newer', 'content'] as const
export type CompanyFileFault = (typeof companyFileFaults)[number]
export const exportStatuses = ['making', 'ready', 'failed'] as const
export type ExportStatus = (typeof exportStatuses)[number]

/** Origin of a message: `customer` for incoming ones, the author's kind for outgoing ones. */
export const origins = [
  'customer',
  'agent',
  'phone',
  'bot',
  'integration',
  'flow',
  'schedule',
  'campaign',
  'api',
  'system',
] as const
export type Origin = (typeof origins)[number]

/** True for messages that a person wrote, in the product or on the phone; other outgoing texts are automatic. */
export const isAnswer = (origin: Origin) => origin === 'agent' || origin === 'phone'

/** Status of a scheduled message: waiting for its time, due, sent, failed. */
export const scheduleStatuses = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** Status of a campaign: not scheduled, scheduled, running, cancelled, finished. */
export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** Reasons for which a company may write to the recipients of a campaign. */
export const campaignBases = ['customers', 'consent', 'request'] as const
export type CampaignBasis = (typeof campaignBases)[number]

/**
 * State of a campaign's recipient. `sending`: a part may have left. `unknown`: a part may have arrived, and is never
 * sent again. `suppressed`: opted out, answered or cancelled before its turn.
 */
export const recipientStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'suppressed', 'invalid'] as const
export type RecipientState = (typeof recipientStates)[number]

/** Result of asking WhatsApp about a number: not asked yet, on WhatsApp, not on WhatsApp, no answer. */
export const numberValidities = ['unknown', 'valid', 'invalid', 'error'] as const
export type NumberValidity = (typeof numberValidities)[number]

/** Ways into the register of people who want no campaigns. */
export const optOutSources = ['word', 'person', 'import', 'api'] as const
export type OptOutSource = (typeof optOutSources)[number]

/** Kinds of programs outside that answer customers. */
export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder'] as const
export type IntegrationType = (typeof integrationTypes)[number]
export const integrationLanguages = ['pt-BR', 'en', 'es'] as const
export type IntegrationLanguage = (typeof integrationLanguages)[number]

/** True for the types that receive signed requests. */
export const isSigned = (type: IntegrationType) => type === 'n8n' || type === 'webhook'

export const recurrences = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type Recurrence = keyof typeof recurrences

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]
/** Default language of a company, a text or a screen without a chosen one. */
export const defaultLanguage: Language = 'pt'

export const closeReasons = ['agent', 'timeout', 'bot', 'integration', 'api', 'merge'] as const
export type CloseReason = (typeof closeReasons)[number]

/** Clocks of a queue: until a person's first answer, until each next one, and until the ticket is closed. */
export const targetKinds = ['answer', 'nextAnswer', 'resolution'] as const
export type TargetKind = (typeof targetKinds)[number]

/** A wait for the next answer: due later, the holder warned, the supervisors warned, missed. */
export const nextAnswerStages = ['due', 'warned', 'escalated', 'missed'] as const
export type NextAnswerStage = (typeof nextAnswerStages)[number]
/** Stages before the due time. */
export type DueStage = 'warned' | 'escalated'

/** Rules by which a queue gives waiting tickets to its users. */
export const distributions = ['off', 'roundRobin', 'fewestOpen'] as const
export type Distribution = (typeof distributions)[number]

/** Events of a ticket, for its history and the reports. */
export const ticketEvents = [
  'created',
  'accepted',
  /** The queue gave the ticket to a user. */
  'distributed',
  'returned',
  'transferred',
  'moved',
  'closed',
  'reopened',
  'merged',
  /** The robot left the ticket, because it seemed to talk to another robot. */
  'botStopped',
  /** The customer rated the attendance. */
  'rated',
  /** The customer wants no more campaigns, or wants them again. */
  'optedOut',
  'optedIn',
  /** A user gave the contact another number: answers go there from now on. */
  'renumbered',
  /** A person started or ended a flow. */
  'flowStarted',
  'flowEnded',
] as const
export type TicketEvent = (typeof ticketEvents)[number]

/** Lists what a plan includes: the features that it turns on, by name. Other features belong to every plan. */
export const planFlags = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const
export type PlanFlag = (typeof planFlags)[number]

/** Flags of a row of the table plans as booleans. */
export const planFlagsOf = (row: Record<PlanFlag, 0 | 1>) =>
  Object.fromEntries(planFlags.map((flag) => [flag, row[flag] === 1])) as Record<PlanFlag, boolean>

/** Actions offered for a connection by status: retry, new QR or pairing code, disconnect. */
export const sessionActions: Record<ConnectionStatus, readonly SessionAction[]> = {
  qrcode: ['fresh', 'pair'],
  PAIRING: ['disconnect'],
  DISCONNECTED: ['start', 'fresh', 'pair'],
  TIMEOUT: ['disconnect'],
  OPENING: [],
  CONNECTED: ['disconnect'],
}
export type SessionAction = 'start' | 'fresh' | 'pair' | 'disconnect'

/** Faults of a row of an import: its number (`number` in rows of earlier versions), name, e-mail, or a quote without end. */
export const importFaults = ['number', ...numberFaults, 'name', 'email', 'openQuote'] as const
export type ImportFault = (typeof importFaults)[number]

/** Faults of a row of a list's import: those above, a number twice in the file, a number that the list already has. */
export const rowFaults = [...importFaults, 'repeated', 'known'] as const
export type RowFault = (typeof rowFaults)[number]

/** Meaning of a column of a file of people; `field` is kept under its heading, `none` is not read. */
export const columnMeanings = [
  ...(['name', 'firstName', 'middleName', 'lastName', 'number', 'areaCode', 'countryCode', 'email'] as const),
  ...(['field', 'none'] as const),
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** Why a cell of an imported person was left out or cut; the person is added all the same. */
export const cellFaults = ['email', ...numberFaults, 'nameCut', 'valueCut', 'tooManyFields'] as const
export type CellFault = (typeof cellFaults)[number]

/** Where the people of an import into a list come from: a file, a tag, contacts found by a filter, a campaign. */
export const importSources = ['file', 'tag', 'contacts', 'campaign'] as const
export type ImportSource = (typeof importSources)[number]

/** State of an import into a list; `mapping`: a person chooses the columns of the file. */
export const importStates = ['mapping', 'running', 'done', 'cancelled', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** State of a check of a list's numbers. */
export const numberCheckStates = ['running', 'done', 'cancelled'] as const
export type NumberCheckState = (typeof numberCheckStates)[number]

/** Purpose of a call to a language model. */
export const promptCallKinds = ['chat', 'test', 'transcription', 'speech', 'speechTest'] as const
export type PromptCallKind = (typeof promptCallKinds)[number]

/**
 * Result of a call to a language model or a speech service. `started`: running, or interrupted by the end of the
 * process. `budget`: not made, because it could exceed the month's budget; `noKey`: not made, because the prompt has no
 * key.
 */
export const promptOutcomes = [
  'started',
  'answered',
  'transferred',
  'budget',
  'noKey',
  'keyRefused',
  'refused',
  'limited',
  'timeout',
  'unreachable',
  'invalid',
] as const
export type PromptOutcome = (typeof promptOutcomes)[number]
