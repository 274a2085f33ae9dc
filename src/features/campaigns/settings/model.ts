import { type Static, t } from 'elysia'
import { campaignSettingChoices as choices } from '../../../shared/campaign/settings'
import { campaignBases } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

const clock = t.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5 })
const cap = t.Integer({ minimum: 0, maximum: limits.campaignCap.max })
/** Settings of the company's campaigns (shared/campaign/settings.ts says what each means). */
const fields = {
  /** Basis of a campaign that names none: the first one that a person stated, or chosen here. */
  basis: t.Nullable(t.UnionEnum(campaignBases, { default: undefined })),
  messageInterval: t.UnionEnum(choices.messageInterval),
  longerIntervalAfter: t.UnionEnum(choices.longerIntervalAfter),
  greaterInterval: t.UnionEnum(choices.greaterInterval),
  hourlyCap: cap,
  dailyCap: cap,
  windowStart: clock,
  windowEnd: clock,
  windowDays: t.Array(t.Integer({ minimum: 0, maximum: 6 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  warmUp: t.Boolean(),
  /** A key that exists already is not added again. */
  variables: t.Array(
    t.Object({
      key: t.String({ minLength: 1, maxLength: limits.campaignVariable.key, pattern: '^[^{}\\s]+$' }),
      value: t.String({ maxLength: limits.campaignVariable.value }),
    }),
    { maxItems: limits.campaignVariable.count },
  ),
}
const CampaignSettingsModel = t.Object(fields)
/** GET and POST /campaign-settings. POST stores the given keys. */
export const CampaignSettingsAnswer = t.Object({ settings: CampaignSettingsModel })
export const CampaignSettingsInput = t.Object({ settings: t.Partial(CampaignSettingsModel, { minProperties: 1 }) })
export type CampaignSettingsInput = Static<typeof CampaignSettingsInput>
