import type { CampaignBasis } from '../enums'
import type { CampaignVariable } from './text'

/** Settings of a company's campaigns, with the choices that the interface offers. */
export interface CampaignSettings {
  /**
   * Seconds between two messages of a number, ±40 %, at least one.
   * Risk of a short interval: WhatsApp takes the number for a machine and restricts it.
   */
  messageInterval: number
  /**
   * Number of messages after which a longer pause follows; 0 for none.
   * Risk without pauses: an even stream of messages looks automatic.
   */
  longerIntervalAfter: number
  /**
   * Seconds of the longer pause.
   * Risk of a short pause: as without one.
   */
  greaterInterval: number
  /**
   * Cap of messages per hour and per day: those of a number in 60 minutes and in 24 hours; 0 for no limit.
   * Risk of a high cap: one bad list reaches many people before the first complaints stop it.
   */
  hourlyCap: number
  dailyCap: number
  /**
   * Hours in the company's time zone, as `HH:MM`. The same text for both means the whole day.
   * Risk outside of usual hours: people woken by advertising block and report the number.
   */
  windowStart: string
  windowEnd: string
  /** Days of the week on which messages leave: 0 is Sunday. */
  windowDays: number[]
  /**
   * Lowers the daily cap of a young number (shared/campaign/warm-up.ts).
   * Risk without warm-up: numbers that write to many strangers in their first weeks are the first to be banned.
   */
  warmUp: boolean
  /** Texts of the company for `{key}`. */
  variables: CampaignVariable[]
}

/** The settings as they are stored. */
export interface CompanyCampaignSettings extends CampaignSettings {
  /** Basis of a campaign that names none; null until the company has stated one. */
  basis: CampaignBasis | null
}

const pauses = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const

/** Values that the page offers. */
export const campaignSettingChoices = {
  messageInterval: [0, 5, 10, 15, 20],
  longerIntervalAfter: pauses,
  greaterInterval: pauses,
} as const

/** Settings of a company that has set none; cautious on purpose, because WhatsApp publishes no limits. */
export const campaignDefaults: CompanyCampaignSettings = {
  basis: null,
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  hourlyCap: 250,
  dailyCap: 1500,
  windowStart: '08:00',
  windowEnd: '20:00',
  windowDays: [1, 2, 3, 4, 5, 6],
  warmUp: true,
  variables: [],
}
export type CampaignSettingKey = keyof CompanyCampaignSettings

/** Settings by which a company can endanger its numbers; the interface has a sentence for each (`campaignRisks`). */
const riskySettings = [
  'messageInterval',
  'longerIntervalAfter',
  'greaterInterval',
  'hourlyCap',
  'dailyCap',
  'window',
  'warmUp',
] as const
export type RiskySetting = (typeof riskySettings)[number]
