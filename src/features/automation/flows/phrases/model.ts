import { type Static, t } from 'elysia'
import { neverBlank, oneLineOfText } from '../../../../core/http/schemas'
import { limits } from '../../../../shared/limits'

const matching = t.UnionEnum(['exact', 'contains'], { default: undefined })

/** A phrase of customers that starts a flow; the API calls it a flow campaign. */
export const FlowCampaign = t.Object({
  id: t.Number(),
  name: t.String(),
  flowId: t.Number(),
  /** Null: on every connection. */
  whatsappId: t.Nullable(t.Number()),
  phrase: t.String(),
  /** `exact`: the whole message; `contains`: words within the message. */
  matching,
  status: t.Boolean(),
  flowName: t.String(),
  /** False while the flow is switched off or was never published: the phrase starts nothing. */
  flowStarts: t.Boolean(),
  /** Names of other active phrases with the same text on the same connection; the oldest one starts its flow. */
  sameAs: t.Array(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type FlowCampaign = Static<typeof FlowCampaign>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const required = {
  name: t.String({ minLength: limits.phraseName.min, maxLength: limits.phraseName.max, pattern: oneLineOfText }),
  flowId: id,
  phrase: t.String({ minLength: limits.flowPhrase.min, maxLength: limits.flowPhrase.max, pattern: '\\S' }),
}
const optional = {
  whatsappId: t.Optional(t.Nullable(id)),
  matching: t.Optional(matching),
  status: t.Optional(t.Boolean()),
}
export const FlowCampaignInput = t.Object({ ...required, ...optional })
export type FlowCampaignInput = Static<typeof FlowCampaignInput>

/** PUT /flowcampaign has the id in the body. */
export const FlowCampaignPatch = t.Composite(
  [t.Object({ id }), t.Partial(FlowCampaignInput)],
  neverBlank(['name', 'flowId', 'phrase']),
)
export type FlowCampaignPatch = Static<typeof FlowCampaignPatch>
