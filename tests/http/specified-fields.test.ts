import { beforeAll, expect, test } from 'bun:test'
import type { Ids } from './access/actors'
import { createInstallationWithTargets } from './access/installation'

/** Each entity is answered with the fields that related products name (ADR 64), beside own ones. */

const { app, authHeaders, ids, store } = await createInstallationWithTargets()

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes
type Answer = any
type By = 'ana' | 'root' | 'bob'

async function ask(method: string, path: string, by: By, body?: object): Promise<Answer> {
  const headers = { ...(await authHeaders(by)), 'content-type': 'application/json' }
  const request = new Request(`http://localhost/api${path}`, { method, headers, body: body && JSON.stringify(body) })
  const response = await app.handle(request)
  await store.idle()
  expect(response.status).toBe(200)
  return response.json()
}

beforeAll(async () => {
  const { campaign, contactList, chat } = ids.own
  await ask('PUT', `/campaigns/${campaign}`, 'ana', { contactListId: contactList })
  await ask('POST', `/chats/${chat}/messages`, 'bob', { message: 'Oi' })
})

/** Address, place of the object in the answer, and its fields; a dot leads into an object or the first row of a list. */
type Entity = [path: (own: Ids) => string, place: string, fields: string, by?: By]
const entities: Record<string, Entity> = {
  queue: [
    ({ queue }) => `/queue/${queue}`,
    '',
    'id name color orderQueue greetingMessage outOfHoursMessage integrationId promptId ' +
      'schedules.weekday schedules.weekdayEn schedules.startTime schedules.endTime',
  ],
  'option of a queue': [
    ({ queue }) => `/queue-options?queueId=${queue}&parentId=-1`,
    'options',
    'id title message option queueId parentId',
  ],
  tag: [({ tag }) => `/tags/${tag}`, '', 'id name color kanban userId ticketsCount'],
  'contact list': [({ contactList }) => `/contact-lists/${contactList}`, '', 'id name contactsCount'],
  'person of a list': [
    ({ contactListItem }) => `/contact-list-items/${contactListItem}`,
    '',
    'id name number email isWhatsappValid companyId contactListId',
  ],
  'quick message': [
    ({ quickMessage }) => `/quick-messages/${quickMessage}`,
    '',
    'id shortcode message geral status isMedia mediaPath mediaName',
    'bob',
  ],
  campaign: [
    ({ campaign }) => `/campaigns/${campaign}`,
    '',
    'id name message1 message2 message3 message4 message5 status scheduledAt completedAt whatsappId contactListId ' +
      'tagId fileListId companyId mediaPath mediaName shipping.deliveredAt contactList.contacts',
  ],
  'campaign of the list': [
    () => '/campaigns',
    'records',
    'id name status companyId contactList whatsapp scheduledAt completedAt',
  ],
  'settings of campaigns': [
    () => '/campaign-settings',
    'settings',
    'messageInterval longerIntervalAfter greaterInterval variables',
  ],
  announcement: [
    ({ announcement }) => `/announcements/${announcement}`,
    '',
    'id title text priority status mediaPath mediaName',
    'root',
  ],
  chat: [
    () => '/chats',
    'records',
    'id uuid title ownerId lastMessage updatedAt users.userId users.unreads users.user.id users.user.name',
    'bob',
  ],
  'message of a chat': [
    ({ chat }) => `/chats/${chat}/messages`,
    'records',
    'message senderId senderName createdAt chatId',
    'bob',
  ],
  'list of files': [
    ({ fileList }) => `/files/${fileList}`,
    '',
    'id name message options.name options.path options.mediaType options.file',
  ],
  'scheduled message': [({ schedule }) => `/schedules/${schedule}`, '', 'id sendAt contact.name'],
  'ticket of the board': [
    () => '/ticket/kanban?queueIds=[]&showAll=true',
    'tickets',
    'id uuid tags contact.name contact.number lastMessage',
  ],
  contact: [({ contact }) => `/contacts/${contact}`, '', 'id name number email profilePicUrl'],
  prompt: [
    ({ prompt }) => `/prompt/${prompt}`,
    '',
    'id name prompt model maxTokens temperature apiKey queueId queue.name maxMessages',
  ],
  integration: [
    ({ integration }) => `/queueIntegration/${integration}`,
    '',
    'id type name projectName jsonContent language urlN8N typebotSlug typebotExpires typebotDelayMessage ' +
      'typebotKeywordFinish typebotKeywordRestart typebotRestartMessage typebotUnknownMessage',
  ],
  flow: [() => '/flowbuilder', 'flows', 'id name active'],
  'content of a flow': [({ flow }) => `/flowbuilder/flow/${flow}`, 'flow.flow', 'nodes connections'],
  phrase: [({ phrase }) => `/flowcampaign/${phrase}`, 'details', 'id name flowId whatsappId phrase status'],
  connection: [() => '/whatsapp?companyId=1&session=0', 'whatsapps', 'id name status'],
  company: [
    ({ company }) => `/companies/${company}`,
    '',
    'trialExpiration email plan.useExternalApi plan.useOpenAi plan.useIntegrations plan.useCampaigns',
  ],
}

/** Value at a dotted place; of a list its first row. */
const at = (answer: Answer, place: string): Answer =>
  place
    .split('.')
    .filter(Boolean)
    .reduce((value, key) => (Array.isArray(value) ? value[0] : value)?.[key], answer)

test.each(Object.entries(entities))('%s', async (_, [path, place, fields, by = 'ana']) => {
  const found = at(await ask('GET', path(ids.own), by), place)
  const missing = fields.split(' ').filter((field) => at(found, field) === undefined)
  expect([path(ids.own), missing]).toEqual([path(ids.own), []])
})
