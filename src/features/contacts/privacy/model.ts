import { type Static, t } from 'elysia'
import { pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** Numbers of erased rows. */
export const ErasedCounts = t.Object({
  tickets: t.Number(),
  messages: t.Number(),
  /** Messages in groups, which are emptied but not deleted, because the conversation belongs to the group. */
  inGroups: t.Number(),
  notes: t.Number(),
  drafts: t.Number(),
  schedules: t.Number(),
  addresses: t.Number(),
  files: t.Number(),
  bytes: t.Number(),
})
export type ErasedCounts = Static<typeof ErasedCounts>

/** Proof of an erasure, without personal data. */
export const Erasure = t.Object({
  id: t.Number(),
  at: t.String(),
  actorName: t.String(),
  address: t.String(),
  reason: t.String(),
  contactId: t.Number(),
  counts: ErasedCounts,
  hash: t.String(),
})
export type Erasure = Static<typeof Erasure>

/** `confirmation` is the contact's number, or its name if it has no number; typed by the user. */
export const EraseInput = t.Object({
  confirmation: t.String({ minLength: 1, maxLength: 100 }),
  reason: t.Optional(t.String({ maxLength: limits.erasureReason.max })),
})
export type EraseInput = Static<typeof EraseInput>

/** With `number`: the erasures of that person. */
export const ErasureQuery = t.Object({
  number: t.Optional(t.String({ maxLength: 40 })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 20 })),
})
export type ErasureQuery = Static<typeof ErasureQuery>
