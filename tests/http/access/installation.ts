import { createApp } from '../../../src/app'
import type { RouteEntry } from '../../../src/core/http/route-table'
import type { CompanyId } from '../../../src/core/storage/schema'
import { TenantDb } from '../../../src/core/storage/tenant'
import { mergeContactsByHand } from '../../../src/features/contacts/merge-by-person'
import { saveStream } from '../../../src/features/media/files'
import { companies, createInstallation, type Name, people } from '../../installation'
import type { Actor, Ids, Kind, Target } from './actors'
import { missing } from './missing-ids'
import { rowOf, walked } from './table'

const sharedParams: Record<string, string> = {
  ':key': 'call',
  ':lang': 'pt',
  ':email': 'nobody@acme.test',
  ':token': 'ABCD2345',
  ':password': 'Nove9violoncelos',
}
/** Parameters that name their own kind, where a path has two. */
const kindOf: Record<string, Kind> = { ':ticketId': 'ticket', ':tagId': 'tag' }

const late = 4 as CompanyId
const extra = { vera: 7, eva: 8 }

/** A world with vera and eva in it, and one of everything for each desk. */
export async function populated() {
  let hours = 0
  const installation = await createInstallation({ clock: () => ++hours * 3_600_000 }) // nobody meets a rate limit here
  const { store, auth, app, systemScope, insertTicket, insertContact } = installation
  await store.write(async ({ kysely }) => {
    const company = { id: late, name: 'late', planId: 1, email: 'late@late.test', phone: '11999990000' }
    await kysely
      .insertInto('companies')
      .values({ ...company, dueDate: '2020-01-01', trialExpiration: null })
      .execute()
    const secretPlan = { id: 2, name: 'Secreto', users: 1, connections: 1, queues: 1, value: 1, isPublic: 0 as const }
    const flags = { useCampaigns: 1, useSchedules: 1, useInternalChat: 1, useExternalApi: 1 } as const
    await kysely
      .insertInto('plans')
      .values({ ...secretPlan, ...flags, useKanban: 1, useOpenAi: 1, useIntegrations: 1 })
      .execute()
    const { passwordHash } = await kysely.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow()
    for (const [name, id] of Object.entries(extra)) {
      const companyId = name === 'eva' ? late : (companies.acme as CompanyId)
      const profile = name === 'eva' ? ('admin' as const) : ('user' as const)
      const user = { id, companyId, name, email: `${name}@extra.test`, passwordHash, profile }
      await kysely
        .insertInto('users')
        .values({ ...user, whatsappId: null, language: null })
        .execute()
      const login = { id, companyId, userId: id, refreshHash: name, previousHash: null, userAgent: '' }
      const [rotatedAt, createdAt] = ['2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']
      const ends = { expiresAt: '2099-12-31T00:00:00.000Z', revokedAt: null, revokedFor: null }
      const renewalOnly = name === 'eva' ? (1 as const) : (0 as const)
      await kysely
        .insertInto('tokens')
        .values({ ...login, rotatedAt, createdAt, ...ends, renewalOnly })
        .execute()
    }
    await kysely
      .insertInto('user_queues')
      .values({ companyId: 1 as CompanyId, userId: extra.vera, queueId: 2 })
      .execute()
  })

  /** An internal chat of the person's; of bob's, ana is a member. */
  const talk = (company: 'acme' | 'rival', ownerId: number) =>
    TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
      const title = `segredo de ${company}`
      const { id: chat, uuid: chatUuid } = await tx
        .insert('chats', { uuid: crypto.randomUUID(), title, ownerId })
        .returning(['id', 'uuid'])
        .executeTakeFirstOrThrow()
      for (const userId of ownerId === people.bob.id ? [ownerId, people.ana.id] : [ownerId])
        await tx.insert('chat_users', { chatId: chat, userId, lastAt: '2026-01-01T00:00:00.000Z' }).execute()
      return { chat, chatUuid }
    })

  /** The provider has been in the company to help, and still may. */
  const helped = (company: 'acme' | 'rival') =>
    TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
      const userId = company === 'acme' ? people.ana.id : people.rui.id
      const times = { startedAt: '2026-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z', endedAt: null }
      const row = { userId, tokenId: userId, reason: `segredo de ${company}`, ...times }
      return (await tx.insert('support_grants', row).returning('id').executeTakeFirstOrThrow()).id
    })
  /** What the provider shows everybody. */
  const common = await store.write(async ({ kysely }) => {
    const video = { title: 'Começo', video: 'dQw4w9WgXcQ' }
    const word = { title: 'Novidade', text: 'Chegou.', folded: 'novidade chegou.', mediaId: null }
    const row = { ...word, companyId: companies.provider as CompanyId, publishedAt: '2026-01-01T00:00:00.000Z' }
    return {
      help: (await kysely.insertInto('helps').values(video).returning('id').executeTakeFirstOrThrow()).id,
      announcement: (await kysely.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()).id,
    }
  })

  const desk = async (company: 'acme' | 'rival', queue: number, user: number): Promise<Ids> => {
    const held = await insertTicket({ status: 'open', userId: user, queueId: queue }, company)
    const { id: ticketId, uuid, contactId, whatsappId } = held
    const said = { ticketId, contactId, whatsappId, waId: `WA${ticketId}`, fromMe: 1, origin: 'agent' } as const
    const kind = { body: `segredo de ${company}`, mediaType: 'chat', mediaId: null, mediaStatus: null } as const
    const row = { ...said, ...kind, userId: user, detail: null, ack: 1, error: null, quotedWaId: null } as const
    const scope = systemScope(company)
    const file = await saveStream(scope, new Blob(['segredo']).stream(), `${company}.txt`)
    const message = await TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
      await tx.insert('media', file).execute()
      return tx
        .insert('messages', { ...row, proto: new Uint8Array([1]) })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    const note = await TenantDb.of(store, companies[company] as CompanyId).transaction((tx) =>
      tx
        .insert('ticket_notes', { ticketId, userId: user, note: `segredo de ${company}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const [quickMessage, schedule] = await TenantDb.of(store, scope.companyId).transaction(async (tx) => {
      const [texts, words] = [{ shortcode: 'oi', code: 'oi', mediaId: null }, `segredo de ${company}`]
      const quick = { ...texts, userId: user, message: words, folded: words }
      const later = { userId: user, contactId, body: words, folded: words, sendAt: '2099-01-01T12:00:00.000Z' }
      const state = { status: 'PENDENTE', sentAt: null, error: null, claimedAt: null, messageId: null } as const
      return [
        (await tx.insert('quick_messages', quick).returning('id').executeTakeFirstOrThrow()).id,
        (
          await tx
            .insert('schedules', { ...later, ...state, mediaId: null })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      ] as const
    })
    const files = await TenantDb.of(store, scope.companyId).transaction(async (tx) => {
      const list = { name: `segredo ${ticketId}`, code: `segredo ${ticketId}`, message: 'segredo' }
      const { id: fileList } = await tx.insert('file_lists', list).returning('id').executeTakeFirstOrThrow()
      const option = { fileListId: fileList, position: 0, name: 'segredo', mediaId: null }
      const { id: fileOption } = await tx.insert('file_options', option).returning('id').executeTakeFirstOrThrow()
      return { fileList, fileOption }
    })
    const invoice = await TenantDb.of(store, scope.companyId).transaction(async (tx) => {
      const owed = { detail: `segredo de ${company}`, value: 3000, dueDate: `2098-01-0${queue}`, paidAt: null }
      return (
        await tx
          .insert('invoices', { ...owed, status: 'open' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    })
    const whatsapp = whatsappId as number
    const free = (await insertContact(company)).id
    const [kept, gone] = [await insertContact(company), await insertContact(company)]
    const { mergeId } = await mergeContactsByHand(
      installation.scopeOf(company === 'acme' ? 'ana' : 'rui'),
      kept.id,
      gone.id,
    )
    const tag = await TenantDb.of(store, companies[company] as CompanyId).transaction((tx) =>
      tx
        .insert('tags', {
          name: `segredo ${ticketId}`,
          folded: `segredo ${ticketId}`,
          color: '#d03836',
          kanban: 0,
          userId: user,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const option = await TenantDb.of(store, companies[company] as CompanyId).transaction((tx) =>
      tx
        .insert('queue_options', { queueId: queue, parentId: null, option: '1', orderOption: 1, title: 'segredo' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return {
      ticket: ticketId,
      uuid,
      message: message.id,
      note: note.id,
      contact: contactId,
      free,
      merge: mergeId,
      whatsapp,
      queue,
      option: option.id,
      tag: tag.id,
      quickMessage,
      schedule,
      invoice,
      ...files,
      user,
      login: user, // the world gives everybody's login their own id
      media: file.id,
      plan: 2,
      ...(await talk(company, user)),
      company: companies[company],
      support: await helped(company),
      ...common,
    }
  }
  const ids: Record<Target, Ids> = {
    own: await desk('acme', 1, people.bob.id),
    unseen: await desk('acme', 2, extra.vera),
    foreign: await desk('rival', 3, people.rui.id),
    missing,
  }
  await store.idle()
  installation.published.length = 0

  const tokenFor = (actor: Actor): Promise<string> => {
    if (actor === 'vera') return auth.tokens.sign({ tokenId: 7, userId: 7, companyId: companies.acme as CompanyId })
    if (actor === 'eva') return auth.tokens.sign({ tokenId: 8, userId: 8, companyId: late })
    return installation.tokenOf(actor as Name)
  }
  async function credentials(actor: Actor): Promise<Record<string, string>> {
    if (actor === 'nobody') return {}
    if (actor === 'garbage') return { authorization: `Bearer ${'a'.repeat(40)}.e30.${'b'.repeat(43)}` }
    return { authorization: `Bearer ${await tokenFor(actor)}` }
  }
  const filled = (route: RouteEntry, at: Ids) =>
    route.path.replace(
      /:(\w+)/g,
      (name) => sharedParams[name] ?? String(at[kindOf[name] ?? (rowOf(route).path as Kind)]),
    )

  /** Status, body and headers of a route asked by somebody about something. */
  async function ask(actor: Actor, route: RouteEntry, at: Ids, given: { body?: object; query?: string } = {}) {
    const row = rowOf(route)
    const body = given.body ?? row.body?.(at)
    const headers = new Headers(await credentials(actor))
    if (body) headers.set('content-type', 'application/json')
    const asked = given.query ?? row.query
    const query = asked ? `?${asked}` : ''
    const request = new Request(`http://localhost${filled(route, at)}${query}`, {
      method: route.method,
      headers,
      body: row.form?.(at) ?? row.raw ?? (body && JSON.stringify(body)),
    })
    const answer = await app.handle(request)
    const text = await answer.text()
    await store.idle()
    return { status: answer.status, body: text, headers: Object.fromEntries(answer.headers) }
  }
  /** The whole database, byte for byte. */
  const image = () => store.raw.statements.sqlite.serialize()
  /** Every row of every table, as text. */
  const dump = () => {
    const { sqlite } = store.raw.statements
    const names = sqlite.query("select name from sqlite_schema where type = 'table' order by name").all() as {
      name: string
    }[]
    return Object.fromEntries(names.map(({ name }) => [name, sqlite.query(`select * from "${name}"`).all()]))
  }
  return { ...installation, ids, ask, image, dump, tokenFor, credentials, filled, routes: walked(app) }
}
export type Populated = Awaited<ReturnType<typeof populated>>

/** A copy of the application with one route more, as a feature nobody told us about would add. */
export const withRoute = (services: Populated['services'], path: `/${string}`) =>
  createApp(services).get(path, () => 'new')
