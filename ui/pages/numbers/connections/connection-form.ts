import type { Connection, ConnectionInput } from '../../../../src/features/numbers/connections/model'
import { hoursOnly, usualHours } from '../../../../src/shared/hours'
import { limits } from '../../../../src/shared/limits'
import { validHours } from '../../../components/hours-editor'
import { connections } from '../../../lib/connections'
import { createForm, length, type Rule, required } from '../../../lib/form'

/** Automatic messages of a connection, with the number of rows of their fields. */
export const automaticTexts = [
  ['greeting', 3],
  ['complation', 2],
  ['outOfHours', 2],
  ['rating', 2],
  ['expiresWarning', 2],
  ['expiresInactive', 2],
] as const

/** Numeric settings with their maximum. */
const numberLimits = {
  expiresTicket: limits.minutes,
  expiresWarning: limits.minutes,
  maxUseBotQueues: limits.botQueues,
  timeUseBotQueues: limits.minutes,
  timeToTransfer: limits.minutes,
} as const
export type NumberName = keyof typeof numberLimits
const defaultNumbers: Record<NumberName, number> = {
  expiresTicket: 0,
  expiresWarning: 0,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  timeToTransfer: 0,
}

const atMost =
  ({ max }: { max: number }): Rule<string> =>
  (value) =>
    Number(value) <= max ? null : { code: 'refused' }
const texts = length(limits.automaticText)

export const makeConnectionForm = (connection: Connection | null) =>
  createForm(
    {
      name: connection?.name ?? '',
      isDefault: connection?.isDefault ?? connections.rows.peek().length === 0,
      provider: connection?.provider ?? '',
      queueIds: connection?.queueIds ?? [],
      transferQueueId: String(connection?.transferQueueId ?? ''),
      promptId: String(connection?.promptId ?? ''),
      integrationId: String(connection?.integrationId ?? ''),
      flowIdWelcome: String(connection?.flowIdWelcome ?? ''),
      flowIdNotPhrase: String(connection?.flowIdNotPhrase ?? ''),
      hours: hoursOnly(connection ?? usualHours),
      ...textsOf(connection),
      ...numbersOf(connection),
    },
    {
      name: [required, length(limits.connectionName)],
      provider: [length(limits.provider)],
      greetingMessage: [texts],
      complationMessage: [texts],
      outOfHoursMessage: [texts],
      ratingMessage: [texts],
      expiresWarningMessage: [texts],
      expiresInactiveMessage: [texts],
      expiresTicket: [required, atMost(numberLimits.expiresTicket)],
      expiresWarning: [required, atMost(numberLimits.expiresWarning)],
      maxUseBotQueues: [required, atMost(numberLimits.maxUseBotQueues)],
      timeUseBotQueues: [required, atMost(numberLimits.timeUseBotQueues)],
      timeToTransfer: [required, atMost(numberLimits.timeToTransfer)],
      hours: [validHours],
    },
    {
      ERR_WAPP_NAME_ALREADY_EXISTS: 'name',
      ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
      ERR_NO_PROMPT_FOUND: 'promptId',
      ERR_NO_INTEGRATION_FOUND: 'integrationId',
    },
  )
export type ConnectionForm = ReturnType<typeof makeConnectionForm>
type Values = ReturnType<ConnectionForm['values']>

type TextName = `${(typeof automaticTexts)[number][0]}Message`
const textsOf = (connection: Connection | null) =>
  Object.fromEntries(
    automaticTexts.map(([name]) => [`${name}Message`, connection?.[`${name}Message`] ?? '']),
  ) as Record<TextName, string>

const numberNames = Object.keys(numberLimits) as NumberName[]
const numbersOf = (connection: Connection | null) =>
  Object.fromEntries(numberNames.map((name) => [name, String((connection ?? defaultNumbers)[name])])) as Record<
    NumberName,
    string
  >

/**
 * Form values in the format of the API. Hours are sent only when a person changed them: the hours that a new form shows
 * are a suggestion, and stored hours count as the company's choice.
 */
export function connectionInput(
  { hours, transferQueueId, promptId, integrationId, flowIdWelcome, flowIdNotPhrase, name, ...rest }: Values,
  connection: Connection | null,
): ConnectionInput {
  const { schedules, holidays } = connection ?? usualHours
  const isChanged = JSON.stringify([hours.schedules, hours.holidays]) !== JSON.stringify([schedules, holidays])
  return {
    ...rest,
    name: name.trim(),
    provider: rest.provider.trim(),
    expiresTicket: Number(rest.expiresTicket),
    expiresWarning: Number(rest.expiresWarning),
    maxUseBotQueues: Number(rest.maxUseBotQueues),
    timeUseBotQueues: Number(rest.timeUseBotQueues),
    timeToTransfer: Number(rest.timeToTransfer),
    integrationId: integrationId ? Number(integrationId) : null,
    transferQueueId: transferQueueId ? Number(transferQueueId) : null,
    promptId: promptId ? Number(promptId) : null,
    flowIdWelcome: flowIdWelcome ? Number(flowIdWelcome) : null,
    flowIdNotPhrase: flowIdNotPhrase ? Number(flowIdNotPhrase) : null,
    ...(isChanged && { schedules: hours.schedules, holidays: hours.holidays }),
  }
}

/** Fields of each tab. */
export const fieldsByTab = {
  general: ['name', 'isDefault', 'provider'],
  messages: [
    'greetingMessage',
    'complationMessage',
    'outOfHoursMessage',
    'ratingMessage',
    'expiresWarningMessage',
    'expiresInactiveMessage',
  ],
  bot: [
    ...(['queueIds', 'transferQueueId', 'promptId', 'integrationId', 'flowIdWelcome', 'flowIdNotPhrase'] as const),
    ...numberNames,
  ],
  hours: ['hours'],
  try: [],
  token: [],
} as const satisfies Record<string, readonly (keyof Values)[]>
export type TabName = keyof typeof fieldsByTab
