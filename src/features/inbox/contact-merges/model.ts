import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
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

/** Why two contacts may be one person, in the order in which the pairs are listed (docs/adr/0157). */
export const duplicateReasons = ['number', 'email', 'name'] as const

const DuplicatePair = t.Object({ reason: t.UnionEnum(duplicateReasons), contact: Contact, other: Contact })
export type DuplicatePair = Static<typeof DuplicatePair>
export const DuplicatePage = t.Object({ pairs: t.Array(DuplicatePair), ...pageFields })
export type DuplicatePage = Static<typeof DuplicatePage>
export const DuplicateQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 400 })) })

/** Two contacts that are two people. */
export const DistinctPair = t.Object({ id: t.Number(), otherId: t.Number() })
