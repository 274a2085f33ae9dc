/** Every closed set of values on the wire, once. Odd wire spellings live here under English keys. */

export const ticketStatuses = ['pending', 'open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const profiles = ['admin', 'supervisor', 'user'] as const
export type Profile = (typeof profiles)[number]

/** `desabled` is the specification's spelling; `disabled` is accepted on the way in (decisions.md, Wire). */
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

/** Why a connection is not CONNECTED; each has one next step for the person, worded in the interface. */
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

/** Message ack on the wire (specification §4): Baileys counts one higher; subtracted once, in `whatsapp/`. */
export const ack = { error: -1, pending: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const
export type Ack = -1 | 0 | 1 | 2 | 3 | 4 | 5

/** Media types of a message (specification §3), `chat` for plain text and `unsupported` for the visible placeholder. */
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

/** Of a file made for somebody to take away: one contact's data, or the company's. */
export const exportKinds = ['contact', 'company'] as const
export type ExportKind = (typeof exportKinds)[number]
/** What is wrong with a company's file: no archive, not as it was made, of something else, too new, or what it says. */
export const faults = ['archive', 'changed', 'foreign', 'newer', 'content'] as const
export type Fault = (typeof faults)[number]
export const exportStatuses = ['making', 'ready', 'failed'] as const
export type ExportStatus = (typeof exportStatuses)[number]

/** Who wrote an outgoing message, or `customer` for an incoming one. */
export const origins = ['customer', 'agent', 'phone', 'bot', 'flow', 'schedule', 'campaign', 'api', 'system'] as const
export type Origin = (typeof origins)[number]

/** Whether a person wrote it to answer the customer: in the product or on the phone. Every other text of ours is automatic. */
export const isAnswer = (origin: Origin) => origin === 'agent' || origin === 'phone'

/** Of a scheduled message (specification §4): waits for its time, is due, has been sent, could not be. */
export const scheduleStatuses = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

export const recurrences = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type Recurrence = keyof typeof recurrences

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

export const closeReasons = ['agent', 'timeout', 'bot', 'integration', 'api', 'merge'] as const
export type CloseReason = (typeof closeReasons)[number]

/** What can happen to a ticket, for its history and the reports. */
export const ticketEvents = [
  'created',
  'accepted',
  'returned',
  'transferred',
  'moved',
  'closed',
  'reopened',
  'merged',
] as const
export type TicketEvent = (typeof ticketEvents)[number]

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

/** What a person may do with a connection in each status (specification §4): try again, new QR or code, disconnect. */
export const sessionActions: Record<ConnectionStatus, readonly SessionAction[]> = {
  qrcode: ['fresh', 'pair'],
  PAIRING: ['disconnect'],
  DISCONNECTED: ['start', 'fresh', 'pair'],
  TIMEOUT: ['disconnect'],
  OPENING: [],
  CONNECTED: ['disconnect'],
}
export type SessionAction = 'start' | 'fresh' | 'pair' | 'disconnect'

/** What can be wrong with a row of an import: its column of the number, the name or the e-mail. */
export const importFaults = ['number', 'name', 'email'] as const
export type ImportFault = (typeof importFaults)[number]
