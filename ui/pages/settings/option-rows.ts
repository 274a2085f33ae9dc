import type { PlanFlag } from '../../../src/shared/enums'
import type { SettingKey } from '../../../src/shared/settings'
import type { Texts } from '../../i18n/pt/all'

type Text = `settings.${Exclude<keyof Texts['settings'], symbol>}`

/** Setting on the options tab; its values and permissions are in src/shared/settings.ts. */
export interface OptionRow {
  key: SettingKey
  text: Text
  hint?: Text
  kind: 'switch' | 'select' | 'number' | 'text' | 'secret'
  /** Labels of a select, in the order of the setting's values. */
  choices?: Text[]
}

/** Settings in groups with a heading; `plan`: shown to companies whose plan has the flag. */
export const optionGroups: { title: Text; plan?: PlanFlag; rows: OptionRow[] }[] = [
  {
    title: 'settings.attendance',
    rows: [
      { key: 'userRating', text: 'settings.userRating', hint: 'settings.userRatingHint', kind: 'switch' },
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
      { key: 'chatBotType', text: 'settings.chatBotType', kind: 'select', choices: ['settings.botText'] },
    ],
  },
  {
    title: 'settings.messages',
    rows: [
      {
        key: 'sendGreetingMessageOneQueues',
        text: 'settings.greetingOneQueue',
        hint: 'settings.greetingOneQueueHint',
        kind: 'switch',
      },
      { key: 'sendGreetingAccepted', text: 'settings.greetingAccepted', kind: 'switch' },
      { key: 'acceptedMessage', text: 'settings.acceptedMessage', hint: 'settings.automaticHint', kind: 'text' },
      { key: 'sendMsgTransfTicket', text: 'settings.transfer', kind: 'switch' },
      { key: 'transferMessage', text: 'settings.transferMessage', hint: 'settings.automaticHint', kind: 'text' },
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
      },
    ],
  },
  {
    title: 'settings.flows',
    plan: 'useIntegrations',
    rows: [{ key: 'flowStopWords', text: 'settings.flowStopWords', hint: 'settings.flowStopWordsHint', kind: 'text' }],
  },
  {
    title: 'settings.ai',
    plan: 'useOpenAi',
    rows: [
      { key: 'aiMonthlyTokens', text: 'settings.aiTokens', hint: 'settings.aiLimitHint', kind: 'number' },
      { key: 'aiMonthlyDollars', text: 'settings.aiDollars', hint: 'settings.aiLimitHint', kind: 'number' },
    ],
  },
  {
    title: 'settings.integrations',
    rows: [{ key: 'asaas', text: 'settings.asaas', hint: 'settings.asaasHint', kind: 'secret' }],
  },
  {
    title: 'settings.installation',
    rows: [
      { key: 'campaignsEnabled', text: 'settings.campaignsEnabled', kind: 'switch' },
      { key: 'userCreation', text: 'settings.userCreation', hint: 'settings.userCreationHint', kind: 'switch' },
      { key: 'mediaQuota', text: 'settings.mediaQuota', hint: 'settings.mediaQuotaHint', kind: 'number' },
    ],
  },
]
