import type { Scope } from '../core/scope'
import { oneLine } from '../shared/text'
import type { SeededIds } from './conversations'
import { staff } from './people'

const minute = 60_000

interface ChatText {
  title: string
  /** Indexes in `staff`; the first member is the owner. */
  members: number[]
  /** Sender (index in `staff`), age in minutes, text. */
  messages: [who: number, ago: number, words: string][]
  /** Number of unread messages of each member except the last sender. */
  unreadCount: number
}

const chatTexts: ChatText[] = [
  {
    title: 'Cozinha e vitrine',
    members: [0, 1, 2],
    messages: [
      [1, 1503, 'Amanhã o forno grande fica parado até as 10h para manutenção.'],
      [2, 1496, 'Certo. Aviso quem retira de manhã.'],
      [0, 188, 'Chegou a baunilha. Dá para voltar a oferecer o bolo de creme.'],
      [2, 171, 'Ótimo! Três clientes perguntaram por ele esta semana.'],
      [1, 26, '@Marina Duarte o casamento de sábado pediu mais 100 docinhos. Cabe na produção?'],
      [1, 25, 'Preciso responder ainda hoje.'],
    ],
    unreadCount: 2,
  },
  {
    title: 'Financeiro',
    members: [0, 1],
    messages: [
      [0, 2890, 'O extrato de ontem está na pasta. Faltam dois comprovantes.'],
      [1, 2871, 'Um é da Patrícia, ela mandou agora.'],
      [0, 2866, 'Perfeito, obrigada.'],
    ],
    unreadCount: 0,
  },
]

/** Notes on open tickets. */
const noteTexts = [
  'Cliente desde 2019. Sempre retira na loja da Rua das Acácias.',
  'Alergia a nozes: conferir o recheio antes de confirmar.',
  'Prometi responder sobre o desconto para 200 docinhos até amanhã.',
  'Prefere falar por áudio.',
  'O pagamento entra no nome da mãe, Célia.',
]

/** Extra fields of every third contact. */
const extraFields = [
  ['Aniversário', '12/03'],
  ['Bolo preferido', 'Red velvet'],
  ['Bairro', 'Vila Mariana'],
] as const

/** Inserts chats between colleagues, extra fields of contacts and notes on tickets. */
export async function insertChatsAndNotes(
  scope: Scope,
  { contacts, userIds }: Pick<SeededIds, 'contacts' | 'userIds'>,
  now: Date,
) {
  for (const chat of chatTexts) await insertChat(scope, chat, userIds, now)
  for (const { id: contactId } of contacts.filter((_, at) => at % 3 === 0))
    for (const [name, value] of extraFields)
      await scope.db.insert('contact_extra', { contactId, name, value }).execute()
  const tickets = await scope.db
    .select('tickets')
    .select(['id', 'userId', 'lastMessageAt'])
    .where('status', '=', 'open')
    .orderBy('lastMessageAt', 'desc')
    .execute()
  for (const [at, note] of noteTexts.entries()) {
    const ticket = tickets[at * 2]
    if (!ticket) continue
    const createdAt = new Date(Date.parse(ticket.lastMessageAt ?? now.toISOString()) - minute).toISOString()
    await scope.db.insert('ticket_notes', { ticketId: ticket.id, userId: ticket.userId, note, createdAt }).execute()
  }
}

async function insertChat(
  scope: Scope,
  { title, members, messages, unreadCount }: ChatText,
  userIds: number[],
  now: Date,
) {
  const id = (who: number) => userIds[who] as number
  const time = (ago: number) => new Date(now.getTime() - ago * minute).toISOString()
  const sent = messages.map(([who, ago, words]) => ({ who, at: time(ago), words }))
  const [first, last] = [sent[0], sent.at(-1)]
  if (!first || !last) return
  const lastMessage = oneLine(`${staff[last.who]?.name}: ${last.words}`)
  const row = { uuid: crypto.randomUUID(), title, ownerId: id(members[0] as number), lastMessage }
  const chat = await scope.db
    .insert('chats', { ...row, createdAt: first.at, updatedAt: last.at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chatId = chat.id
  const unreads = (who: number) => (who === last.who ? 0 : unreadCount)
  const joined = members.map((who) => ({ chatId, userId: id(who), unreads: unreads(who), lastAt: last.at }))
  await scope.db.insert('chat_users', joined).execute()
  const mentionedIds = (words: string) => members.filter((who) => words.includes(`@${staff[who]?.name}`)).map(id)
  for (const { who, at, words } of sent) {
    const sender = { senderId: id(who), senderName: staff[who]?.name ?? '' }
    const message = { chatId, ...sender, message: words, mentions: JSON.stringify(mentionedIds(words)), clientId: null }
    await scope.db.insert('chat_messages', { ...message, createdAt: at }).execute()
  }
}
