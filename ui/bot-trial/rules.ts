import type { Me } from '../../src/features/accounts/auth/model'
import type { Queue } from '../../src/features/automation/queues/model'
import type { QueueOption } from '../../src/features/automation/queues/options/model'
import type { Connection } from '../../src/features/numbers/connections/model'
import { type BotQueue, type BotRules, scheduleTypes, sessionOf } from '../../src/shared/bot/rules'
import { invalidOptionText } from '../../src/shared/bot/texts'
import type { BotMenus } from '../../src/shared/bot/turn-model'
import type { Hours } from '../../src/shared/hours'

/** Present values in the form of a queue or connection. */
export type TrialQueue = Pick<
  Queue,
  'id' | 'name' | 'greetingMessage' | 'outOfHoursMessage' | 'schedules' | 'holidays' | 'promptId' | 'integrationId'
>
export type TrialConnection = Pick<
  Connection,
  | (
      | 'name'
      | 'greetingMessage'
      | 'outOfHoursMessage'
      | 'maxUseBotQueues'
      | 'timeUseBotQueues'
      | 'schedules'
      | 'holidays'
    )
  | ('promptId' | 'integrationId')
>

/** Data that the test panel loads from the server once. */
export interface TrialSources {
  options: QueueOption[]
  companyHours: Hours
}

/** Rules of the robot as the server would read them if the forms were saved. */
export function trialRules(
  company: Me['company'],
  { companyHours, options }: TrialSources,
  connection: TrialConnection,
  queues: TrialQueue[],
): BotRules {
  const setting = (name: string) => company.settings.find(({ key }) => key === name)?.value
  const { language, timeZone, plan } = company
  return {
    ...{ language, timeZone, companyHours, mayAct: true },
    ...{ useIntegrations: plan.useIntegrations, useOpenAi: plan.useOpenAi },
    scheduleType: scheduleTypes.find((type) => type === setting('scheduleType')) ?? 'disabled',
    greetsOneQueue: setting('sendGreetingMessageOneQueues') === 'enabled',
    invalidOption: invalidOptionText(language, setting('invalidOptionMessage')),
    phrases: [],
    connection: {
      name: connection.name,
      greeting: connection.greetingMessage,
      outOfHours: connection.outOfHoursMessage,
      hours: connection as Hours,
      maxMenus: connection.maxUseBotQueues,
      menuSilence: connection.timeUseBotQueues,
      program: sessionOf(connection),
      flows: { welcome: null, noPhrase: null }, // the canvas of a flow has a panel of its own
    },
    queues: queues.map((queue) => toBotQueue(queue, options)),
  }
}

const toBotQueue = (queue: TrialQueue, options: QueueOption[]): BotQueue => ({
  id: queue.id,
  name: queue.name,
  greeting: queue.greetingMessage,
  outOfHours: queue.outOfHoursMessage,
  hours: queue as Hours,
  program: sessionOf(queue),
  hasOptions: options.some(({ queueId, parentId }) => queueId === queue.id && parentId === null),
})

/** Queues and options that a turn looks up, from the lists the panel has. */
export const trialMenus = (options: QueueOption[], queues: TrialQueue[]): BotMenus => ({
  queue: async (id) => {
    const queue = queues.find((each) => each.id === id)
    return queue && toBotQueue(queue, options)
  },
  option: async (queueId, id) => options.find((option) => option.queueId === queueId && option.id === id),
  options: async (queueId, parentId) =>
    options.filter((option) => option.queueId === queueId && option.parentId === parentId),
})
