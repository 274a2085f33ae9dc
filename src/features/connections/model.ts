import { type Static, t } from 'elysia'
import { connectionReasons, connectionStatuses } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { HoursFields, HoursInput } from '../hours/model'

/** A WhatsApp number as it leaves the server: never its credentials. */
export const Connection = t.Object({
  id: t.Number(),
  name: t.String(),
  status: t.UnionEnum(connectionStatuses),
  /** Why it is not connected, null while it is; the interface words it and the one next step. */
  reason: t.Nullable(t.UnionEnum(connectionReasons)),
  number: t.Nullable(t.String()),
  /** The text of the QR code while status is `qrcode`, else empty; only for those who may edit connections. */
  qrcode: t.String(),
  pairingCode: t.String(),
  retries: t.Number(),
  isDefault: t.Boolean(),
  greetingMessage: t.String(),
  complationMessage: t.String(),
  outOfHoursMessage: t.String(),
  ratingMessage: t.String(),
  expiresInactiveMessage: t.String(),
  /** Minutes without an answer after which a ticket is closed; 0 never. */
  expiresTicket: t.Number(),
  /** Minutes of silence after the menu; 0 none. */
  timeUseBotQueues: t.Number(),
  /** How often the menu is sent in one attendance; 0 without end. */
  maxUseBotQueues: t.Number(),
  /** Minutes after which whoever chose no queue comes into `transferQueueId`; 0 never. */
  timeToTransfer: t.Number(),
  transferQueueId: t.Nullable(t.Number()),
  promptId: t.Nullable(t.Number()),
  integrationId: t.Nullable(t.Number()),
  flowIdWelcome: t.Nullable(t.Number()),
  flowIdNotPhrase: t.Nullable(t.Number()),
  provider: t.String(),
  ...HoursFields,
  queueIds: t.Array(t.Number()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Connection = Static<typeof Connection>

/** What `whatsappSession` events carry (specification §4: replaces status, updatedAt, qrcode and retries). */
export const Session = t.Pick(Connection, [
  'id',
  'status',
  'reason',
  'number',
  'qrcode',
  'pairingCode',
  'retries',
  'updatedAt',
])
export type Session = Static<typeof Session>

const text = t.Optional(t.String({ maxLength: limits.automaticText.max }))
const minutes = t.Optional(t.Integer({ minimum: 0, maximum: limits.minutes.max }))
const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const reference = t.Optional(t.Nullable(id))
/** There are no prompts, integrations and flows to point at yet. */
const nothing = t.Optional(t.Null())
export const ConnectionInput = t.Object({
  name: t.String({ minLength: limits.connectionName.min, maxLength: limits.connectionName.max }),
  isDefault: t.Optional(t.Boolean()),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  expiresInactiveMessage: text,
  expiresTicket: minutes,
  timeUseBotQueues: minutes,
  maxUseBotQueues: t.Optional(t.Integer({ minimum: 0, maximum: limits.botQueues.max })),
  timeToTransfer: minutes,
  transferQueueId: reference,
  promptId: nothing,
  integrationId: nothing,
  flowIdWelcome: nothing,
  flowIdNotPhrase: nothing,
  provider: t.Optional(t.String({ maxLength: limits.provider.max })),
  ...HoursInput,
  queueIds: t.Optional(t.Array(id, { maxItems: 100 })),
})
export type ConnectionInput = Static<typeof ConnectionInput>

const time = t.Nullable(t.String())
const count = t.Nullable(t.Number())
/** How a number fares, for admins. */
export const ConnectionHealth = t.Object({
  whatsappId: t.Number(),
  /** Since when its status is what it is. */
  stateAt: time,
  lastInAt: time,
  lastOutAt: time,
  /** Within 24 hours: messages that could not be delivered, and times it came back by itself or was brought back. */
  failures: t.Number(),
  reconnects: t.Number(),
  /** Set while it is down against everybody's wish; told once it has been so for two minutes. */
  outage: t.Nullable(
    t.Object({ since: t.String(), reason: t.Nullable(t.UnionEnum(connectionReasons)), told: t.Boolean() }),
  ),
  /** What WhatsApp itself said it holds back. */
  limits: t.Object({
    reachOut: t.Optional(t.Object({ active: t.Boolean(), until: time, kind: t.String() })),
    newChats: t.Optional(t.Object({ status: t.String(), used: count, total: count, endsAt: time })),
  }),
})
export type ConnectionHealth = Static<typeof ConnectionHealth>
