import { type Static, t } from 'elysia'
import { pageNumber } from '../../../core/http/schemas'
import { recipientStates } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { Campaign, noDefault, nullableText, Wait } from '../campaign/model'

/** Counts of the recipients of a campaign or of one of its variants. */
const counts = {
  /** Recipients with a verified address. */
  valid: t.Number(),
  pending: t.Number(),
  sending: t.Number(),
  /** Accepted by WhatsApp; includes those delivered and read. */
  sent: t.Number(),
  delivered: t.Number(),
  read: t.Number(),
  answered: t.Number(),
  optedOut: t.Number(),
  failed: t.Number(),
  /** A part may have arrived; never sent again. */
  unknown: t.Number(),
  /** Not sent on purpose: opted out, answered before, cancelled. */
  suppressed: t.Number(),
}
export const CampaignCounts = t.Object(counts)
export type CampaignCounts = Static<typeof CampaignCounts>

/** Share with its interval of 95 % (Wilson), from 0 to 1. */
const share = t.Object({ value: t.Number(), low: t.Number(), high: t.Number() })

/** Variant of the text with its results; `answeredShare` is of those sent. */
const VariantReport = t.Object({
  variant: t.Number(),
  message: t.String(),
  ...counts,
  answeredShare: share,
  readShare: share,
})

/** Later message with its results; `until` is the time of the last one that waits. */
const StepReport = t.Object({ step: t.Number(), ...counts, until: nullableText })

export const CampaignReport = t.Object({
  campaign: Campaign,
  /** Of the first message; opt-outs also after later ones. */
  counts: CampaignCounts,
  /** Later messages that were planned, in their order. */
  steps: t.Array(StepReport),
  /** Part of the valid recipients that are done, from 0 to 1: sent, failed, unknown or suppressed. */
  progress: t.Number(),
  /** Why no message leaves now and until when; null when one does, or when the campaign does not run. */
  wait: t.Nullable(Wait),
  /** Estimated end of a running campaign; null when unknown. */
  endsAt: nullableText,
  /** Failed and unknown recipients by reason: most first, at most 20. */
  failures: t.Array(t.Object({ reason: t.String(), count: t.Number() })),
  variants: t.Array(VariantReport),
  /** By hour, UTC, in order; at most 1,000. */
  hours: t.Array(
    t.Object({ hour: t.String(), sent: t.Number(), delivered: t.Number(), read: t.Number(), answered: t.Number() }),
  ),
  /** Tickets that answers opened or continued, and ratings given in them. */
  tickets: t.Object({ count: t.Number(), open: t.Number(), rated: t.Number(), averageRating: t.Nullable(t.Number()) }),
})
export type CampaignReport = Static<typeof CampaignReport>

/** GET /campaigns/{id}/progress: what a row of the list shows; costs some lookups, however long the list is. */
export const CampaignProgress = t.Object({
  sent: t.Number(),
  valid: t.Number(),
  /** As in the report. */
  progress: t.Number(),
  wait: t.Nullable(Wait),
})
export type CampaignProgress = Static<typeof CampaignProgress>

/** Recipient in the report. */
export const Recipient = t.Object({
  id: t.Number(),
  step: t.Number(),
  number: t.String(),
  name: t.String(),
  variant: t.Number(),
  text: t.String(),
  state: t.UnionEnum(recipientStates),
  reason: nullableText,
  attempts: t.Number(),
  sentAt: nullableText,
  deliveredAt: nullableText,
  readAt: nullableText,
  answeredAt: nullableText,
  optedOutAt: nullableText,
  ticketId: t.Nullable(t.Number()),
  /** Why a pending recipient waits. */
  wait: t.Nullable(Wait),
})
export type Recipient = Static<typeof Recipient>

/** Results by which the recipients are filtered, beside the state. */
const recipientFilters = ['delivered', 'read', 'answered', 'unanswered', 'optedOut'] as const

/** `searchParam` is part of a name or number; in order of the sending. */
export const RecipientQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  state: t.Optional(t.UnionEnum(recipientStates, noDefault)),
  only: t.Optional(t.UnionEnum(recipientFilters, noDefault)),
  step: t.Optional(t.Numeric({ minimum: 0, maximum: 3, multipleOf: 1 })),
  pageNumber,
})
export type RecipientQuery = Static<typeof RecipientQuery>
export const RecipientPage = t.Object({ recipients: t.Array(Recipient), hasMore: t.Boolean(), count: t.Number() })
