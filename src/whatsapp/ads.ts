import type { proto } from '@whiskeysockets/baileys'
import { type Ad, adFields, adLimits } from '../shared/ads'
import { clean, thumbnail } from './field-values'

/** Words in the name of an entry point that is an ad; others are contact cards, links and searches. */
const adEntry = /(^|_)(ads?|ctwa|post)(_|$)/i

/**
 * Returns the ad or post through which a customer came, with its small picture; undefined for a message without one. An
 * entry point alone, such as a contact card, is none.
 */
export function adOf(context: proto.IContextInfo | null | undefined): (Ad & { thumbnail?: string }) | undefined {
  const { externalAdReply: shown, conversionSource, entryPointConversionSource: entryPoint } = context ?? {}
  const isAd = hasSource(shown) || !!conversionSource || adEntry.test(entryPoint ?? '')
  if (!context || !isAd) return undefined
  const found: Record<keyof Ad, unknown> = {
    title: shown?.title,
    body: shown?.body,
    link: linkOf(shown),
    type: shown?.sourceType,
    sourceId: shown?.sourceId,
    app: shown?.sourceApp || context.entryPointConversionApp,
    clickId: shown?.ctwaClid,
    entry: conversionSource || entryPoint,
    campaign: context.utm?.utmCampaign || context.smbClientCampaignId,
  }
  const ad = Object.fromEntries(adFields.map((field) => [field, oneLine(found[field], adLimits[field])]))
  const picture = thumbnail(shown?.thumbnail)
  return { ...(ad as unknown as Ad), ...(picture ? { thumbnail: picture } : {}) }
}

type Shown = proto.ContextInfo.IExternalAdReplyInfo | null | undefined

/** False for a card that names no source. */
const hasSource = (shown: Shown) =>
  [shown?.title, shown?.sourceId, shown?.sourceUrl, shown?.ctwaClid].some((text) => !!text?.trim())

/** First web address of the ad; none of another scheme, which a click could run. */
const linkOf = (shown: Shown) =>
  [shown?.sourceUrl, shown?.mediaUrl, shown?.wtwaWebsiteUrl].find((url) => /^https?:\/\/[^\s/]/i.test(url ?? ''))

const oneLine = (value: unknown, max: number) => clean(value, max).replace(/\s+/g, ' ').trim()
