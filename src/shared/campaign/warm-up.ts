import type { CampaignSettings } from './settings'

/**
 * Highest number of messages in 24 hours by the age of a number in days. WhatsApp publishes no figures; these start
 * below what its users report as harmless and double about once a week.
 */
export const warmUpSteps = [
  { days: 3, cap: 20 },
  { days: 7, cap: 50 },
  { days: 14, cap: 100 },
  { days: 21, cap: 250 },
  { days: 30, cap: 500 },
] as const

const dayMs = 86_400_000

/** Daily cap of a number, 0 for none; `isLowered` while its age lowers the cap. `since` is UTC ISO or a day. */
export function dailyCapOf(
  { warmUp, dailyCap }: Pick<CampaignSettings, 'warmUp' | 'dailyCap'>,
  since: string,
  now: number,
) {
  const age = (now - Date.parse(since)) / dayMs
  const step = warmUp ? warmUpSteps.find(({ days }) => age < days) : undefined
  if (!step || (dailyCap > 0 && dailyCap <= step.cap)) return { cap: dailyCap, isLowered: false }
  return { cap: step.cap, isLowered: true }
}
