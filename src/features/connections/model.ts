import { type Static, t } from 'elysia'
import { connectionReasons, connectionStatuses } from '../../shared/enums'
import { limits } from '../../shared/limits'

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

const text = t.Optional(t.String({ maxLength: limits.messageBody.max }))
export const ConnectionInput = t.Object({
  name: t.String({ minLength: limits.connectionName.min, maxLength: limits.connectionName.max }),
  isDefault: t.Optional(t.Boolean()),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  queueIds: t.Optional(t.Array(t.Number(), { maxItems: 100 })),
})
export type ConnectionInput = Static<typeof ConnectionInput>
