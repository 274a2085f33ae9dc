import { type Static, t } from 'elysia'

/**
 * The ad or post through which the customer came, as WhatsApp tells it; '' for what it does not tell. `sourceId` is the
 * id of the ad at its network (`app`), `clickId` that of the click (`ctwaClid`), `entry` WhatsApp's word for what led to
 * the conversation.
 */
export const Ad = t.Object({
  title: t.String(),
  body: t.String(),
  link: t.String(),
  type: t.String(),
  sourceId: t.String(),
  app: t.String(),
  clickId: t.String(),
  entry: t.String(),
  campaign: t.String(),
})
export type Ad = Static<typeof Ad>
