import { type Static, t } from 'elysia'
import { oneLine } from '../../../core/http/schemas'
import { connectionReasons, connectionStatuses } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { HoursFields, HoursInput } from '../../platform/hours/model'

/** A WhatsApp connection as returned by the API, without its credentials. */
export const Connection = t.Object({
  id: t.Number(),
  name: t.String(),
  status: t.UnionEnum(connectionStatuses),
  /** Why it is not connected; null while it is. The interface has a text and a next step for each reason. */
  reason: t.Nullable(t.UnionEnum(connectionReasons)),
  number: t.Nullable(t.String()),
  /** Text of the QR code while status is `qrcode`, else empty. Always empty for API keys, and without the right to edit connections. */
  qrcode: t.String(),
  pairingCode: t.String(),
  retries: t.Number(),
  isDefault: t.Boolean(),
  greetingMessage: t.String(),
  complationMessage: t.String(),
  outOfHoursMessage: t.String(),
  ratingMessage: t.String(),
  expiresInactiveMessage: t.String(),
  /** Minutes without an answer after which a ticket is closed; 0 = never. */
  expiresTicket: t.Number(),
  /** Minutes before that at which a warning is sent; 0 = no warning. */
  expiresWarning: t.Number(),
  expiresWarningMessage: t.String(),
  /** Minutes of silence after the menu; 0 = none. */
  timeUseBotQueues: t.Number(),
  /** How often the menu is sent in one attendance; 0 = unlimited. */
  maxUseBotQueues: t.Number(),
  /** Minutes after which a ticket without a queue is transferred to `transferQueueId`; 0 = never. */
  timeToTransfer: t.Number(),
  transferQueueId: t.Nullable(t.Number()),
  promptId: t.Nullable(t.Number()),
  integrationId: t.Nullable(t.Number()),
  flowIdWelcome: t.Nullable(t.Number()),
  flowIdNotPhrase: t.Nullable(t.Number()),
  provider: t.String(),
  ...HoursFields,
  /** Queues of the menu, in their order; `queueIds` are the same ids. */
  queues: t.Array(t.Object({ id: t.Number(), name: t.String(), color: t.String() })),
  queueIds: t.Array(t.Number()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Connection = Static<typeof Connection>

/** Payload of `whatsappSession` events: the fields of a connection that change with its session. */
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
export const ConnectionInput = t.Object({
  name: t.String({ minLength: limits.connectionName.min, maxLength: limits.connectionName.max, pattern: oneLine }),
  isDefault: t.Optional(t.Boolean()),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  expiresInactiveMessage: text,
  expiresTicket: minutes,
  expiresWarning: minutes,
  expiresWarningMessage: text,
  timeUseBotQueues: minutes,
  maxUseBotQueues: t.Optional(t.Integer({ minimum: 0, maximum: limits.botQueues.max })),
  timeToTransfer: minutes,
  transferQueueId: reference,
  promptId: reference,
  integrationId: reference,
  flowIdWelcome: reference,
  flowIdNotPhrase: reference,
  provider: t.Optional(t.String({ maxLength: limits.provider.max })),
  ...HoursInput,
  queueIds: t.Optional(t.Array(id, { maxItems: 100 })),
})
export type ConnectionInput = Static<typeof ConnectionInput>

const time = t.Nullable(t.String())
const count = t.Nullable(t.Number())
/** Health of a connection, for admins. */
export const ConnectionHealth = t.Object({
  whatsappId: t.Number(),
  /** When its status last changed. */
  stateAt: time,
  lastInAt: time,
  lastOutAt: time,
  /** In the last 24 hours: undeliverable messages, and outages that ended. */
  failures: t.Number(),
  reconnects: t.Number(),
  /** The current outage, unless a person stopped the connection. `announced`: admins were notified, after two minutes. */
  outage: t.Nullable(
    t.Object({ since: t.String(), reason: t.Nullable(t.UnionEnum(connectionReasons)), announced: t.Boolean() }),
  ),
  /** Limits that WhatsApp reported. */
  limits: t.Object({
    reachOut: t.Optional(t.Object({ active: t.Boolean(), until: time, kind: t.String() })),
    newChats: t.Optional(t.Object({ status: t.String(), used: count, total: count, endsAt: time })),
  }),
})
export type ConnectionHealth = Static<typeof ConnectionHealth>
