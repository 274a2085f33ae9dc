/** The ad or post through which a customer came, as WhatsApp tells it; '' for what it does not tell. */
export interface Ad {
  title: string
  body: string
  /** Address of the ad or post; https or http. */
  link: string
  /** WhatsApp's word for the kind of the source, such as `ad` or `post`. */
  type: string
  /** Id of the ad or post at its network. */
  sourceId: string
  /** Network that showed it, such as `facebook` or `instagram`. */
  app: string
  /** Id of the click, by which the network recognizes the conversion (`ctwaClid`). */
  clickId: string
  /** WhatsApp's word for what led to the conversation (`conversionSource`, else `entryPointConversionSource`). */
  entry: string
  campaign: string
}

/** Maximum characters of each field. */
export const adLimits = {
  ...{ title: 300, body: 1_000, link: 2_000, type: 50, sourceId: 200, app: 50, clickId: 500, entry: 100 },
  campaign: 300,
} as const satisfies Record<keyof Ad, number>

export const adFields = Object.keys(adLimits) as (keyof Ad)[]

/** Name of an ad in lists and reports: the title, else the first other text that tells it from others. */
export const adName = ({ title, campaign, sourceId, link, app, entry }: Ad): string =>
  (title || campaign || sourceId || link || app || entry).slice(0, adLimits.title)
