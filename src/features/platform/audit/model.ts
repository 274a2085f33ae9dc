import { type Static, t } from 'elysia'
import { day, pageNumber } from '../../../core/http/schemas'

/** One line of the audit log. */
export const AuditLine = t.Object({
  id: t.Number(),
  at: t.String(),
  /** Null when the server acted by itself. */
  actorId: t.Nullable(t.Number()),
  actorName: t.String(),
  address: t.String(),
  action: t.String(),
  entity: t.String(),
  entityId: t.Nullable(t.Number()),
  name: t.String(),
  /** Old and new values of the fields that differ. */
  before: t.Record(t.String(), t.Unknown()),
  after: t.Record(t.String(), t.Unknown()),
  /** True when object and values were emptied at the demand of the person they named. */
  erased: t.Boolean(),
})
export type AuditLine = Static<typeof AuditLine>

/** Values for the log's filters. */
export const AuditChoices = t.Object({
  actors: t.Array(t.Object({ id: t.Number(), name: t.String() })),
  entities: t.Array(t.String()),
  actions: t.Array(t.String()),
})
export type AuditChoices = Static<typeof AuditChoices>

const word = t.String({ maxLength: 50 })

/** `from` and `to` are days in the company's time zone, both inclusive. */
export const AuditFilter = t.Object({
  actorId: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })),
  entity: t.Optional(word),
  action: t.Optional(word),
  from: t.Optional(day),
  to: t.Optional(day),
})
export type AuditFilter = Static<typeof AuditFilter>

/** `cursor` is the opaque `next` of the previous page; `pageNumber` is accepted for scripts. */
export const AuditQuery = t.Composite([
  AuditFilter,
  t.Object({ pageNumber, cursor: t.Optional(t.String({ maxLength: 20 })) }),
])
export type AuditQuery = Static<typeof AuditQuery>
