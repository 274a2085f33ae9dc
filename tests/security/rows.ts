import type { Ids } from '../http/access/actors'
import { ask, type House, neighbours, open } from './houses'

/** One of everything of a house, made over HTTP when it is first asked for. */

type Kind = keyof Ids
interface Row {
  id: number
  uuid: string
}
let made = 0

export class Rows {
  private readonly there = new Map<string, Promise<unknown>>()
  /** Different in each: names that may be there only once. */
  readonly number = ++made

  /** @param forProvider companies that the provider's routes are about are others than the house */
  constructor(
    readonly house: House,
    readonly forProvider = false,
  ) {}

  get<K extends Kind>(kind: K): Promise<Ids[K]> {
    return this.once(kind, () => makers[kind](this))
  }

  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.there.get(name) ?? make()
    this.there.set(name, known)
    return known as Promise<T>
  }

  ask<T>(method: string, path: string, body?: object): Promise<T> {
    return ask(this.house.at.url, this.house.token, method, path, body)
  }

  asProvider<T>(method: string, path: string, body?: object): Promise<T> {
    return ask(this.house.at.url, this.house.at.provider, method, path, body)
  }

  async post(path: string, body?: object): Promise<number> {
    return (await this.ask<Row>('POST', path, body)).id
  }

  /** A row for the provider's routes. */
  async provide(path: string, body: object): Promise<number> {
    return (await this.asProvider<Row>('POST', path, body)).id
  }

  /** All of these. */
  async all(kinds: Iterable<Kind>): Promise<Ids> {
    const pairs: [Kind, unknown][] = []
    for (const kind of kinds) pairs.push([kind, await this.get(kind)])
    return Object.fromEntries(pairs) as unknown as Ids
  }
}

let people = 0
const someone = (rows: Rows) => rows.post('/contacts', { name: 'Maria', number: `55119${80_000_000 + ++people}` })
const ticket = (rows: Rows) =>
  rows.once('a ticket', async () => {
    const ids = { contactId: await rows.get('contact'), queueId: await rows.get('queue') }
    return rows.ask<Row>('POST', '/tickets', { ...ids, whatsappId: await rows.get('whatsapp') })
  })
const chat = (rows: Rows) =>
  rows.once('a chat', async () => {
    return rows.ask<Row>('POST', '/chats', { title: 'Almoço', users: [{ id: await rows.get('user') }] })
  })
const files = (rows: Rows) =>
  rows.once('files', () =>
    rows.ask<Row & { options: Row[] }>('POST', '/files', {
      ...{ name: `Lista ${rows.number}`, message: 'Segue', options: [{ name: 'Um' }] },
    }),
  )

/** A plan has room for ten of these, so what is there is used again. */
async function reused(rows: Rows, list: string, of: string, path: string, body: object): Promise<number> {
  const known = (await rows.ask<Record<string, Row[]>>('GET', list))[of] ?? []
  return known.find(({ id }) => id !== rows.house.userId)?.id ?? (await rows.post(path, body))
}

const makers: { [K in Kind]: (rows: Rows) => Promise<Ids[K]> } = {
  contact: someone,
  freeContact: someone,
  queue: (rows) => {
    const color = `#${(rows.number + 4096).toString(16).padStart(6, '0')}`
    return reused(rows, '/queue', 'queues', '/queue', { name: `Fila ${rows.number}`, color })
  },
  whatsapp: (rows) => reused(rows, '/whatsapp', 'whatsapps', '/whatsapp', { name: `Loja ${rows.number}` }),
  user: (rows) => {
    const email = `colega${rows.number}@fuzz.test`
    const person = { name: 'Colega', email, password: 'nove violoncelos', profile: 'user' }
    return reused(rows, '/users', 'users', '/users', person)
  },
  ticket: async (rows) => (await ticket(rows)).id,
  uuid: async (rows) => (await ticket(rows)).uuid,
  message: async (rows) => {
    const sent = { body: 'oi' }
    const { messages } = await rows.ask<{ messages: Row[] }>('POST', `/messages/${await rows.get('ticket')}`, sent)
    return messages[0]?.id as number
  },
  note: async (rows) => rows.post('/ticket-notes', { ticketId: await rows.get('ticket'), note: 'uma nota' }),
  merge: async (rows) => {
    const path = `/contacts/${await someone(rows)}/merge`
    return (await rows.ask<{ mergeId: number }>('POST', path, { otherId: await someone(rows) })).mergeId
  },
  option: async (rows) => rows.post('/queue-options', { queueId: await rows.get('queue'), title: 'Preços' }),
  tag: (rows) => rows.post('/tags', { name: `Etiqueta ${rows.number}` }),
  quickMessage: (rows) => rows.post('/quick-messages', { shortcode: `texto${rows.number}`, message: 'Um texto' }),
  schedule: async (rows) =>
    rows.post('/schedules', { contactId: await rows.get('contact'), body: 'Bom dia!', sendAt: '2098-05-01T09:00' }),
  invoice: (rows) => rows.post('/invoices'),
  fileList: async (rows) => (await files(rows)).id,
  fileOption: async (rows) => (await files(rows)).options[0]?.id as number,
  login: async (rows) => {
    const { sessions } = await rows.ask<{ sessions: Row[] }>('GET', '/auth/sessions')
    return sessions[0]?.id as number
  },
  media: async (rows) => {
    const path = `/messages/${await rows.get('ticket')}/upload`
    return (await rows.ask<{ mediaId: string }>('PUT', path, new TextEncoder().encode('um texto'))).mediaId
  },
  chat: async (rows) => (await chat(rows)).id,
  chatUuid: async (rows) => (await chat(rows)).uuid,
  plan: (rows) =>
    rows.provide('/plans', { name: `Plano ${rows.number}`, users: 9, connections: 9, queues: 9, value: 9900 }),
  company: async (rows) => {
    if (!rows.forProvider) return rows.house.companyId
    const [name, email] = [`Outra ${rows.number}`, `outra${rows.number}@fuzz.test`]
    return rows.provide('/companies', { name, email, password: 'nove violoncelos', planId: 1 })
  },
  help: (rows) => rows.provide('/helps', { title: 'Filas', video: 'dQw4w9WgXcQ' }),
  announcement: (rows) => rows.provide('/announcements', { title: 'Novidade', text: 'Chegou.' }),
  support: async (rows) => {
    const path = `/companies/${rows.house.companyId}/support`
    return (await rows.asProvider<{ grant: Row }>('POST', path, { reason: 'Pediram ajuda' })).grant.id
  },
}

/** A company beside the others, whose every text says whose it is: nobody else may ever read it. */
export async function openNeighbour(at: House['at']) {
  const rows = new Rows(await open(at, neighbours))
  const ticketId = await rows.get('ticket')
  await rows.post('/contacts', { name: neighbours, number: '5521988887777' })
  await rows.post('/tags', { name: neighbours })
  await rows.post('/quick-messages', { shortcode: neighbours, message: neighbours, geral: true })
  await rows.post('/files', { name: neighbours, message: neighbours })
  await rows.post('/ticket-notes', { ticketId, note: neighbours })
  await rows.ask('POST', `/messages/${ticketId}`, { body: neighbours })
}
