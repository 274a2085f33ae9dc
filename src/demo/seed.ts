import { Pending, type Platform, Scope } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'
import { storeCampaignsSetting } from '../features/platform/settings/campaigns-setting'
import { storeInstallationSetting } from '../features/platform/settings/installation-setting'
import { countCompanies } from '../features/provider/morning/count-companies'
import { usualHours } from '../shared/hours'
import { foldText } from '../shared/text'
import { configurePix, insertAdministration } from './administration'
import { insertAssistant } from './assistant'
import { insertCampaigns } from './campaigns'
import { insertChatsAndNotes } from './chats-and-notes'
import type { QueueName } from './conversation-scripts'
import { insertConversation, type SeededIds } from './conversations'
import { publishFlow } from './flow'
import { insertMenu } from './menus'
import { storePortrait } from './message-files'
import { insertOptOuts } from './opt-outs'
import { demoConnections, type Person, people, shop, staff } from './people'
import { insertQuickMessagesAndSchedules } from './quick-messages-and-schedules'
import { Random } from './random'
import { insertTags } from './tags'
import { createTimeline } from './timeline'

/** Key in `installation` under which the id of the demonstration's company is stored. */
const companyKey = 'demo'
const dayMs = 24 * 60 * 60 * 1000

export interface Seeded {
  companyId: CompanyId
  /** Ids of `demoConnections`; undefined for a connection that a user has deleted. */
  linked: number | undefined
  waiting: number | undefined
  /** True when this call inserted the company; false when it existed before. */
  fresh: boolean
}

/**
 * Inserts the demonstration's company with its users, contacts, queues, connections and past conversations, unless it
 * exists. One transaction, so that a process that ends leaves no incomplete company.
 * @param lidOf returns the LID of a customer's number in the simulated network
 */
export async function seedCompany(
  platform: Platform,
  lidOf: (number: string) => string,
  now = new Date(),
): Promise<Seeded> {
  const existing = await platform.db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', companyKey)
    .executeTakeFirst()
  if (existing) return findConnections(platform, Number(existing.value) as CompanyId, false)
  const hashes = await Promise.all(staff.map(({ password }) => platform.ports.passwords.hash(password)))
  const companyId = await platform.transaction(async (platform) => {
    const companyId = await insertCompany(platform, now)
    await platform.db
      .insertInto('installation')
      .values({ key: companyKey, value: String(companyId) })
      .execute()
    await storeInstallationSetting(platform, 'userCreation', 'enabled') // the sample provider sells
    // A scope of this transaction. Its events are dropped, because no browser is connected yet.
    const scope = new Scope(platform.ports, platform.tenant(companyId), { system: 'demo' }, new Pending())
    const ids = await insertStaffAndContacts(scope, hashes, lidOf, now)
    await insertConnection(scope, demoConnections.waiting.name, [ids.queueIds.tastings], 0)
    const random = new Random(7)
    const names = staff.map(({ name }) => name)
    for (const conversation of createTimeline(now, names)) await insertConversation(scope, ids, random, conversation)
    await insertTags(scope)
    await insertOptOuts(scope, ids, now)
    await insertQuickMessagesAndSchedules(scope, ids, now)
    await insertChatsAndNotes(scope, ids, now)
    await insertCampaigns(scope, ids, now)
    await insertAdministration(platform, scope, ids.userIds, now)
    await scope.enqueue('targets.recompute', { afterId: 0 }, { key: 'all' })
    return companyId
  })
  await configurePix(platform)
  await publishFlow(platform, companyId, await findQueue(platform, companyId, queues.tastings.name))
  await countCompanies(platform) // else their use would be shown in ten minutes
  return findConnections(platform, companyId, true)
}

async function findQueue(platform: Platform, companyId: CompanyId, name: string): Promise<number> {
  const found = platform.tenant(companyId).select('queues').select('id').where('name', '=', name)
  return (await found.executeTakeFirstOrThrow()).id
}

async function findConnections(platform: Platform, companyId: CompanyId, fresh: boolean): Promise<Seeded> {
  const rows = await platform.tenant(companyId).select('connections').select(['id', 'name', 'isDefault']).execute()
  const linked = rows.find(({ isDefault }) => isDefault === 1)?.id
  return { companyId, linked, waiting: rows.find(({ name }) => name === demoConnections.waiting.name)?.id, fresh }
}

async function insertCompany(platform: Platform, now: Date): Promise<CompanyId> {
  const { db } = platform
  const plan = await db.selectFrom('plans').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const createdAt = new Date(now.getTime() - 60 * dayMs).toISOString()
  const dueDate = new Date(now.getTime() + 365 * dayMs).toISOString().slice(0, 10)
  const made = await db
    .insertInto('companies')
    .values({ ...shop, planId: plan.id, dueDate, trialExpiration: null, campaignsEnabled: 1, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeCampaignsSetting(platform, made.id, true)
  return made.id
}

const weekdaysOnly = JSON.stringify(
  usualHours.schedules.map((day) =>
    day.weekdayEn === 'saturday' || day.weekdayEn === 'sunday' ? { ...day, startTime: '', endTime: '' } : day,
  ),
)
const alwaysOpen = JSON.stringify(usualHours.schedules.map((day) => ({ ...day, startTime: '00:00', endTime: '23:59' })))
/** One queue is closed at night and at weekends; the others are open, so that the robot answers at any time. */
const queues = {
  orders: {
    ...{ name: 'Encomendas', color: '#03806e', greetingMessage: 'Oi! Já vamos ver a sua encomenda.' },
    ...{ schedules: alwaysOpen, outOfHoursMessage: '' },
    ...{ answerMinutes: 120, nextAnswerMinutes: 60, resolutionMinutes: 24 * 60 },
  },
  tastings: {
    ...{ name: 'Agenda e degustação', color: '#b95303', greetingMessage: 'Oi! Vamos achar um bom horário.' },
    ...{ schedules: alwaysOpen, outOfHoursMessage: '' },
    ...{ answerMinutes: 240, nextAnswerMinutes: 240, resolutionMinutes: 48 * 60 },
  },
  finance: {
    ...{ name: 'Financeiro', color: '#5165e2', greetingMessage: 'Oi! Já olhamos o seu pagamento.' },
    ...{ schedules: weekdaysOnly, outOfHoursMessage: 'O financeiro atende de segunda a sexta, das 8h às 18h.' },
  },
} satisfies Record<QueueName, object>
/** Texts and timers of the linked number's robot. */
const robot = {
  greetingMessage: 'Olá, {{firstName}}! Aqui é a Doce Aurora 🍰 Sobre o que você quer falar?',
  ratingMessage: 'Como foi o nosso atendimento?',
  complationMessage: 'Obrigada, {{firstName}}! Até a próxima.',
  ...{ expiresTicket: 240, expiresWarning: 30, timeToTransfer: 30 },
}
const settings = { userRating: 'enabled', scheduleType: 'queue' }
const queueNames = Object.keys(queues) as QueueName[]
/** Queues of each user, in the order of `staff`. */
const memberships: QueueName[][] = [queueNames, queueNames, ['orders', 'tastings']]

async function insertStaffAndContacts(
  scope: Scope,
  hashes: string[],
  lidOf: (number: string) => string,
  now: Date,
): Promise<SeededIds> {
  const queueIds = { orders: 0, tastings: 0, finance: 0 }
  for (const [index, name] of queueNames.entries()) {
    const row = await scope.db
      .insert('queues', { ...queues[name], orderQueue: index + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    queueIds[name] = row.id
  }
  await insertMenu(scope, queueIds.orders, queueIds.tastings)
  await insertAssistant(scope, queueIds.tastings)
  const userIds: number[] = []
  for (const [index, { name, email, profile }] of staff.entries()) {
    const values = { name, email, profile, passwordHash: hashes[index] ?? '', whatsappId: null, language: null }
    const allTicket = profile === 'supervisor' ? ('enabled' as const) : ('desabled' as const)
    const { id } = await scope.db
      .insert('users', { ...values, allTicket })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = (memberships[index] ?? []).map((queue) => ({ userId: id, queueId: queueIds[queue] }))
    await scope.db.insert('user_queues', member).execute()
    userIds.push(id)
  }
  const whatsappId = await insertConnection(scope, demoConnections.linked.name, Object.values(queueIds), 1)
  const forLost = { ...robot, transferQueueId: queueIds.orders }
  await scope.db.update('connections').set(forLost).where('id', '=', whatsappId).execute()
  for (const [key, value] of Object.entries(settings))
    await scope.db.insert('settings', { key: key as keyof typeof settings, value }).execute()
  const contacts: SeededIds['contacts'] = []
  for (const person of people) contacts.push(await insertContact(scope, person, lidOf(person.number), now))
  return { whatsappId, queueIds, userIds, contacts }
}

async function insertConnection(scope: Scope, name: string, queueIds: number[], isDefault: 0 | 1): Promise<number> {
  const values = { name, shouldConnect: 1, isDefault, number: null, lid: null, connectedAt: null } as const
  const { id } = await scope.db.insert('connections', values).returning('id').executeTakeFirstOrThrow()
  const links = queueIds.map((queueId) => ({ whatsappId: id, queueId }))
  await scope.db.insert('connection_queues', links).execute()
  return id
}

async function insertContact(scope: Scope, { name, number, hidden, portrait }: Person, lid: string, now: Date) {
  const picture = portrait === null ? null : await storePortrait(scope, portrait)
  const jid = hidden ? `${lid}@lid` : `${number}@s.whatsapp.net`
  const shown = { name, searchText: foldText(name), number: hidden ? null : number, lid, waJid: jid }
  const pictureAt = now.toISOString()
  const email = portrait === null ? '' : `${foldText(name).replaceAll(' ', '.')}@correio.example`
  const values = { ...shown, email, profilePicUrl: picture?.id ?? '', pictureAt }
  const { id } = await scope.db.insert('contacts', values).returning('id').executeTakeFirstOrThrow()
  return { id, jid }
}
