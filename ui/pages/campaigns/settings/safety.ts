import {
  type CampaignSettings,
  type RiskySetting,
  campaignDefaults as safe,
} from '../../../../src/shared/campaign/settings'

const isAtMost = (value: number, limit: number) => value > 0 && value <= limit

const checks: Record<RiskySetting, (settings: CampaignSettings) => boolean> = {
  messageInterval: ({ messageInterval }) => messageInterval >= safe.messageInterval,
  longerIntervalAfter: ({ longerIntervalAfter }) => isAtMost(longerIntervalAfter, safe.longerIntervalAfter),
  greaterInterval: ({ greaterInterval }) => greaterInterval >= safe.greaterInterval,
  hourlyCap: ({ hourlyCap }) => isAtMost(hourlyCap, safe.hourlyCap),
  dailyCap: ({ dailyCap }) => isAtMost(dailyCap, safe.dailyCap),
  window: ({ windowStart, windowEnd, windowDays }) =>
    windowStart >= safe.windowStart &&
    windowEnd <= safe.windowEnd &&
    windowStart < windowEnd &&
    windowDays.every((day) => safe.windowDays.includes(day)),
  warmUp: ({ warmUp }) => warmUp,
}

/** True if the setting is at least as cautious as its default; 0 means "no limit" for counts and caps. */
export const isSafe = (setting: RiskySetting, settings: CampaignSettings) => checks[setting](settings)

/** Settings that endanger the number. */
export const riskySettingsOf = (settings: CampaignSettings) =>
  (Object.keys(checks) as RiskySetting[]).filter((setting) => !isSafe(setting, settings))
