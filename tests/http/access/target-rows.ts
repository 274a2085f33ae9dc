import type { CompanyId } from '../../../src/core/storage/schema'
import { TenantDb } from '../../../src/core/storage/tenant'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { saveStream } from '../../../src/features/platform/media/files'
import { companies, type createInstallation, people } from '../../installation'
import type { Ids } from './actors'

type Installation = Awaited<ReturnType<typeof createInstallation>>
type CommonIds = Pick<Ids, 'help' | 'announcement'>

/** Owner of the rows of a target: their user, and the user's company and queue. */
interface Owner {
  company: 'acme' | 'rival'
  userId: number
  queueId: number
}

/** Inserts the rows that belong to the provider and are visible to every company. */
export const insertCommonRows = ({ store }: Installation): Promise<CommonIds> =>
  store.write(async ({ kysely }) => {
    const video = { title: 'Começo', video: 'dQw4w9WgXcQ' }
    const text = { title: 'Novidade', text: 'Chegou.', searchText: 'novidade chegou.', mediaId: null }
    const row = { ...text, companyId: companies.provider as CompanyId, publishedAt: '2026-01-01T00:00:00.000Z' }
    return {
      help: (await kysely.insertInto('helps').values(video).returning('id').executeTakeFirstOrThrow()).id,
      announcement: (await kysely.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()).id,
    }
  })

/** Inserts one row of each kind for the owner. Texts contain `segredo de {company}`, which no other company may see. */
export async function insertTargetRows(installation: Installation, owner: Owner, commonIds: CommonIds): Promise<Ids> {
  const { company, userId, queueId } = owner
  const { store, systemScope, insertTicket, insertContact } = installation
  const ticket = await insertTicket({ status: 'open', userId, queueId }, company)
  const media = await saveStream(systemScope(company), new Blob(['segredo']).stream(), `${company}.txt`)
  const ids = await TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
    await tx.insert('media', media).execute()
    return {
      message: await insertMessage(tx, owner, ticket),
      note: await insertNote(tx, owner, ticket.id),
      quickMessage: await insertQuickMessage(tx, owner),
      schedule: await insertSchedule(tx, owner, ticket.contactId),
      report: await insertReport(tx, owner),
      ...(await insertFileList(tx, ticket.id)),
      prompt: await insertPrompt(tx, owner),
      invoice: await insertInvoice(tx, owner),
      tag: await insertTag(tx, owner, ticket.id),
      option: await insertOption(tx, queueId),
      integration: await insertIntegration(tx, owner),
      flow: await insertFlow(tx, owner),
      flowReplay: await insertReplay(tx, owner),
      flowCase: await insertCase(tx, owner),
      phrase: await insertPhrase(tx, owner),
      campaign: await insertCampaign(tx, owner),
      ...(await insertContactList(tx, owner, ticket.whatsappId as number)),
      optOut: await insertOptOut(tx, owner),
      ...(await insertWebhook(tx, owner)),
      ...(await insertChat(tx, owner)),
      ...(await insertApiKey(tx, owner, ticket.id)),
      support: await insertSupportGrant(tx, owner),
      passkey: await insertPasskey(tx, owner),
      invitation: await insertInvitation(tx, owner),
    }
  })
  return {
    ...ids,
    ...commonIds,
    ticket: ticket.id,
    uuid: ticket.uuid,
    contact: ticket.contactId,
    whatsapp: ticket.whatsappId as number,
    queue: queueId,
    user: userId,
    login: userId, // each person's login has the person's id
    media: media.id,
    plan: 2,
    company: companies[company],
    freeContact: (await insertContact(company)).id,
    merge: await mergeNewContacts(installation, company),
  }
}

const secretOf = ({ company }: Owner) => `segredo de ${company}`

async function insertMessage(tx: TenantDb, owner: Owner, ticket: Awaited<ReturnType<Installation['insertTicket']>>) {
  const { id: ticketId, contactId, whatsappId } = ticket
  const origin = { ticketId, contactId, whatsappId, waId: `WA${ticketId}`, fromMe: 1, origin: 'agent' } as const
  const content = { body: secretOf(owner), mediaType: 'chat', mediaId: null, mediaStatus: null } as const
  const state = { userId: owner.userId, detail: null, ack: 1, error: null, quotedWaId: null } as const
  const row = { ...origin, ...content, ...state, proto: new Uint8Array([1]) }
  return (await tx.insert('messages', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertNote(tx: TenantDb, owner: Owner, ticketId: number) {
  const row = { ticketId, userId: owner.userId, note: secretOf(owner) }
  return (await tx.insert('ticket_notes', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertQuickMessage(tx: TenantDb, owner: Owner) {
  const text = { message: secretOf(owner), searchText: secretOf(owner) }
  const row = { shortcode: 'oi', code: 'oi', mediaId: null, userId: owner.userId, ...text }
  return (await tx.insert('quick_messages', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertSchedule(tx: TenantDb, owner: Owner, contactId: number) {
  const text = { body: secretOf(owner), searchText: secretOf(owner), mediaId: null }
  const state = { status: 'PENDENTE', sentAt: null, error: null, claimedAt: null, messageId: null } as const
  const repeat = '{"every":"day","weekdays":[],"monthDay":1,"left":null,"until":null,"time":"09:00"}'
  const row = { userId: owner.userId, contactId, sendAt: '2099-01-01T12:00:00.000Z', repeat, ...text, ...state }
  return (await tx.insert('schedules', row).returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts a shared report of a supervisor that the supervisor and the admin of the company get by mail. */
async function insertReport(tx: TenantDb, owner: Owner) {
  const report = '{"days":7,"by":"queue","sort":"finished","order":"desc"}'
  const mail = { mailWeekday: 1, mailHour: 8, mailWeek: '2099-01-05', mailedWeek: null }
  const readers = owner.company === 'acme' ? [people.sara.id, people.ana.id] : [people.rui.id]
  const row = { userId: readers[0]!, name: secretOf(owner), shared: 1, report, ...mail } as const
  const { id: reportId } = await tx.insert('saved_reports', row).returning('id').executeTakeFirstOrThrow()
  for (const userId of readers) await tx.insert('report_recipients', { reportId, userId, sentWeek: null }).execute()
  return reportId
}

async function insertFileList(tx: TenantDb, ticketId: number) {
  const list = { name: `segredo ${ticketId}`, code: `segredo ${ticketId}`, message: 'segredo' }
  const { id: fileList } = await tx.insert('file_lists', list).returning('id').executeTakeFirstOrThrow()
  const option = { fileListId: fileList, position: 0, name: 'segredo', mediaId: null }
  const { id: fileOption } = await tx.insert('file_options', option).returning('id').executeTakeFirstOrThrow()
  return { fileList, fileOption }
}

async function insertPasskey(tx: TenantDb, { userId }: Owner) {
  const device = {
    rpId: 'localhost',
    userHandle: `user ${userId}`,
    credentialId: `passkey ${userId}`,
    transports: '[]',
  }
  const state = { publicKey: new Uint8Array([1]), counter: 0, synced: 0, lastChallengeAt: 0, lastUsedAt: null } as const
  const row = { userId, name: 'segredo', ...device, ...state }
  return (await tx.insert('passkeys', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertInvitation(tx: TenantDb, owner: Owner) {
  const { userId, company } = owner
  const times = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' }
  const rights = { profile: 'user', queueIds: `[${owner.queueId}]`, language: 'pt' } as const
  const facts = { name: secretOf(owner), email: `convite.${userId}@${company}.test`, tokenHash: `invitation ${userId}` }
  return (
    await tx
      .insert('invitations', { userId, ...facts, ...rights, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

async function insertPrompt(tx: TenantDb, owner: Owner) {
  const texts = { name: secretOf(owner), prompt: secretOf(owner).padEnd(60, '.'), model: 'gpt-4o-mini' }
  const service = { baseUrl: 'https://api.openai.com/v1', keySealed: null, keyRefusedAt: null }
  const row = { ...texts, ...service, queueId: owner.queueId, inputPrice: null, outputPrice: null }
  return (await tx.insert('prompts', row).returning('id').executeTakeFirstOrThrow()).id
}

/** Bob's is the one that the table of routes confirms; the number is unique in a company. */
async function insertOptOut(tx: TenantDb, owner: Owner) {
  const number = `551193333${owner.queueId === 2 ? '0001' : '0000'}`
  const facts = {
    source: 'person',
    whatsappId: null,
    campaignId: null,
    userId: owner.userId,
    confirmedAt: null,
  } as const
  const row = { number, ...facts, reason: secretOf(owner), at: '2026-01-01T00:00:00.000Z' }
  return (await tx.insert('opt_outs', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertInvoice(tx: TenantDb, owner: Owner) {
  const amount = { detail: secretOf(owner), value: 3000, dueDate: `2098-01-0${owner.queueId}`, paidAt: null }
  const row = { ...amount, status: 'open' as const, claimedAt: '2026-01-01T00:00:00.000Z' }
  return (await tx.insert('invoices', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertTag(tx: TenantDb, { userId }: Owner, ticketId: number) {
  const name = `segredo ${ticketId}`
  const row = { name, searchText: name, color: '#d03836', kanban: 0 as const, userId }
  return (await tx.insert('tags', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertOption(tx: TenantDb, queueId: number) {
  const row = { queueId, parentId: null, option: '1', orderOption: 1, title: 'segredo' }
  return (await tx.insert('queue_options', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertIntegration(tx: TenantDb, owner: Owner) {
  const name = `${secretOf(owner)} ${owner.userId}`
  const secrets = { jsonSealed: null, secretSealed: null, flowId: null }
  const row = { type: 'flowbuilder', name, code: name, projectName: name, ...secrets } as const
  return (await tx.insert('queue_integrations', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertFlow(tx: TenantDb, owner: Owner) {
  const name = `${secretOf(owner)} ${owner.userId}`
  const nodes = [
    { id: '1', type: 'start', position: { x: 0, y: 0 }, data: {} },
    { id: 'end', type: 'end', position: { x: 0, y: 0 }, data: { message: secretOf(owner) } },
  ]
  const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'end' }]
  const draft = JSON.stringify({ nodes, connections })
  const row = { name, searchText: name, userId: owner.userId, draft, draftAt: null, versionId: null }
  const { id: flowId } = await tx.insert('flows', row).returning('id').executeTakeFirstOrThrow()
  const version = { flowId, number: 1, content: draft, userId: owner.userId, userName: secretOf(owner) }
  const { id: versionId } = await tx.insert('flow_versions', version).returning('id').executeTakeFirstOrThrow()
  await tx.update('flows').set({ versionId }).where('id', '=', flowId).execute()
  return flowId
}

/** Inserts a finished replay with a flow of its own. */
async function insertReplay(tx: TenantDb, owner: Owner) {
  const name = `simulado ${secretOf(owner)} ${owner.userId}`
  const drafted = { draft: null, draftAt: null, versionId: null }
  const flow = { name, searchText: name, userId: owner.userId, ...drafted }
  const { id: flowId } = await tx.insert('flows', flow).returning('id').executeTakeFirstOrThrow()
  const counts = JSON.stringify({ nodes: {}, edges: {}, stops: {}, misunderstood: {} })
  const row = { flowId, userId: owner.userId, userName: secretOf(owner), content: '{}', total: 0, counts }
  const inserted = tx.insert('flow_replays', { ...row, status: 'done', endedAt: null })
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts a test case with a flow of its own, whose draft it passes. */
async function insertCase(tx: TenantDb, owner: Owner) {
  const name = `caso ${secretOf(owner)} ${owner.userId}`
  const nodes = [{ id: '1', type: 'start', position: { x: 0, y: 0 }, data: {} }]
  const draft = JSON.stringify({ nodes, connections: [] })
  const flow = { name, searchText: name, userId: owner.userId, draft, draftAt: null, versionId: null }
  const { id: flowId } = await tx.insert('flows', flow).returning('id').executeTakeFirstOrThrow()
  const recording = JSON.stringify({ values: {}, answers: [], services: {}, programs: {}, draws: {} })
  const ending = JSON.stringify({ end: 'end', nodeId: '1', queueId: null })
  const row = { flowId, name, contactId: null, recording, ending, result: null, checkedAt: null }
  return (await tx.insert('flow_cases', row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertContactList(tx: TenantDb, owner: Owner, whatsappId: number) {
  const name = secretOf(owner)
  const list = { name, searchText: name, deletedAt: null }
  const { id: contactList } = await tx.insert('contact_lists', list).returning('id').executeTakeFirstOrThrow()
  const person = { name, searchText: name, number: '5511987654321', waJid: null, checkedAt: null }
  const row = { contactListId: contactList, ...person }
  const { id: contactListItem } = await tx.insert('contact_list_items', row).returning('id').executeTakeFirstOrThrow()
  const file = {
    source: 'file',
    sourceDetail: null,
    fileName: name,
    mediaId: null,
    preview: null,
    layout: null,
  } as const
  const open = { state: 'mapping', reason: null, total: null, userId: owner.userId, endedAt: null } as const
  const made = { contactListId: contactList, ...file, ...open }
  const { id: contactImport } = await tx.insert('contact_imports', made).returning('id').executeTakeFirstOrThrow()
  const { id: importIntoContacts } = await tx
    .insert('contact_imports', { ...made, contactListId: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const checked = { whatsappId, total: 1, userId: owner.userId, retryAt: null, endedAt: null }
  const { id: checkedList } = await tx.insert('contact_lists', list).returning('id').executeTakeFirstOrThrow()
  const check = { contactListId: checkedList, ...checked }
  const { id: numberCheck } = await tx.insert('number_checks', check).returning('id').executeTakeFirstOrThrow()
  return { contactList, contactListItem, contactImport, importIntoContacts, numberCheck }
}

/** Inserts a phrase with a flow of its own, because a flow with phrases is not deleted. */
async function insertPhrase(tx: TenantDb, owner: Owner) {
  const name = `frase ${secretOf(owner)} ${owner.userId}`
  const flow = { name, searchText: name, userId: owner.userId, draft: null, draftAt: null, versionId: null }
  const { id: flowId } = await tx.insert('flows', flow).returning('id').executeTakeFirstOrThrow()
  const row = { name, flowId, whatsappId: null, phrase: name, searchText: name }
  return (await tx.insert('flow_phrases', row).returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts a cancelled campaign with a recipient. */
async function insertCampaign(tx: TenantDb, owner: Owner) {
  const name = `campanha ${secretOf(owner)}`
  const uses = { whatsappId: null, contactListId: null, tagId: null, fileListId: null, mediaId: null, flowId: null }
  const times = { scheduledAt: null, startedAt: null, preparedAt: null, completedAt: null }
  const row = { name, searchText: name, reason: null, basis: null, userId: owner.userId, status: 'CANCELADA' } as const
  const inserted = tx.insert('campaigns', { ...row, message1: secretOf(owner), ...uses, ...times })
  const { id: campaignId } = await inserted.returning('id').executeTakeFirstOrThrow()
  const receipts = { sentAt: null, deliveredAt: null, readAt: null, answeredAt: null, optedOutAt: null, ticketId: null }
  const person = {
    number: '5511900000000',
    name,
    jid: '5511900000000@s.whatsapp.net',
    variant: 1,
    text: secretOf(owner),
  }
  const recipient = { campaignId, ...person, reason: null, dueAt: '2026-01-01T00:00:00.000Z', ...receipts }
  await tx.insert('campaign_recipients', recipient).execute()
  return campaignId
}

/** Inserts a webhook with a request that was given up. */
async function insertWebhook(tx: TenantDb, owner: Owner) {
  const text = secretOf(owner)
  const row = { name: text, url: 'https://hooks.example/', events: '["ticket.*"]', secretSealed: null }
  const { id } = await tx
    .insert('webhooks', { ...row, disabledReason: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const event = { source: 'webhook', sourceId: id, event: 'ticket.closed', eventId: crypto.randomUUID() } as const
  const about = { lane: 'ticket:1', ticketId: null, contactId: null, messageId: null, body: `"${text}"` }
  const at = '2026-01-01T00:00:00.000Z'
  const result = { triedAt: at, nextAt: null, status: 500, error: 'status', response: text, duration: 1 } as const
  const times = { createdAt: at, queuedAt: at, state: 'failed' } as const
  const delivery = tx.insert('deliveries', { ...event, ...about, ...result, ...times }).returning('id')
  return { webhook: id, delivery: (await delivery.executeTakeFirstOrThrow()).id }
}

/** Inserts a key, and an answer that a program proposed with it. */
async function insertApiKey(tx: TenantDb, owner: Owner, ticketId: number) {
  const { userId, company } = owner
  const facts = { userId, name: secretOf(owner), prefix: 'blc_abcdef', keyHash: `key ${company} ${userId}` }
  const times = { expiresOn: null, lastUsedAt: null, createdAt: '2026-01-01T00:00:00.000Z' }
  const row = { ...facts, ...times, scopes: '["read"]' }
  const { id: apiKey } = await tx.insert('api_keys', row).returning('id').executeTakeFirstOrThrow()
  const undecided = { messageId: null, decidedBy: null, decidedAt: null, createdAt: times.createdAt }
  const proposal = { ticketId, apiKeyId: apiKey, body: secretOf(owner), ...undecided }
  const { id } = await tx.insert('message_proposals', proposal).returning('id').executeTakeFirstOrThrow()
  return { apiKey, proposal: id }
}

/** Inserts an internal chat of the owner; Ana is a member of Bob's. */
async function insertChat(tx: TenantDb, owner: Owner) {
  const ownerId = owner.userId
  const { id: chat, uuid: chatUuid } = await tx
    .insert('chats', { uuid: crypto.randomUUID(), title: secretOf(owner), ownerId })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
  for (const userId of ownerId === people.bob.id ? [ownerId, people.ana.id] : [ownerId])
    await tx.insert('chat_users', { chatId: chat, userId, lastAt: '2026-01-01T00:00:00.000Z' }).execute()
  const message = { chatId: chat, senderId: ownerId, senderName: 'Bob', message: secretOf(owner), clientId: null }
  const row = { ...message, mediaId: null, detail: null, quotedId: null }
  const { id: chatMessage } = await tx.insert('chat_messages', row).returning('id').executeTakeFirstOrThrow()
  return { chat, chatUuid, chatMessage }
}

/** Inserts a support grant that has not ended. */
async function insertSupportGrant(tx: TenantDb, owner: Owner) {
  const userId = owner.company === 'acme' ? people.ana.id : people.rui.id
  const times = { startedAt: '2026-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z', endedAt: null }
  const row = { userId, tokenId: userId, reason: secretOf(owner), ...times }
  return (await tx.insert('support_grants', row).returning('id').executeTakeFirstOrThrow()).id
}

async function mergeNewContacts({ scopeOf, insertContact }: Installation, company: Owner['company']) {
  const [contact, duplicate] = [await insertContact(company), await insertContact(company)]
  const admin = scopeOf(company === 'acme' ? 'ana' : 'rui')
  return (await mergeContactsByHand(admin, contact.id, duplicate.id)).mergeId
}
