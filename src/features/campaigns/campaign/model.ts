import { type Static, t } from 'elysia'
import { atLeastOneField, oneLineOfText, pageNumber } from '../../../core/http/schemas'
import { campaignBases, campaignStatuses, recipientStates } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

export const nullableText = t.Nullable(t.String())
const namedRow = t.Nullable(t.Object({ id: t.Number(), name: t.String() }))

/** Why a message waits (shared/campaign/waits.ts) and until when. */
export const Wait = t.Object({ reason: t.String(), until: nullableText })

/** Later message to people who did not answer; a contact with the end tag gets no further one. */
const CampaignStep = t.Object({
  /** Hours after the message before. */
  afterHours: t.Number(),
  message: t.String(),
  endTagId: t.Nullable(t.Number()),
  endTag: namedRow,
})

/** A campaign in responses and events. */
export const Campaign = t.Object({
  id: t.Number(),
  companyId: t.Number(),
  name: t.String(),
  status: t.UnionEnum(campaignStatuses),
  /** Why the server cancelled it (shared/campaign/waits.ts); null when a person did. */
  reason: nullableText,
  /** Basis for writing to these people; needed for the start. */
  basis: t.Nullable(t.UnionEnum(campaignBases)),
  message1: t.String(),
  message2: t.String(),
  message3: t.String(),
  message4: t.String(),
  message5: t.String(),
  /** Later messages in their order. */
  steps: t.Array(CampaignStep),
  whatsappId: t.Nullable(t.Number()),
  whatsapp: namedRow,
  /** Recipients: a list or the contacts with a tag. */
  contactListId: t.Nullable(t.Number()),
  contactList: namedRow,
  tagId: t.Nullable(t.Number()),
  tag: namedRow,
  fileListId: t.Nullable(t.Number()),
  fileList: namedRow,
  /** Flow that starts when a recipient answers. */
  flowId: t.Nullable(t.Number()),
  flow: namedRow,
  mediaId: nullableText,
  mediaName: nullableText,
  /** Signed URL, valid for one hour. */
  mediaPath: nullableText,
  userId: t.Nullable(t.Number()),
  userName: t.String(),
  /** UTC. */
  scheduledAt: nullableText,
  startedAt: nullableText,
  /** Recipients are read; null before and meanwhile. */
  preparedAt: nullableText,
  completedAt: nullableText,
  /** Number of recipients, counted at the start; 0 before. */
  recipientCount: t.Number(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Campaign = Static<typeof Campaign>

/** GET /campaigns/{id}: with recipients and people of the list, the first 1,000 of each. */
export const WholeCampaign = t.Composite([
  t.Omit(Campaign, ['contactList']),
  t.Object({
    contactList: t.Nullable(
      t.Object({
        id: t.Number(),
        name: t.String(),
        contacts: t.Array(
          t.Object({
            id: t.Number(),
            name: t.String(),
            number: t.String(),
            email: t.String(),
            isWhatsappValid: t.Nullable(t.Boolean()),
          }),
        ),
        hasMoreContacts: t.Boolean(),
      }),
    ),
    /** First messages in the order of sending; times are null until they happen. */
    shipping: t.Array(
      t.Object({
        id: t.Number(),
        number: t.String(),
        name: t.String(),
        message: t.String(),
        state: t.UnionEnum(recipientStates),
        sentAt: nullableText,
        deliveredAt: nullableText,
        readAt: nullableText,
      }),
    ),
    hasMoreShipping: t.Boolean(),
  }),
])
export type WholeCampaign = Static<typeof WholeCampaign>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const message = t.Optional(t.String({ maxLength: limits.campaignMessage.max }))
/** Elysia otherwise fills in the first value for a missing field. */
export const noDefault = { default: undefined }
const optionalId = t.Optional(t.Nullable(id))

const stepInput = t.Object({
  afterHours: t.Integer({ minimum: limits.campaignStepHours.min, maximum: limits.campaignStepHours.max }),
  message: t.String({ minLength: 1, maxLength: limits.campaignMessage.max }),
  endTagId: optionalId,
})

/**
 * Fields of the dialog. `tagListId` is another name of `tagId`, with the text "Nenhuma" for none (docs/behaviour.md,
 * "Names and values on the wire"). `scheduledAt` is ISO 8601, without an offset in the company's time zone.
 */
const fields = {
  steps: t.Optional(t.Array(stepInput, { maxItems: limits.campaignSteps })),
  message1: message,
  message2: message,
  message3: message,
  message4: message,
  message5: message,
  basis: t.Optional(t.Nullable(t.UnionEnum(campaignBases, noDefault))),
  whatsappId: optionalId,
  contactListId: optionalId,
  tagId: optionalId,
  tagListId: t.Optional(t.Union([t.Null(), id, t.Literal('Nenhuma')])),
  fileListId: optionalId,
  flowId: optionalId,
  scheduledAt: t.Optional(t.Nullable(t.String({ maxLength: 40, pattern: '^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d' }))),
}
const name = t.String({
  minLength: limits.campaignName.min,
  maxLength: limits.campaignName.max,
  pattern: oneLineOfText,
})
export const CampaignInput = t.Object({ name, ...fields })
export type CampaignInput = Static<typeof CampaignInput>
export type CampaignChange = Partial<CampaignInput>

/** Newest first. */
export const CampaignQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  status: t.Optional(t.UnionEnum(campaignStatuses, noDefault)),
  pageNumber,
})
export type CampaignQuery = Static<typeof CampaignQuery>

export const CampaignPage = t.Object({ records: t.Array(Campaign), hasMore: t.Boolean(), count: t.Number() })

/**
 * POST /campaigns/preview: texts as one recipient will read them. The recipient is an item of a list, a contact, or
 * without both the first one of the list or tag.
 */
export const PreviewInput = t.Object(
  {
    message1: message,
    message2: message,
    message3: message,
    message4: message,
    message5: message,
    contactListId: optionalId,
    tagId: optionalId,
    contactListItemId: t.Optional(id),
    contactId: t.Optional(id),
  },
  atLeastOneField,
)
export type PreviewInput = Static<typeof PreviewInput>
export const Preview = t.Object({
  /** Null for an empty list: the texts show an example. */
  recipient: t.Nullable(
    t.Object({
      ...{ name: t.String(), number: t.String(), email: t.String() },
      /** Values of the columns of the list, by their headings. */
      variables: t.Optional(t.Record(t.String(), t.String())),
    }),
  ),
  variants: t.Array(
    t.Object({
      variant: t.Number(),
      text: t.String(),
      /** Variables of the text that do not exist; they stay as written. */
      unknownVariables: t.Array(t.String()),
    }),
  ),
})
export type Preview = Static<typeof Preview>

/** POST /campaigns/{id}/test: sends one variant to a number of the company's own people. */
export const TestInput = t.Object({
  number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }),
  variant: t.Optional(t.Integer({ minimum: 1, maximum: 5 })),
})
export type TestInput = Static<typeof TestInput>

/** POST /campaigns/estimate: end by pace, window and caps. */
export const EstimateInput = t.Object(
  {
    whatsappId: optionalId,
    contactListId: optionalId,
    tagId: optionalId,
    scheduledAt: fields.scheduledAt,
  },
  atLeastOneField,
)
export type EstimateInput = Static<typeof EstimateInput>
export const Estimate = t.Object({
  /** Recipients that the campaign would have now. */
  recipients: t.Number(),
  /** Items of the list that are not verified yet, or not on WhatsApp: they get nothing. */
  unverified: t.Number(),
  invalid: t.Number(),
  optedOut: t.Number(),
  startsAt: t.String(),
  /** Null when it would take more than a year. */
  endsAt: nullableText,
})
export type Estimate = Static<typeof Estimate>
