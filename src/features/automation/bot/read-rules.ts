import type { Scope } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import { type BotQueue, type BotRules, programOf, type StartedPrograms, scheduleTypes } from '../../../shared/bot/rules'
import { invalidOptionText } from '../../../shared/bot/texts'
import { hasLicenceEnded, licenceColumns } from '../../platform/company/licence'
import { ownCompanyRow } from '../../platform/company/own-row'
import { hoursFromColumns } from '../../platform/hours/service'
import { readSettingValues } from '../../platform/settings/service'

const companyQuery = hot<{}>()((db) =>
  ownCompanyRow(db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.status', 'companies.language'])
    .select(['companies.schedules', 'companies.holidays', 'plans.useIntegrations', 'plans.useOpenAi'])
    .select(licenceColumns),
)
const connectionQuery = hot<{ id: number }>()((db, p) =>
  db
    .select('connections')
    .leftJoin('queue_integrations', 'queue_integrations.id', 'connections.integrationId')
    .select(['connections.name', 'greetingMessage', 'outOfHoursMessage', 'schedules', 'holidays'])
    .select(['maxUseBotQueues', 'timeUseBotQueues', 'promptId', 'integrationId', 'flowIdWelcome', 'flowIdNotPhrase'])
    .select(['queue_integrations.type as integrationType', 'queue_integrations.flowId as integrationFlowId'])
    .where('connections.id', '=', p('id')),
)
const queueRows = (db: Tables) =>
  db
    .select('queues')
    .leftJoin('queue_integrations', 'queue_integrations.id', 'queues.integrationId')
    .select(['queue_integrations.type as integrationType', 'queue_integrations.flowId as integrationFlowId'])
    .select(['queues.id', 'queues.name', 'queues.greetingMessage', 'queues.outOfHoursMessage'])
    .select(['queues.schedules', 'queues.holidays', 'queues.promptId', 'queues.integrationId'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('queue_options')
          .select('queue_options.id')
          .whereRef('queue_options.companyId', '=', 'queues.companyId')
          .whereRef('queue_options.queueId', '=', 'queues.id')
          .where('queue_options.parentId', 'is', null),
      ).as('hasOptions'),
    )
const linkedQueues = hot<{ whatsappId: number }>()((db, p) =>
  queueRows(db)
    .innerJoin('connection_queues', 'connection_queues.queueId', 'queues.id')
    .where('connection_queues.whatsappId', '=', p('whatsappId'))
    .orderBy('queues.orderQueue')
    .orderBy('queues.name'),
)
const oneQueue = hot<{ id: number }>()((db, p) => queueRows(db).where('queues.id', '=', p('id')))
const startable = hot<{ id: number }>()((db, p) =>
  db.select('flows').select('id').where('id', '=', p('id')).where('active', '=', 1).where('versionId', 'is not', null),
)
type QueueRow = NonNullable<(typeof oneQueue)['row']>

/**
 * Reads everything that decides about the robot's answers on a connection, but for its phrases (`withPhrases`); null for
 * a deleted connection.
 */
export async function readBotRules(scope: Scope, whatsappId: number, now = new Date()): Promise<BotRules | null> {
  const connection = await scope.db.first(connectionQuery, { id: whatsappId })
  const company = await scope.db.first(companyQuery, {})
  if (!connection || !company) return null
  const settings = await readSettingValues(scope.db, [
    'scheduleType',
    'sendGreetingMessageOneQueues',
    'invalidOptionMessage',
  ])
  const { timeZone, language } = company
  return {
    language,
    timeZone,
    mayAct: company.status === 1 && !hasLicenceEnded(company, now),
    useIntegrations: company.useIntegrations === 1,
    useOpenAi: company.useOpenAi === 1,
    scheduleType: scheduleTypes.find((each) => each === settings.scheduleType) ?? 'disabled',
    companyHours: hoursFromColumns(company),
    connection: {
      name: connection.name,
      greeting: connection.greetingMessage,
      outOfHours: connection.outOfHoursMessage,
      hours: hoursFromColumns(connection),
      maxMenus: connection.maxUseBotQueues,
      menuSilence: connection.timeUseBotQueues,
      program: programOf(await withStartable(scope, connection)),
      flows: {
        welcome: await startableFlow(scope, connection.flowIdWelcome),
        noPhrase: await startableFlow(scope, connection.flowIdNotPhrase),
      },
    },
    greetsOneQueue: settings.sendGreetingMessageOneQueues === 'enabled',
    invalidOption: invalidOptionText(language, settings.invalidOptionMessage),
    phrases: [],
    queues: await Array.fromAsync(await scope.db.run(linkedQueues, { whatsappId }), (row) => toBotQueue(scope, row)),
  }
}

/** Reads one queue, also one that its connection does not have. */
export async function readBotQueue(scope: Scope, id: number): Promise<BotQueue | undefined> {
  const row = await scope.db.first(oneQueue, { id })
  return row && toBotQueue(scope, row)
}

/** A row of JSON texts; the hours are parsed when they are first asked for, because most companies use one kind. */
const toBotQueue = async (scope: Scope, row: QueueRow): Promise<BotQueue> => ({
  id: row.id,
  name: row.name,
  greeting: row.greetingMessage,
  outOfHours: row.outOfHoursMessage,
  hasOptions: Boolean(row.hasOptions),
  program: programOf(await withStartable(scope, row)),
  get hours() {
    return hoursFromColumns(row)
  },
})

/** The flow's id; null for one that is off, was never published, or is not named. */
const startableFlow = async (scope: Scope, id: number | null): Promise<number | null> =>
  id === null ? null : ((await scope.db.first(startable, { id }))?.id ?? null)

const withStartable = async <P extends StartedPrograms>(scope: Scope, programs: P): Promise<P> => ({
  ...programs,
  integrationFlowId: await startableFlow(scope, programs.integrationFlowId),
})
