import type { PlanFlag } from '../../../../src/shared/enums'
import type { SettingKey } from '../../../../src/shared/settings'
import type { Texts } from '../../../i18n/pt/all'
import type { SettingsPart } from '../../../lib/paths'

type Text = `settings.${Exclude<keyof Texts['settings'], symbol>}` | 'roleLimits.title'

/** Setting on a page of options; its values and permissions are in src/shared/settings.ts. */
export interface OptionRow {
  key: SettingKey
  text: Text
  hint?: Text
  kind: 'switch' | 'select' | 'number' | 'text' | 'line' | 'lines' | 'macros' | 'country' | 'roleLimits'
  /** Labels of a select, in the order of the setting's values. */
  choices?: Text[]
  /** Setting without which this one has no effect; the row is shown while that one is on. */
  needs?: SettingKey
  /** Not on the tab, because the plan or the API decides; the audit log names it. */
  isAuditOnly?: true
}

/** Settings in groups with a heading; `part`: the page that shows them; `plan`: shown if the plan has the flag. */
export const optionGroups: { title: Text; part: SettingsPart | 'backups'; plan?: PlanFlag; rows: OptionRow[] }[] = [
  {
    title: 'settings.company',
    part: 'company',
    rows: [{ key: 'country', text: 'settings.country', hint: 'settings.countryHint', kind: 'country' }],
  },
  {
    title: 'settings.attendance',
    part: 'targets',
    rows: [
      {
        key: 'scheduleType',
        text: 'settings.scheduleType',
        hint: 'settings.scheduleTypeHint',
        kind: 'select',
        choices: [
          'settings.scheduleOff',
          'settings.scheduleQueue',
          'settings.scheduleCompany',
          'settings.scheduleConnection',
        ],
      },
      { key: 'CheckMsgIsGroup', text: 'settings.ignoreGroups', hint: 'settings.ignoreGroupsHint', kind: 'switch' },
      { key: 'call', text: 'settings.call', hint: 'settings.callHint', kind: 'switch' },
      { key: 'readReceipts', text: 'settings.readReceipts', hint: 'settings.readReceiptsHint', kind: 'switch' },
      { key: 'linkPreviews', text: 'settings.linkPreviews', hint: 'settings.linkPreviewsHint', kind: 'switch' },
      { key: 'reopenWindowMinutes', text: 'settings.reopenWindow', hint: 'settings.reopenWindowHint', kind: 'number' },
      { key: 'waitWarningMinutes', text: 'settings.waitWarning', hint: 'settings.waitWarningHint', kind: 'number' },
      { key: 'waitLateMinutes', text: 'settings.waitLate', hint: 'settings.waitLateHint', kind: 'number' },
      {
        key: 'listDensity',
        text: 'settings.listDensity',
        hint: 'settings.listDensityHint',
        kind: 'select',
        choices: ['settings.densityCompact', 'settings.densityComfortable'],
      },
      {
        key: 'chatBotType',
        text: 'settings.chatBotType',
        kind: 'select',
        choices: ['settings.botText'],
        isAuditOnly: true,
      },
      { key: 'asaas', text: 'settings.asaas', kind: 'text', isAuditOnly: true },
    ],
  },
  {
    title: 'settings.macros',
    part: 'macros',
    rows: [{ key: 'macros', text: 'settings.macros', kind: 'macros' }],
  },
  {
    title: 'settings.closing',
    part: 'macros',
    rows: [
      { key: 'outcomes', text: 'settings.outcomes', hint: 'settings.outcomesHint', kind: 'lines' },
      { key: 'outcomeRequired', text: 'settings.outcomeRequired', kind: 'switch' },
    ],
  },
  {
    title: 'settings.messages',
    part: 'messages',
    rows: [
      { key: 'userRating', text: 'settings.userRating', hint: 'settings.userRatingHint', kind: 'switch' },
      {
        key: 'sendGreetingMessageOneQueues',
        text: 'settings.greetingOneQueue',
        hint: 'settings.greetingOneQueueHint',
        kind: 'switch',
      },
      { key: 'sendGreetingAccepted', text: 'settings.greetingAccepted', kind: 'switch' },
      {
        key: 'acceptedMessage',
        text: 'settings.acceptedMessage',
        hint: 'settings.automaticHint',
        kind: 'text',
        needs: 'sendGreetingAccepted',
      },
      { key: 'sendMsgTransfTicket', text: 'settings.transfer', kind: 'switch' },
      {
        key: 'transferMessage',
        text: 'settings.transferMessage',
        hint: 'settings.automaticHint',
        kind: 'text',
        needs: 'sendMsgTransfTicket',
      },
      {
        key: 'invalidOptionMessage',
        text: 'settings.invalidOptionMessage',
        hint: 'settings.invalidOptionHint',
        kind: 'text',
      },
      {
        key: 'ratingScaleMessage',
        text: 'settings.ratingScaleMessage',
        hint: 'settings.ratingScaleHint',
        kind: 'text',
        needs: 'userRating',
      },
    ],
  },
  {
    title: 'settings.flows',
    part: 'messages',
    plan: 'useIntegrations',
    rows: [{ key: 'flowStopWords', text: 'settings.flowStopWords', hint: 'settings.flowStopWordsHint', kind: 'line' }],
  },
  {
    title: 'settings.optOut',
    part: 'messages',
    plan: 'useCampaigns',
    rows: [
      { key: 'optOutWords', text: 'settings.optOutWords', hint: 'settings.optOutWordsHint', kind: 'line' },
      { key: 'optOutMessage', text: 'settings.optOutMessage', hint: 'settings.optOutMessageHint', kind: 'text' },
      { key: 'optInMessage', text: 'settings.optInMessage', hint: 'settings.optInMessageHint', kind: 'text' },
      { key: 'optOutFromAnybody', text: 'settings.optOutAnybody', hint: 'settings.optOutAnybodyHint', kind: 'switch' },
    ],
  },
  {
    title: 'settings.ai',
    part: 'ai',
    plan: 'useOpenAi',
    rows: [
      { key: 'aiMonthlyTokens', text: 'settings.aiTokens', hint: 'settings.aiLimitHint', kind: 'number' },
      { key: 'aiMonthlyDollars', text: 'settings.aiDollars', hint: 'settings.aiLimitHint', kind: 'number' },
    ],
  },
  {
    title: 'settings.security',
    part: 'security',
    rows: [
      {
        key: 'secondFactorRequired',
        text: 'settings.secondFactorRequired',
        hint: 'settings.secondFactorRequiredHint',
        kind: 'switch',
      },
      {
        key: 'severalDevices',
        text: 'settings.severalDevices',
        hint: 'settings.severalDevicesHint',
        kind: 'switch',
      },
      { key: 'passwordMinLength', text: 'settings.passwordMin', hint: 'settings.passwordMinHint', kind: 'number' },
    ],
  },
  {
    title: 'roleLimits.title',
    part: 'security',
    rows: [{ key: 'roleLimits', text: 'roleLimits.title', kind: 'roleLimits' }],
  },
  {
    title: 'settings.programs',
    part: 'security',
    plan: 'useExternalApi',
    rows: [{ key: 'apiSendsPerMinute', text: 'settings.apiSends', hint: 'settings.apiSendsHint', kind: 'number' }],
  },
  {
    title: 'settings.installation',
    part: 'installation',
    rows: [
      { key: 'campaignsEnabled', text: 'settings.campaignsEnabled', kind: 'switch', isAuditOnly: true },
      { key: 'userCreation', text: 'settings.userCreation', hint: 'settings.userCreationHint', kind: 'switch' },
      {
        key: 'signupConfirmation',
        text: 'settings.signupConfirmation',
        hint: 'settings.signupConfirmationHint',
        kind: 'switch',
        needs: 'userCreation',
      },
      { key: 'signupTerms', text: 'settings.signupTerms', hint: 'settings.signupTermsHint', kind: 'line' },
      {
        key: 'providerPasswordMinLength',
        text: 'settings.providerPasswordMin',
        hint: 'settings.providerPasswordMinHint',
        kind: 'number',
      },
      {
        key: 'apiSendsPerMinuteMax',
        text: 'settings.apiSendsMax',
        hint: 'settings.apiSendsMaxHint',
        kind: 'number',
      },
      { key: 'graceDays', text: 'settings.graceDays', hint: 'settings.graceDaysHint', kind: 'number' },
      { key: 'mediaQuota', text: 'settings.mediaQuota', hint: 'settings.mediaQuotaHint', kind: 'number' },
    ],
  },
  {
    title: 'settings.backups',
    part: 'backups',
    rows: [
      { key: 'backupTime', text: 'settings.backupTime', hint: 'settings.backupTimeHint', kind: 'line' },
      { key: 'backupDays', text: 'settings.backupDays', hint: 'settings.backupDaysHint', kind: 'number' },
      { key: 'backupWeeks', text: 'settings.backupWeeks', kind: 'number' },
      { key: 'backupMonths', text: 'settings.backupMonths', kind: 'number' },
      { key: 'backupQuota', text: 'settings.backupQuota', hint: 'settings.backupQuotaHint', kind: 'number' },
      {
        key: 'backupLocalQuota',
        text: 'settings.backupLocalQuota',
        hint: 'settings.backupLocalQuotaHint',
        kind: 'number',
      },
    ],
  },
]

/**
 * True if a setting changes something for this company: not with one device in the plan, nor while the setting that it
 * belongs to is switched off.
 */
export const isOffered = (
  { key, needs, isAuditOnly }: OptionRow,
  values: ReadonlyMap<string, string>,
  devices: number,
): boolean => !isAuditOnly && (key !== 'severalDevices' || devices > 1) && (!needs || values.get(needs) === 'enabled')
