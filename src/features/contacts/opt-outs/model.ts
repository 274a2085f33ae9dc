import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { pageNumber } from '../../../core/http/schemas'
import { optOutSources } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { numberFaults } from '../../../shared/phone/faults'

/** Entry of the register of people who want no campaigns. */
export const OptOut = t.Object({
  id: t.Number(),
  /** Digits with country code. */
  number: t.String(),
  source: t.UnionEnum(optOutSources),
  /** Word that the customer sent; empty for the other sources. */
  word: t.String(),
  /** Reason that the person gave who entered it. */
  reason: t.String(),
  at: t.String(),
  /** Time of the text that confirmed it to the customer. */
  confirmedAt: t.Nullable(t.String()),
  /** Contact with this number. */
  contact: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  whatsapp: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  /** Campaign that the customer answered with the word. */
  campaign: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  /** Person who entered it. */
  user: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
})
export type OptOut = Static<typeof OptOut>

const number = t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max })
const reason = t.String({ maxLength: limits.optOutReason.max })

/** POST /opt-outs: a person enters a number. */
export const OptOutInput = t.Object({ number, reason: t.Optional(reason) })
export type OptOutInput = Static<typeof OptOutInput>

/** POST /opt-outs/import: numbers from another system. */
export const OptOutImport = t.Object({
  numbers: t.Array(t.String({ maxLength: limits.typedNumber.max }), { minItems: 1, maxItems: limits.optOutImport }),
  reason: t.Optional(reason),
})
export type OptOutImport = Static<typeof OptOutImport>

/** A text that is no number, and why (docs/behaviour.md, "Reading numbers"). */
const RefusedText = t.Object({ text: t.String(), reason: t.UnionEnum(numberFaults, { default: undefined }) })
export type RefusedText = Static<typeof RefusedText>

/** `known` counts numbers that were in the register; `refused` holds the first texts that are no number. */
export const OptOutImportResult = t.Object({
  added: t.Number(),
  known: t.Number(),
  refusedCount: t.Number(),
  refused: t.Array(t.String()),
  /** The texts of `refused` with their reasons. */
  reasons: t.Array(RefusedText),
})
export type OptOutImportResult = Static<typeof OptOutImportResult>

/** DELETE /opt-outs/:id: `confirmation` is the number, typed by the person; the reason goes to the audit log. */
export const OptOutRemoval = t.Object({
  confirmation: t.String({ minLength: 1, maxLength: 50 }),
  reason: t.String({ minLength: limits.optOutReason.min, maxLength: limits.optOutReason.max }),
})
export type OptOutRemoval = Static<typeof OptOutRemoval>

/** `searchParam` is part of a number, or of a contact's name. */
export const OptOutQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  source: t.Optional(t.UnionEnum(optOutSources, { default: undefined })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 20 })),
})
export type OptOutQuery = Static<typeof OptOutQuery>

/** `count` is of the whole register; `erased` counts erased people, who stay opted out without an entry. */
export const OptOutPage = t.Object({
  optOuts: t.Array(OptOut),
  count: t.Number(),
  erased: t.Number(),
  ...pageFields,
})
