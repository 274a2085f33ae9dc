import type { Connection, ConnectionInput } from '../../../src/features/connections/model'
import { type Hours, usualHours } from '../../../src/shared/hours'
import { limits } from '../../../src/shared/limits'
import { soundHours } from '../../components/hours-editor'
import { connections } from '../../lib/connections'
import { createForm, length, type Rule, required } from '../../lib/form'

/** The messages the connection sends by itself, each with the lines its field shows. */
export const automatic = [
  ['greeting', 3],
  ['complation', 2],
  ['outOfHours', 2],
  ['rating', 2],
  ['expiresInactive', 2],
] as const

/** Its numbers, each with the most it may be. */
export const numbers = {
  expiresTicket: limits.minutes,
  maxUseBotQueues: limits.botQueues,
  timeUseBotQueues: limits.minutes,
  timeToTransfer: limits.minutes,
} as const
export type NumberName = keyof typeof numbers
const usualNumbers: Record<NumberName, number> = {
  expiresTicket: 0,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  timeToTransfer: 0,
}

const upTo =
  ({ max }: { max: number }): Rule<string> =>
  (value) =>
    Number(value) <= max ? null : { code: 'refused' }
const texts = length(limits.automaticText)

export const makeForm = (connection: Connection | null) =>
  createForm(
    {
      name: connection?.name ?? '',
      isDefault: connection?.isDefault ?? connections.rows.peek().length === 0,
      provider: connection?.provider ?? '',
      queueIds: connection?.queueIds ?? [],
      transferQueueId: String(connection?.transferQueueId ?? ''),
      hours: (connection ?? usualHours) as Hours,
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
      expiresInactiveMessage: [texts],
      expiresTicket: [required, upTo(numbers.expiresTicket)],
      maxUseBotQueues: [required, upTo(numbers.maxUseBotQueues)],
      timeUseBotQueues: [required, upTo(numbers.timeUseBotQueues)],
      timeToTransfer: [required, upTo(numbers.timeToTransfer)],
      hours: [soundHours],
    },
    { ERR_WAPP_NAME_ALREADY_EXISTS: 'name', ERR_WAPP_GREETING_REQUIRED: 'greetingMessage' },
  )
export type ConnectionForm = ReturnType<typeof makeForm>
type Values = ReturnType<ConnectionForm['values']>

type TextName = `${(typeof automatic)[number][0]}Message`
const textsOf = (connection: Connection | null) =>
  Object.fromEntries(automatic.map(([name]) => [`${name}Message`, connection?.[`${name}Message`] ?? ''])) as Record<
    TextName,
    string
  >

const numberNames = Object.keys(numbers) as NumberName[]
const numbersOf = (connection: Connection | null) =>
  Object.fromEntries(numberNames.map((name) => [name, String((connection ?? usualNumbers)[name])])) as Record<
    NumberName,
    string
  >

/** What is sent of what was typed. */
export function inputOf({ hours, transferQueueId, name, ...rest }: Values): ConnectionInput {
  return {
    ...rest,
    name: name.trim(),
    provider: rest.provider.trim(),
    expiresTicket: Number(rest.expiresTicket),
    maxUseBotQueues: Number(rest.maxUseBotQueues),
    timeUseBotQueues: Number(rest.timeUseBotQueues),
    timeToTransfer: Number(rest.timeToTransfer),
    transferQueueId: transferQueueId ? Number(transferQueueId) : null,
    schedules: hours.schedules,
    holidays: hours.holidays,
  }
}

/** Where each field stands. */
export const tabs = {
  general: ['name', 'isDefault', 'provider'],
  messages: ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage', 'expiresInactiveMessage'],
  bot: ['queueIds', 'transferQueueId', ...numberNames],
  hours: ['hours'],
  token: [],
} as const satisfies Record<string, readonly (keyof Values)[]>
export type TabName = keyof typeof tabs
