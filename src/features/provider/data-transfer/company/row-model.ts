import { getSchemaValidator, type TSchema, t } from 'elysia'
import { InvalidArchive } from '../../../../core/backup/archive'
import { type ImportedRow, parsedJson } from '../../../../core/storage/row-import'
import { zoneOrDefault } from '../../../../core/time'
import { faultOf, type Hours, usualHours } from '../../../../shared/hours'
import { parseJson } from '../../../../shared/json'
import { limits } from '../../../../shared/limits'
import { fitsSetting, isSettingKey, type SettingRule, settingRules } from '../../../../shared/settings'
import { NewUser } from '../../../accounts/users/model'
import { PromptInput } from '../../../automation/prompts/model'
import { QueueInput } from '../../../automation/queues/model'
import { ErasedCounts } from '../../../contacts/privacy/model'
import { ChatFileFacts } from '../../../inbox/chats/model'
import { MessageDetail, QuotedMessage } from '../../../inbox/messages/model'
import { ReportChoice } from '../../../inbox/reports/model'
import { StoredRepeat } from '../../../inbox/schedules/model'
import { Ad } from '../../../inbox/tickets/ad-model'
import { ConnectionInput } from '../../../numbers/connections/model'
import { HoursFields } from '../../../platform/hours/model'
import { CompanyFacts } from '../model'

/**
 * Schemas of columns in a company archive, stricter than the database: the rules by which the API accepts such a value
 * from a person. An import then contains nothing that the interface could not have created.
 */
const { color } = QueueInput.properties
const words = (max: number) => t.String({ maxLength: max, pattern: '\\S' })
const texts = ['greetingMessage', 'outOfHoursMessage'] as const
const uuid = t.Object({ uuid: t.String({ pattern: '^[0-9a-f-]{36}$' }) })

const columns: Record<string, TSchema> = {
  /** The MIME type is sent as an HTTP header: one line of printable ASCII. */
  media: t.Object({
    mime: t.String({ pattern: '^[\\w.+-]+/[\\w.+-]+(;[ -~]*)?$' }),
    originalName: t.String({ minLength: 1, maxLength: limits.fileName.max }),
    size: t.Integer({ minimum: 0 }),
    sha256: t.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
  queues: t.Pick(QueueInput, [
    'name',
    'color',
    'orderQueue',
    'answerMinutes',
    'nextAnswerMinutes',
    'resolutionMinutes',
    'agentLimit',
    ...texts,
  ]),
  prompts: t.Pick(PromptInput, [
    ...(['name', 'prompt', 'model', 'maxTokens', 'temperature', 'maxMessages', 'inputPrice', 'outputPrice'] as const),
    ...(['voice', 'voiceRegion'] as const),
  ]),
  queue_options: t.Object({ title: words(limits.optionTitle.max), option: words(limits.option.max) }),
  connections: t.Pick(ConnectionInput, [
    ...(['name', 'provider', 'complationMessage', 'ratingMessage', 'expiresInactiveMessage', ...texts] as const),
    ...(['expiresTicket', 'timeUseBotQueues', 'maxUseBotQueues', 'timeToTransfer'] as const),
  ]),
  /** The login looks e-mails up in lower case. */
  users: t.Composite([
    t.Pick(NewUser, ['name']),
    t.Object({ email: t.String({ format: 'email', maxLength: limits.email.max, pattern: '^[^A-Z]*$' }) }),
  ]),
  contact_lists: t.Object({ name: words(limits.contactListName.max) }),
  contact_list_items: t.Object({
    name: words(limits.whatsappName.max),
    number: t.String({ pattern: '^[1-9]\\d{7,14}$' }),
  }),
  contacts: t.Object({ number: t.Optional(t.Nullable(t.String({ pattern: '^\\d*$' }))) }),
  tags: t.Object({ name: words(limits.tagName.max), color }),
  tickets: uuid,
  messages: t.Object({ body: t.String({ maxLength: limits.messageBody.max }) }),
  quick_messages: t.Object({ shortcode: words(limits.shortcode.max), message: t.String({ minLength: 1 }) }),
  saved_reports: t.Object({ name: words(limits.savedReportName.max) }),
  schedules: t.Object({ body: words(limits.scheduleBody.max) }),
  file_lists: t.Object({ name: words(limits.fileListName.max) }),
  file_options: t.Object({ name: words(limits.fileOptionName.max), position: t.Integer({ minimum: 0 }) }),
  chat_reactions: t.Object({ emoji: t.String({ minLength: 1, maxLength: limits.emoji.max }) }),
  chats: t.Composite([uuid, t.Object({ title: words(limits.chatTitle.max) })]),
}

const fields = t.Record(t.String(), t.Unknown())
const day = HoursFields.schedules.items.properties
/** Opening hours as stored; a day's name is optional, because it follows from `weekdayEn`. */
const hours = {
  schedules: t.Array(t.Object({ ...day, weekday: t.Optional(t.String()) })),
  holidays: HoursFields.holidays,
}

/** Schemas of the columns that hold JSON; a test checks that every such column has one. */
export const jsonColumns: Record<string, Record<string, TSchema>> = {
  queues: hours,
  connections: hours,
  tickets: { ad: Ad },
  messages: { detail: t.Composite([MessageDetail, t.Object({ quoted: t.Optional(QuotedMessage) })]) },
  chat_messages: { detail: ChatFileFacts },
  schedules: { repeat: StoredRepeat },
  saved_reports: { report: ReportChoice },
  erasures: { counts: ErasedCounts },
  audit_log: { before: fields, after: fields },
}

/** Check of one row. `at` is its position for the error text. @throws InvalidArchive with the first fault */
type Check = (line: ImportedRow, at: string) => void

/** The checks by table, compiled at each call, once per import: most processes never import a company. */
export function rowRules(): Record<string, Check[]> {
  const rules: Record<string, Check[]> = { settings: [checkSetting] }
  const add = (table: string, check: Check) => (rules[table] = [...(rules[table] ?? []), check])
  for (const [table, schema] of Object.entries(columns)) add(table, schemaCheck(schema, true))
  for (const [table, inside] of Object.entries(jsonColumns)) {
    for (const [name, schema] of Object.entries(inside)) add(table, jsonCheck(name, schema))
    if (inside === hours) add(table, checkHours)
  }
  return rules
}

/** The checks of the company's own fields in the manifest. */
export const companyRules = (): Check[] => [
  schemaCheck(CompanyFacts, true),
  ({ timeZone }, at) => {
    if (zoneOrDefault(String(timeZone)) !== timeZone) throw new InvalidArchive(`${at}, timeZone: it is unknown`)
  },
  jsonCheck('schedules', hours.schedules),
  jsonCheck('holidays', hours.holidays),
  checkHours,
]

/** A check by schema; its error names the path of the first fault. With `isRow`, columns without a rule are allowed. */
function schemaCheck(schema: TSchema, isRow = false): (value: unknown, at: string) => void {
  const compiled = getSchemaValidator(schema, { additionalProperties: isRow })
  return (value, at) => {
    const fault = compiled.Check(value) ? undefined : compiled.Errors(value).First()
    if (fault) throw new InvalidArchive(`${at}${fault.path.replaceAll('/', ', ')}: it is invalid`)
  }
}

/** A check of a column that holds JSON. Null and empty text pass; the database decides whether they are allowed. */
function jsonCheck(name: string, schema: TSchema): Check {
  const check = schemaCheck(schema)
  return (line, at) => {
    if (line[name]) check(parsedJson(String(line[name]), `${at}, ${name}`), `${at}, ${name}`)
  }
}

/** Checks opening hours in their two columns, of a row or of the company itself; empty means the usual hours. */
function checkHours({ schedules, holidays }: ImportedRow, at: string) {
  const given = {
    ...(schedules && { schedules: parseJson<Hours['schedules']>(String(schedules)) }),
    ...(holidays && { holidays: parseJson<Hours['holidays']>(String(holidays)) }),
  }
  const found = faultOf({ ...usualHours, ...given } satisfies Hours)
  if (found) throw new InvalidArchive(`${at}, ${found.field}: these are not valid opening hours`)
}

function checkSetting({ key, value }: ImportedRow, at: string) {
  if (typeof key !== 'string' || !isSettingKey(key)) throw new InvalidArchive(`${at}, key: the setting is unknown`)
  const rule: SettingRule = settingRules[key]
  if (rule.installation || !fitsSetting(rule, String(value)))
    throw new InvalidArchive(`${at}, value: it is invalid for this setting`)
}
