import { type Static, t } from 'elysia'
import { hexColor, oneLine, pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

export const Tag = t.Object({
  id: t.Number(),
  name: t.String(),
  color: t.String(),
  /** 1 for a lane of the board. */
  kanban: t.Union([t.Literal(0), t.Literal(1)]),
  /** Position among the lanes. */
  orderTag: t.Number(),
  /** The user who created it. */
  userId: t.Nullable(t.Number()),
  ticketsCount: t.Number(),
})
export type Tag = Static<typeof Tag>

/** Without a colour the server chooses the first unused one. */
export const TagInput = t.Object({
  name: t.String({ minLength: limits.tagName.min, maxLength: limits.tagName.max, pattern: oneLine }),
  color: t.Optional(hexColor),
  kanban: t.Optional(t.Union([t.Literal(0), t.Literal(1)])),
  orderTag: t.Optional(t.Number({ minimum: 0, maximum: 100_000, multipleOf: 1 })),
})
export type TagInput = Static<typeof TagInput>

/** `cursor` is the opaque `next` of the previous page; `pageNumber` is for scripts. */
export const TagQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 400 })),
})
export type TagQuery = Static<typeof TagQuery>

const id = t.Number({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })

/** Sets a ticket's tags to exactly these; by id, or as tag objects. */
export const TagSync = t.Object({
  ticketId: id,
  tags: t.Array(t.Union([id, t.Object({ id })]), { maxItems: limits.tagsPerTicket }),
})
export type TagSync = Static<typeof TagSync>

/** Lane ids from left to right. */
export const LaneOrder = t.Object({ tags: t.Array(id, { minItems: 1, maxItems: limits.tags }) })

/** `queueIds` is JSON: `[1,2]`. */
export const BoardQuery = t.Object({
  queueIds: t.Optional(t.String({ maxLength: 1000 })),
  showAll: t.Optional(t.BooleanString()),
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type BoardQuery = Static<typeof BoardQuery>
