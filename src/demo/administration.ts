import type { Platform, Scope } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'
import { addDays, dayIn, usualZone } from '../core/time'
import { appendLine } from '../features/platform/audit/chain'
import { saveConfig } from '../features/provider/payments/config'
import { addMonths } from '../shared/recurrence'
import { foldText } from '../shared/text'
import { storeMessageFile } from './message-files'
import { provider } from './people'

const dayMs = 24 * 60 * 60 * 1000

/** Other companies of the provider; `ends` is the number of days until the licence ends. */
const otherCompanies = [
  { name: 'Ótica Sol Nascente', email: 'contato@oticasol.example', phone: '1932014455', ends: 4 },
  { name: 'Pet Shop Quatro Patas', email: 'oi@quatropatas.example', phone: '11977001122', ends: 38 },
  { name: 'Oficina Dois Irmãos', email: 'oficina@doisirmaos.example', phone: '2138014040', ends: -6 },
] as const

const announcements = [
  ['Áudios mais leves', 'As mensagens de voz agora ocupam a metade do espaço e tocam na hora.', 3, 12],
  ['Manutenção no domingo', 'Das 3h às 4h o sistema será atualizado. As mensagens que chegarem serão entregues.', 1, 2],
] as const

/** Title, YouTube id and description; freely licensed films take the place of real tutorials. */
const helps = [
  ['Primeiros passos', 'aqz-KE-bpKQ', 'Entrar, aceitar uma conversa e responder.'],
  ['Conectar um número', 'eRsGyueVLvQ', 'Do QR Code à primeira mensagem.'],
  ['Organizar com etiquetas', 'R6MlUcmOul8', 'Etiquetas, colunas do Kanban e filtros.'],
] as const

const fileLists = [
  ['Cardápio de festas', 'Segue o nosso cardápio, {{firstName}}!', ['Bolos', 'Docinhos', 'Tabela de preços']],
  ['Contrato de casamento', 'Leia com calma e responda por aqui.', ['Contrato', 'Calendário de provas']],
] as const

/** Age in hours, action, entity, name, values before and after. */
const auditEntries = [
  [312, 'create', 'queue', 'Financeiro', {}, { name: 'Financeiro', color: '#5165e2' }],
  [170, 'update', 'user', 'Rafael Nogueira', { profile: 'user' }, { profile: 'supervisor' }],
  [98, 'update', 'connection', 'WhatsApp da loja', { greetingMessage: '' }, { greetingMessage: 'Oi! Já respondemos.' }],
  [51, 'update', 'setting', 'userRating', { value: 'disabled' }, { value: 'enabled' }],
  [6, 'create', 'file', 'Cardápio de festas', {}, { name: 'Cardápio de festas' }],
] as const

/**
 * Inserts the provider's other companies, announcements and helps, and the company's file lists, invoices and audit log.
 */
export async function insertAdministration(platform: Platform, scope: Scope, userIds: number[], now: Date) {
  await insertOtherCompanies(platform, now)
  await insertAnnouncements(platform, now)
  await platform.db
    .insertInto('helps')
    .values(helps.map(([title, video, description]) => ({ title, video, description })))
    .execute()
  await insertFileLists(scope)
  await insertPaidInvoices(scope, platform, now)
  const [actorId = null] = userIds
  for (const [hours, action, entity, name, before, after] of auditEntries) {
    const who = { actorId, actorName: 'Marina Duarte', address: '203.0.113.24' }
    const what = { action, entity, entityId: null, name, before: JSON.stringify(before), after: JSON.stringify(after) }
    await scope.transaction(({ db }) => appendLine(db, { at: ago(now, hours / 24), ...who, ...what }))
  }
}

/** Configures static Pix as the provider's way to be paid. */
export const configurePix = ({ ports }: Platform) =>
  saveConfig(ports, {
    ...{ provider: 'pix-manual', pixKey: provider.email, pixName: 'Balcao Demonstracao', pixCity: 'Sao Paulo' },
    ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
    ...{ authority: '', cardAccount: '' },
  })

const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString()

async function insertOtherCompanies(platform: Platform, now: Date) {
  const values = { users: 5, connections: 2, queues: 5, value: 7990, isPublic: 1 } as const
  const flags = { useCampaigns: 0, useSchedules: 1, useInternalChat: 1, useExternalApi: 0 } as const
  const { id: planId } = await platform.db
    .insertInto('plans')
    .values({ name: 'Essencial', ...values, ...flags, useKanban: 1, useOpenAi: 0, useIntegrations: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { ends, ...who } of otherCompanies) {
    const dueDate = addDays(dayIn(usualZone, now), ends)
    const { id } = await platform.db
      .insertInto('companies')
      .values({ ...who, planId, dueDate, trialExpiration: null, createdAt: ago(now, 200) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertFormerInvoices(platform, id, { detail: 'Essencial', value: values.value, dueDate })
    if (ends > 20) continue // invoices are created at most 20 days before the due date
    const invoice = { detail: 'Essencial', value: values.value, dueDate, status: 'open', paidAt: null } as const
    await platform.tenant(id).insert('invoices', invoice).execute()
  }
}

/** Paid invoices of the four periods before the present one, each paid a day before its due date. */
async function insertFormerInvoices(
  platform: Platform,
  companyId: CompanyId,
  { dueDate, ...what }: { detail: string; value: number; dueDate: string },
) {
  for (const months of [1, 2, 3, 4]) {
    const due = addMonths(dueDate, -months)
    const paidAt = `${addDays(due, -1)}T13:30:00.000Z`
    const invoice = { ...what, dueDate: due, status: 'paid', paidAt } as const
    await platform.tenant(companyId).insert('invoices', invoice).execute()
  }
}

async function insertAnnouncements(platform: Platform, now: Date) {
  const speaker = await platform.db
    .selectFrom('users')
    .select('companyId')
    .where('super', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (!speaker) return
  const own = platform.tenant(speaker.companyId as CompanyId)
  for (const [title, text, priority, days] of announcements) {
    const row = { title, text, searchText: foldText(`${title} ${text}`), priority, mediaId: null }
    await own.insert('announcements', { ...row, publishedAt: ago(now, days) }).execute()
  }
}

async function insertFileLists(scope: Scope) {
  for (const [name, message, papers] of fileLists) {
    const list = await scope.db
      .insert('file_lists', { name, code: foldText(name), message })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [position, paper] of papers.entries()) {
      const turn = { fromMe: true, text: name, prop: 'pdf', about: paper, quotes: false, reaction: false } as const
      const mediaId = (await storeMessageFile(scope, turn, position))?.file.id ?? null
      await scope.db.insert('file_options', { fileListId: list.id, position, name: paper, mediaId }).execute()
    }
  }
}

/** Inserts three paid invoices, each paid one day before its due date. */
async function insertPaidInvoices({ companyId, db }: Scope, platform: Platform, now: Date) {
  const plan = await platform.db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['plans.name as detail', 'plans.value'])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow()
  for (const days of [64, 34, 4]) {
    const [dueDate, paidAt] = [ago(now, days).slice(0, 10), ago(now, days + 1)]
    await db.insert('invoices', { ...plan, dueDate, status: 'paid', paidAt }).execute()
  }
}
