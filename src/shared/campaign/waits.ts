/**
 * Reasons why a campaign message waits, in the order in which they are checked. `until` beside a reason is the time at
 * which it ends, null when an event ends it.
 */
export const campaignWaits = [
  /** The recipients are being read. */
  'preparing',
  /** The company's licence has expired. */
  'licence',
  /** A person paused the number. */
  'paused',
  /** The number is not connected. */
  'connection',
  /** WhatsApp limits the number, or its health forbids campaigns. */
  'health',
  /** Pause after errors. */
  'backOff',
  /** Outside of the days or hours of the settings. */
  'window',
  'hourlyCap',
  'dailyCap',
  /** Daily cap of a young number. */
  'warmUp',
  /** Answers of agents leave first. */
  'replies',
  /** Longer pause after a number of messages. */
  'longerPause',
  /** Interval between two messages. */
  'interval',
  /** Another attempt after a failure of the transport. */
  'retry',
  /** Time of a later step. */
  'step',
  /** Other recipients come first. */
  'turn',
] as const
export type CampaignWaitReason = (typeof campaignWaits)[number]
export interface CampaignWait {
  reason: CampaignWaitReason
  /** UTC ISO. */
  until: string | null
}

/**
 * Reasons of a campaign that was cancelled by the server; null when a person cancelled it. `missed`: the start was more
 * than 12 hours late. `restricted`: WhatsApp restricts the number (463). `failures`: three failures in a row.
 */
export const cancelReasons = [
  'missed',
  'restricted',
  'failures',
  'connectionDeleted',
  'noRecipients',
  'noMessage',
  'plan',
  'licence',
  'companyDisabled',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/**
 * Reasons of a recipient that got no message or not all of it; other values are WhatsApp's codes, such as `463`.
 * `answered`, `tag`, `cancelled`, `empty`: suppressed. `optedOut`: suppressed, or unknown when a message was written
 * before and never answered. `transport`: three attempts failed.
 */
export const recipientReasons = ['optedOut', 'answered', 'tag', 'cancelled', 'transport', 'file', 'empty'] as const
export type RecipientReason = (typeof recipientReasons)[number]
