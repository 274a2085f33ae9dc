import type { Ids } from '../http/access/actors'
import { type CompanyLogin, openCompany, otherCompanyText, request } from './companies'

const emptyRecording = { values: {}, answers: [], services: {}, programs: {}, draws: {} }

/** One row of each kind of a company, created over HTTP at its first use. */

type Kind = keyof Ids
interface Row {
  id: number
  uuid: string
}
let instances = 0

export class Rows {
  private readonly created = new Map<string, Promise<unknown>>()
  /** Distinguishes instances in names that must be unique. */
  readonly number = ++instances

  /** @param forProvider true for the provider's routes: `company` is then another company than the caller's */
  constructor(
    readonly company: CompanyLogin,
    readonly forProvider = false,
  ) {}

  get<K extends Kind>(kind: K): Promise<Ids[K]> {
    return this.once(kind, () => creators[kind](this))
  }

  once<T>(name: string, create: () => Promise<T>): Promise<T> {
    const known = this.created.get(name) ?? create()
    this.created.set(name, known)
    return known as Promise<T>
  }

  request<T>(method: string, path: string, body?: object): Promise<T> {
    return request(this.company.installation.url, this.company.token, method, path, body)
  }

  requestAsProvider<T>(method: string, path: string, body?: object): Promise<T> {
    return request(this.company.installation.url, this.company.installation.providerToken, method, path, body)
  }

  async post(path: string, body?: object): Promise<number> {
    return (await this.request<Row>('POST', path, body)).id
  }

  /** Creates a row as the provider and returns its id. */
  async postAsProvider(path: string, body: object): Promise<number> {
    return (await this.requestAsProvider<Row>('POST', path, body)).id
  }

  /** Ids of these kinds. */
  async all(kinds: Iterable<Kind>): Promise<Ids> {
    const pairs: [Kind, unknown][] = []
    for (const kind of kinds) pairs.push([kind, await this.get(kind)])
    return Object.fromEntries(pairs) as unknown as Ids
  }
}

let contacts = 0
const createContact = (rows: Rows) =>
  rows.post('/contacts', { name: 'Maria', number: `55119${80_000_000 + ++contacts}` })
const ticketOf = (rows: Rows) =>
  rows.once('a ticket', async () => {
    const ids = { contactId: await rows.get('contact'), queueId: await rows.get('queue') }
    return rows.request<Row>('POST', '/tickets', { ...ids, whatsappId: await rows.get('whatsapp') })
  })
const chatOf = (rows: Rows) =>
  rows.once('a chat', async () => {
    return rows.request<Row>('POST', '/chats', { title: 'Almoço', users: [{ id: await rows.get('user') }] })
  })
const fileListOf = (rows: Rows) =>
  rows.once('files', () =>
    rows.request<Row & { options: Row[] }>('POST', '/files', {
      ...{ name: `Lista ${rows.number}`, message: 'Segue', options: [{ name: 'Um' }] },
    }),
  )

/** Reuses an existing row, because the plan allows only ten. */
async function findOrCreate(rows: Rows, list: string, of: string, path: string, body: object): Promise<number> {
  const known = (await rows.request<Record<string, Row[]>>('GET', list))[of] ?? []
  return known.find(({ id }) => id !== rows.company.userId)?.id ?? (await rows.post(path, body))
}

const creators: { [K in Kind]: (rows: Rows) => Promise<Ids[K]> } = {
  contact: createContact,
  freeContact: createContact,
  queue: (rows) => {
    const color = `#${(rows.number + 4096).toString(16).padStart(6, '0')}`
    return findOrCreate(rows, '/queue', 'queues', '/queue', { name: `Fila ${rows.number}`, color })
  },
  whatsapp: (rows) => findOrCreate(rows, '/whatsapp', 'whatsapps', '/whatsapp', { name: `Loja ${rows.number}` }),
  user: (rows) => {
    const email = `colega${rows.number}@fuzz.test`
    const person = { name: 'Colega', email, password: 'nove violoncelos', profile: 'user' }
    return findOrCreate(rows, '/users', 'users', '/users', person)
  },
  invitation: async (rows) =>
    (await rows.request<{ invitation: Row }>('POST', '/invitations', { profile: 'user' })).invitation.id,
  ticket: async (rows) => (await ticketOf(rows)).id,
  uuid: async (rows) => (await ticketOf(rows)).uuid,
  message: async (rows) => {
    const sent = { body: 'oi' }
    const { messages } = await rows.request<{ messages: Row[] }>('POST', `/messages/${await rows.get('ticket')}`, sent)
    return messages[0]?.id as number
  },
  proposal: async (rows) => {
    const { key } = await rows.request<{ key: string }>('POST', '/api-keys', { name: 'Assistente', scopes: ['send'] })
    const answer = { conversationId: await rows.get('ticket'), text: 'oi' }
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'answer_conversation', arguments: answer },
    }
    const { result } = await request<{ result: { content: { text: string }[] } }>(
      ...([rows.company.installation.url, key, 'POST', '/mcp', call] as const),
    )
    return JSON.parse(result.content[0]?.text ?? '').proposal.id
  },
  note: async (rows) => rows.post('/ticket-notes', { ticketId: await rows.get('ticket'), note: 'uma nota' }),
  merge: async (rows) => {
    const path = `/contacts/${await createContact(rows)}/merge`
    return (await rows.request<{ mergeId: number }>('POST', path, { otherId: await createContact(rows) })).mergeId
  },
  prompt: async (rows) => {
    const texts = { name: 'Atendimento', prompt: 'Você atende os clientes da loja com frases curtas e educadas.' }
    const service = { model: 'gpt-4o-mini', apiKey: 'sk-test-0123456789' }
    const numbers = { maxTokens: 100, temperature: 1, maxMessages: 10 }
    return rows.post('/prompt', { ...texts, ...service, ...numbers, queueId: await rows.get('queue') })
  },
  option: async (rows) => rows.post('/queue-options', { queueId: await rows.get('queue'), title: 'Preços' }),
  flow: async (rows) => {
    const idFlow = await rows.post('/flowbuilder', { name: `Conversa ${rows.number}` })
    const position = { x: 0, y: 0 }
    const nodes = [
      { id: '1', type: 'start', position, data: {} },
      { id: 'end', type: 'end', position, data: {} },
    ]
    const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'end' }]
    await rows.request('POST', '/flowbuilder/flow', { idFlow, nodes, connections })
    return idFlow
  },
  flowCase: async (rows) =>
    rows.post(`/flowbuilder/flow/${await rows.get('flow')}/cases`, { name: 'Caso', recording: emptyRecording }),
  flowReplay: async (rows) =>
    rows.post(`/flowbuilder/flow/${await rows.get('flow')}/replays`, { count: 10, requestsSucceed: true }),
  phrase: async (rows) =>
    rows.post('/flowcampaign', {
      name: `Frase ${rows.number}`,
      flowId: await rows.get('flow'),
      phrase: 'Quero comprar',
    }),
  campaign: (rows) => rows.post('/campaigns', { name: `Campanha ${rows.number}`, message1: 'Oi {nome}' }),
  contactList: (rows) => rows.post('/contact-lists', { name: `Lista ${rows.number}` }),
  contactListItem: async (rows) =>
    rows.post('/contact-list-items', {
      ...{ contactListId: await rows.get('contactList'), name: 'Maria', number: '11987654321' },
    }),
  optOut: (rows) => rows.post('/opt-outs', { number: `551194444${String(rows.number).padStart(4, '0')}` }),
  numberCheck: async (rows) => {
    await rows.get('whatsapp')
    return rows.post(`/contact-lists/${await rows.get('contactList')}/check`, {})
  },
  contactImport: async (rows) => {
    const form = new FormData()
    form.append('file', new File(['codigo;pessoa\n7;Maria'], 'lista.csv'))
    const path = `/contact-lists/${await rows.get('contactList')}/upload`
    return (await rows.request<Row>('POST', path, form)).id
  },
  importIntoContacts: async (rows) => {
    const form = new FormData()
    form.append('file', new File(['codigo;pessoa\n7;Maria'], 'lista.csv'))
    return (await rows.request<Row>('POST', '/contacts/imports', form)).id
  },
  integration: (rows) => rows.post('/queueIntegration', { type: 'flowbuilder', name: `Fluxo ${rows.number}` }),
  webhook: (rows) => rows.post('/webhooks', webhookInput(`Programa ${rows.number}`)),
  apiKey: (rows) => rows.post('/api-keys', { name: `Programa ${rows.number}`, scopes: ['read', 'send'] }),
  delivery: async (rows) => rows.post(`/webhooks/${await rows.get('webhook')}/test`),
  tag: (rows) => rows.post('/tags', { name: `Etiqueta ${rows.number}` }),
  quickMessage: (rows) => rows.post('/quick-messages', { shortcode: `texto${rows.number}`, message: 'Um texto' }),
  schedule: async (rows) =>
    rows.post('/schedules', {
      ...{ contactId: await rows.get('contact'), body: 'Bom dia!', sendAt: '2098-05-01T09:00' },
      repeat: { every: 'day' },
    }),
  report: (rows) =>
    rows.post('/dashboard/reports', {
      ...{ name: 'Semana', shared: true, report: { days: 7, by: 'queue', sort: 'finished', order: 'desc' } },
      mail: { weekday: 1, hour: 8, recipients: [rows.company.userId] },
    }),
  invoice: (rows) => rows.post('/invoices'),
  fileList: async (rows) => (await fileListOf(rows)).id,
  fileOption: async (rows) => (await fileListOf(rows)).options[0]?.id as number,
  login: async (rows) => {
    const { sessions } = await rows.request<{ sessions: Row[] }>('GET', '/auth/sessions')
    return sessions[0]?.id as number
  },
  media: async (rows) => {
    const path = `/messages/${await rows.get('ticket')}/upload`
    return (await rows.request<{ mediaId: string }>('PUT', path, new TextEncoder().encode('um texto'))).mediaId
  },
  chat: async (rows) => (await chatOf(rows)).id,
  chatUuid: async (rows) => (await chatOf(rows)).uuid,
  chatMessage: async (rows) => rows.post(`/chats/${await rows.get('chat')}/messages`, { message: 'oi' }),
  plan: (rows) =>
    rows.postAsProvider('/plans', { name: `Plano ${rows.number}`, users: 9, connections: 9, queues: 9, value: 9900 }),
  company: async (rows) => {
    if (!rows.forProvider) return rows.company.companyId
    const [name, email] = [`Outra ${rows.number}`, `outra${rows.number}@fuzz.test`]
    return rows.postAsProvider('/companies', { name, email, password: 'nove violoncelos', planId: 1 })
  },
  help: (rows) => rows.postAsProvider('/helps', { title: 'Filas', video: 'dQw4w9WgXcQ' }),
  announcement: (rows) => rows.postAsProvider('/announcements', { title: 'Novidade', text: 'Chegou.' }),
  // Made by an authenticator only; the routes that take one are in `unreachable`.
  passkey: async () => 1,
  support: async (rows) => {
    const path = `/companies/${rows.company.companyId}/support`
    return (await rows.requestAsProvider<{ grant: Row }>('POST', path, { reason: 'Pediram ajuda' })).grant.id
  },
}

/** Webhook whose requests are refused at once. */
const webhookInput = (name: string) => ({ name, url: 'http://10.0.0.1/', events: ['ticket.*'] })

/** Opens another company with `otherCompanyText` in every text. */
export async function openOtherCompany(installation: CompanyLogin['installation']) {
  const rows = new Rows(await openCompany(installation, otherCompanyText))
  const ticketId = await rows.get('ticket')
  await rows.post('/contacts', { name: otherCompanyText, number: '5521988887777' })
  await rows.post('/tags', { name: otherCompanyText })
  await rows.post('/quick-messages', { shortcode: otherCompanyText, message: otherCompanyText, geral: true })
  await rows.post('/queueIntegration', { type: 'flowbuilder', name: otherCompanyText })
  await rows.post('/webhooks', webhookInput(otherCompanyText))
  await rows.post('/campaigns', { name: otherCompanyText.slice(0, 50), message1: otherCompanyText })
  const contactListId = await rows.post('/contact-lists', { name: otherCompanyText })
  await rows.post('/contact-list-items', { contactListId, name: otherCompanyText, number: '5521988887777' })
  await rows.post('/files', { name: otherCompanyText, message: otherCompanyText })
  await rows.post('/ticket-notes', { ticketId, note: otherCompanyText })
  await rows.request('POST', `/messages/${ticketId}`, { body: otherCompanyText })
}
