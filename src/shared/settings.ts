import type { Profile } from './enums'
import { limits } from './limits'
import { parseMacros } from './macros'
import { countryCodes, defaultCountry } from './phone/countries'
import { parseRoleLimits } from './role-limits'

type Role = Profile | 'super'

/** Rule of one setting: values, readers, writers. Values are text on the wire and in the database. */
export interface SettingRule {
  default: string
  /** Allowed values, bounds of an integer, or maximum length of a text. */
  values?: readonly string[]
  number?: { min: number; max: number }
  text?: { max: number }
  /** Further condition on a text. */
  isValid?: (value: string) => boolean
  read: Role
  write: Role
  /** Write-only: shown as set or not, with the last four characters. */
  secret?: true
  /** One value for the whole installation instead of one per company. */
  installation?: true
}

const onOff = ['enabled', 'disabled'] as const
const option = { values: onOff, default: 'disabled', read: 'user', write: 'admin' } as const

const passwordMinimum = {
  default: `${limits.password.min}`,
  number: { min: limits.password.min, max: limits.passwordMinimum.max },
} as const

/** From one message a minute to a hundred a second. */
const apiSends = { min: 1, max: 6000 } as const

/** All settings. A company without a row has the default; a key that is not listed does not exist. */
export const settingRules = {
  /** Country (ISO 3166) in which numbers without an international prefix are read. */
  country: { default: defaultCountry, values: countryCodes, read: 'user', write: 'admin' },
  /** Ask the customer for a rating after closing. */
  userRating: option,
  /** Source of the opening hours that apply. */
  scheduleType: { ...option, values: ['disabled', 'queue', 'company', 'connection'] },
  /** `enabled` ignores groups. */
  CheckMsgIsGroup: { ...option, default: 'enabled' },
  /** `disabled` rejects calls. */
  call: option,
  chatBotType: { ...option, values: ['text'], default: 'text' },
  sendGreetingAccepted: option,
  sendMsgTransfTicket: option,
  /** Company's texts for both, with `{{user}}`, `{{queue}}` and the usual variables; empty for the default text. */
  acceptedMessage: { default: '', text: { max: limits.automaticText.max }, read: 'user', write: 'admin' },
  transferMessage: { default: '', text: { max: limits.automaticText.max }, read: 'user', write: 'admin' },
  /** Text before a menu that is sent again, and the scale below the question for a rating; empty for the default. */
  invalidOptionMessage: { default: '', text: { max: limits.automaticText.max }, read: 'user', write: 'admin' },
  ratingScaleMessage: { default: '', text: { max: limits.automaticText.max }, read: 'user', write: 'admin' },
  /** Words of a customer that end a flow, separated by commas. */
  flowStopWords: { default: 'sair, parar', text: { max: 200 }, read: 'user', write: 'admin' },
  /** Words by which a customer wants no more campaigns, beside the usual ones; separated by commas. */
  optOutWords: { default: '', text: { max: 400 }, read: 'user', write: 'admin' },
  /** Texts that confirm an opt-out and a return; empty for the default. */
  optOutMessage: { default: '', text: { max: limits.automaticText.max }, read: 'user', write: 'admin' },
  optInMessage: { default: '', text: { max: limits.automaticText.max }, read: 'user', write: 'admin' },
  /** `enabled`: the words count from all customers, not only from recipients of a campaign of the last seven days. */
  optOutFromAnybody: option,
  sendGreetingMessageOneQueues: option,
  /** Whether the campaign screens are offered; the plan decides whether they work. */
  campaignsEnabled: { ...option, values: ['true', 'false'], default: 'false', write: 'super' },
  /** Minutes after closing within which a new message reopens the ticket instead of making one; 0 never does. */
  reopenWindowMinutes: { default: '120', number: { min: 0, max: 525_600 }, read: 'user', write: 'admin' },
  /** Rights that the company's roles have lost, as JSON (shared/role-limits.ts, ADR 0193). */
  roleLimits: {
    default: '',
    text: { max: 500 },
    isValid: (value: string) => parseRoleLimits(value) !== null,
    read: 'user',
    write: 'admin',
  },
  /** Requires a second factor of all users of the company, from their next login on. */
  secondFactorRequired: option,
  /** Lets users log in on a computer and on phones at the same time, up to the plan's number of devices. */
  severalDevices: option,
  /** Messages a minute of one token or key of the messages API, within the provider's bound. */
  apiSendsPerMinute: { default: '20', number: apiSends, read: 'admin', write: 'admin' },
  /** Minimum length of new passwords; the provider's is the lowest. */
  passwordMinLength: { ...passwordMinimum, read: 'user', write: 'admin' },
  /** Open minutes without an answer after which a waiting customer is marked in yellow, and in red. */
  waitWarningMinutes: { default: '10', number: { min: 1, max: 10_080 }, read: 'user', write: 'admin' },
  waitLateMinutes: { default: '30', number: { min: 1, max: 10_080 }, read: 'user', write: 'admin' },
  /** Height of the rows of the inbox, unless a user chooses another: 56 px with dots for tags, or 72 px with their names. */
  listDensity: { default: 'compact', values: ['compact', 'comfortable'], read: 'user', write: 'admin' },
  /** Outcomes offered when a ticket is closed, one per line, and whether one must be chosen. */
  outcomes: { default: '', text: { max: limits.outcomes.max }, read: 'user', write: 'admin' },
  outcomeRequired: option,
  /** The company's macros as JSON (shared/macros.ts). */
  macros: {
    default: '',
    text: { max: limits.macros.size },
    isValid: (value: string) => parseMacros(value) !== null,
    read: 'user',
    write: 'admin',
  },
  /** Tell customers that an agent has read their messages. */
  readReceipts: { ...option, default: 'enabled' },
  /** Show previews of links. The server fetches the page, never from an address of its own network. */
  linkPreviews: { ...option, default: 'enabled' },
  /** Monthly budget of the company's prompts, in tokens and in US dollars; 0 for no limit. */
  aiMonthlyTokens: { default: '0', number: { min: 0, max: 999_999_999 }, read: 'admin', write: 'admin' },
  aiMonthlyDollars: { default: '0', number: { min: 0, max: 1_000_000 }, read: 'admin', write: 'admin' },
  /** Token of the payment provider used in the "2ª via" queue. */
  asaas: { default: '', text: { max: 500 }, read: 'admin', write: 'admin', secret: true },
  /** Minimum length of new passwords in all companies. */
  providerPasswordMinLength: { ...passwordMinimum, read: 'super', write: 'super', installation: true },
  /** Whether public sign-up is open: closed unless the set-up, or a super user later, says that Balcão is sold. */
  userCreation: { values: onOff, default: 'disabled', read: 'super', write: 'super', installation: true },
  /** Whether a sign-up makes its company only after the link of a mail was confirmed; without a mail server it is closed. */
  signupConfirmation: { values: onOff, default: 'disabled', read: 'super', write: 'super', installation: true },
  /** Address of the terms and the privacy notice that a sign-up must accept; empty for none. */
  signupTerms: {
    default: '',
    text: { max: 300 },
    isValid: (value: string) => value === '' || (URL.parse(value)?.protocol === 'https:' && !/\s/.test(value)),
    read: 'super',
    write: 'super',
    installation: true,
  },
  /** Daily time of the backup, `hh:mm` in the time zone of the provider's company. */
  backupTime: {
    default: '03:00',
    text: { max: 5 },
    isValid: (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    read: 'super',
    write: 'super',
    installation: true,
  },
  /** Number of days, weeks and months of which the newest backup is kept; the newest of all always is. */
  backupDays: { default: '7', number: { min: 0, max: 366 }, read: 'super', write: 'super', installation: true },
  backupWeeks: { default: '5', number: { min: 0, max: 520 }, read: 'super', write: 'super', installation: true },
  backupMonths: { default: '12', number: { min: 0, max: 240 }, read: 'super', write: 'super', installation: true },
  /** Most megabytes of all backups, and of copies on the machine while the storage fails; 0: no quota, no copies. */
  backupQuota: {
    ...{ default: '0', number: { min: 0, max: 100_000_000 }, read: 'super', write: 'super', installation: true },
  },
  backupLocalQuota: {
    ...{ default: '2000', number: { min: 0, max: 100_000_000 }, read: 'super', write: 'super', installation: true },
  },
  /** Highest number of messages a minute that a company may allow its programs. */
  apiSendsPerMinuteMax: { default: '6000', number: apiSends, read: 'super', write: 'super', installation: true },
  /** Days after the due date for which a company still works; 0 for none (docs/adr/0190). */
  graceDays: { default: '0', number: { min: 0, max: 15 }, read: 'super', write: 'super', installation: true },
  /** Quota of files per company in megabytes; 0 for no quota. */
  mediaQuota: { default: '0', number: { min: 0, max: 100_000_000 }, read: 'super', write: 'super', installation: true },
} as const satisfies Record<string, SettingRule>
export type SettingKey = keyof typeof settingRules

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingRules, key)

/** True when the person has the role: every person has `user`, and admins also have every role but `super`. */
export const hasRole = (person: { profile: Profile; super: boolean }, role: Role) =>
  role === 'user' || (role === 'super' ? person.super : person.profile === 'admin' || person.profile === role)

const on = /^(true|1|on|enabled)$/i
const off = /^(false|0|off|disabled|desabled)$/i

/** The value of a setting that a request gives; a switch may be written in any of the usual ways. */
export function settingValue({ values }: SettingRule, given: string | boolean): string {
  const value = String(given)
  if (!values || values.includes(value)) return value
  const isAmong = (word: string) => values.includes(word)
  if (on.test(value)) return ['enabled', 'true'].find(isAmong) ?? value
  return off.test(value) ? (['disabled', 'false'].find(isAmong) ?? value) : value
}

/** True when the setting accepts the value. */
export function fitsSetting({ values, number, text, isValid }: SettingRule, value: string): boolean {
  if (values) return values.includes(value)
  if (number) return /^\d{1,9}$/.test(value) && Number(value) >= number.min && Number(value) <= number.max
  return value.length <= (text?.max ?? 0) && (isValid?.(value) ?? true)
}
