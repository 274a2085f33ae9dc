import { type Static, t } from 'elysia'
import { Contact } from '../../contacts/contacts/model'

export const MergeInput = t.Object({ otherId: t.Number() })

export const MergeResult = t.Object({ contact: Contact, mergeId: t.Number() })
export type MergeResult = Static<typeof MergeResult>
export const MergeUndone = t.Object({ contact: Contact, restored: Contact })
export type MergeUndone = Static<typeof MergeUndone>

/** Merges into a contact that can be undone; `by` is null once that user is deleted. */
export const MergeList = t.Object({
  merges: t.Array(
    t.Object({
      id: t.Number(),
      name: t.String(),
      number: t.Nullable(t.String()),
      createdAt: t.String(),
      by: t.Nullable(t.String()),
    }),
  ),
})
export type MergeList = Static<typeof MergeList>
