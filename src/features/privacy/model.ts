import { type Static, t } from 'elysia'
import { pageNumber } from '../../core/http'
import { limits } from '../../shared/limits'

/** How much was there to forget. */
export interface Counts {
  tickets: number
  messages: number
  /** What they wrote in groups, emptied because the groups are not theirs. */
  inGroups: number
  notes: number
  drafts: number
  schedules: number
  addresses: number
  files: number
  bytes: number
}

/** The proof that somebody was forgotten; nothing in it says who they were. */
export interface Erasure {
  id: number
  at: string
  actorName: string
  address: string
  reason: string
  contactId: number
  counts: Counts
  hash: string
}

/** `confirmation` is the contact's number, or its name where it has none: typed, not clicked. */
export const EraseInput = t.Object({
  confirmation: t.String({ minLength: 1, maxLength: 100 }),
  reason: t.Optional(t.String({ maxLength: limits.erasureReason.max })),
})
export type EraseInput = Static<typeof EraseInput>

/** With a number: whether that person was forgotten. */
export const ErasureQuery = t.Object({
  number: t.Optional(t.String({ maxLength: 40 })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 20 })),
})
export type ErasureQuery = Static<typeof ErasureQuery>
