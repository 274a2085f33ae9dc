import type { Scope } from '../core/scope'
import { enqueueSchedule } from '../features/inbox/schedules/enqueue'
import { foldText } from '../shared/text'
import type { SeededIds } from './conversations'

const day = 24 * 3_600_000

/** Shortcode and text of the company's quick messages. */
const quickMessages = [
  ['endereco', 'Estamos na Rua das Acácias, 215, de terça a sábado, das 9h às 18h.'],
  ['pix', 'A chave Pix é o e-mail contato@doceaurora.example. Depois mande o comprovante por aqui, {{firstName}}.'],
  ['bomdia', '{{greeting}}, {{firstName}}! Como podemos adoçar o seu dia?'],
  ['prazo', 'Bolos de andar pedem 10 dias; doces e tortas, 3. Seu protocolo é {{protocol}}.'],
] as const

/** Days until sending, and text. */
const schedules = [
  [1, '{{greeting}}, {{firstName}}! Sua encomenda fica pronta amanhã às 15h. Confirma a retirada?'],
  [2, 'Oi, {{firstName}}! Hoje vence o sinal da sua encomenda. Qualquer dúvida, estamos aqui.'],
  [4, '{{firstName}}, a sua degustação é na quinta às 16h. Esperamos você!'],
  [9, 'Feliz aniversário, {{firstName}}! 🎂 Este mês o bolo tem 10% de desconto.'],
] as const

/** Inserts quick messages of the company, and schedules with their jobs. */
export async function insertQuickMessagesAndSchedules(
  scope: Scope,
  { contacts, userIds }: Pick<SeededIds, 'contacts' | 'userIds'>,
  now: Date,
) {
  const [userId = null] = userIds
  for (const [shortcode, message] of quickMessages) {
    const texts = { shortcode, code: foldText(shortcode), message, searchText: foldText(`${shortcode} ${message}`) }
    await scope.db.insert('quick_messages', { ...texts, userId, geral: 1, mediaId: null }).execute()
  }
  for (const [at, [days, body]] of schedules.entries()) {
    const contactId = contacts[at]?.id
    if (contactId === undefined) continue
    const sendAt = morningTime(now.getTime() + days * day, at).toISOString()
    const state = { status: 'PENDENTE', sentAt: null, error: null, claimedAt: null, messageId: null } as const
    const row = { contactId, userId, body, searchText: foldText(body), sendAt, ...state, mediaId: null }
    const { id } = await scope.db.insert('schedules', row).returning('id').executeTakeFirstOrThrow()
    await enqueueSchedule(scope, id, sendAt)
  }
}

/** 09:00 plus 30 minutes per index of that day, in UTC-3. */
function morningTime(time: number, at: number): Date {
  const moment = new Date(time)
  moment.setUTCHours(12 + Math.floor(at / 2), (at % 2) * 30, 0, 0)
  return moment
}
