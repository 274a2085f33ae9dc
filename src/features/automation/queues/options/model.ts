import { type Static, t } from 'elysia'
import { changeOf, oneLine } from '../../../../core/http/schemas'
import { limits } from '../../../../shared/limits'

/** One line of a queue's menu; the menu behind it has its id as `parentId`. */
export const QueueOption = t.Object({
  id: t.Number(),
  queueId: t.Number(),
  /** Null for the first menu. */
  parentId: t.Nullable(t.Number()),
  /** Text by which the customer chooses it. */
  option: t.String(),
  title: t.String(),
  message: t.String(),
  /** Queue that the ticket enters after the message; null to wait in its own queue. */
  nextQueueId: t.Nullable(t.Number()),
  /** List of files sent after the message, unless a menu is behind the option. */
  fileListId: t.Nullable(t.Number()),
  fileListName: t.Nullable(t.String()),
})
export type QueueOption = Static<typeof QueueOption>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const texts = {
  title: t.String({ minLength: limits.optionTitle.min, maxLength: limits.optionTitle.max, pattern: oneLine }),
  message: t.Optional(t.String({ maxLength: limits.automaticText.max })),
  /** Empty for the next number of its menu. */
  option: t.Optional(t.String({ maxLength: limits.option.max })),
  nextQueueId: t.Optional(t.Nullable(id)),
  fileListId: t.Optional(t.Nullable(id)),
}

/** Null or -1 for the first menu. */
const parentId = t.Nullable(id, { 'x-none': -1 })
export const QueueOptionInput = t.Object({ queueId: id, parentId: t.Optional(parentId), ...texts })
export type QueueOptionInput = Static<typeof QueueOptionInput>
export const QueueOptionPatch = changeOf(t.Object(texts))
export type QueueOptionPatch = Static<typeof QueueOptionPatch>

/** The ids of one menu in their new order. */
export const QueueOptionOrder = t.Object({
  queueId: id,
  parentId,
  ids: t.Array(id, { maxItems: limits.optionsPerMenu }),
})
export type QueueOptionOrder = Static<typeof QueueOptionOrder>

/**
 * Without `queueId` the options of all queues, without `parentId` the whole tree; -1 is the parent of the first menu
 * (docs/behaviour.md, "Names and values on the wire").
 */
export const QueueOptionQuery = t.Object({
  queueId: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  parentId: t.Optional(t.Numeric({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })),
})
export type QueueOptionQuery = Static<typeof QueueOptionQuery>
