import { writeFileSync } from 'node:fs'

/** Rows of one table by column; a boolean becomes `t` or `f`, null `\N`. */
type Row = Record<string, string | number | boolean | null>
export type Tables = Record<string, Row[]>

const escaped: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}

/** A value in the text format of COPY (PostgreSQL, "COPY", Text Format). */
export function copyText(value: Row[string]): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return String(value).replaceAll(/[\\\n\r\t\b\f\v]/g, (character) => escaped[character] ?? '')
}

/** Text of a plain dump, with the lines that pg_dump 15 writes around the rows. */
export function dumpText(tables: Tables): string {
  const blocks = Object.entries(tables).map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? { id: null })
    const named = columns.map((name) => (/^[a-z_]+$/.test(name) ? name : `"${name}"`)).join(', ')
    const lines = rows.map((row) => columns.map((name) => copyText(row[name] ?? null)).join('\t'))
    const head = `--\n-- Data for Name: ${table}; Type: TABLE DATA; Schema: public; Owner: whaticket\n--\n`
    return `${head}\nCOPY public."${table}" (${named}) FROM stdin;\n${lines.map((line) => `${line}\n`).join('')}\\.\n\n`
  })
  const head =
    '--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = \'UTF8\';\n\nCREATE TABLE public."Users" (\n    id integer NOT NULL\n);\n\n'
  return `${head}${blocks.join('\n')}--\n-- PostgreSQL database dump complete\n--\n`
}

export const writeDump = (path: string, tables: Tables) => writeFileSync(path, dumpText(tables))

const times = { createdAt: '2024-03-01 10:00:00-03', updatedAt: '2024-03-05 18:30:00.123-03' }

/** A product of one company: no companies, quick answers, messages by their ids in WhatsApp. */
export const ofOneCompany = (): Tables => ({
  Contacts: [
    { id: 1, name: 'Maria Souza', number: '5511988887777', email: 'maria@example.com', isGroup: false, ...times },
    { id: 2, name: 'Obra 12', number: '120363041234567890', email: '', isGroup: true, ...times },
    { id: 3, name: 'Sem número', number: '', email: '', isGroup: false, ...times },
  ],
  ContactCustomFields: [{ id: 1, name: 'CPF', value: '529.982.247-25', contactId: 1, ...times }],
  Messages: [
    // The later one first: a dump has rows in the order of their last change.
    {
      id: '3EB0B',
      body: 'Pronto!\nAmanhã às 9',
      ack: 3,
      read: true,
      mediaType: 'chat',
      mediaUrl: null,
      fromMe: true,
      isDeleted: false,
      ticketId: 1,
      createdAt: '2024-03-01 13:05:00+00',
      updatedAt: '2024-03-01 13:06:00+00',
      quotedMsgId: null,
      contactId: null,
    },
    {
      id: '3EB0A',
      body: 'Bom dia\t\\o/',
      ack: 0,
      read: true,
      mediaType: 'chat',
      mediaUrl: null,
      fromMe: false,
      isDeleted: false,
      ticketId: 1,
      createdAt: '2024-03-01 13:00:00+00',
      updatedAt: '2024-03-01 13:00:00+00',
      quotedMsgId: null,
      contactId: 1,
    },
    {
      id: '3EB0C',
      body: 'foto.jpg',
      ack: 0,
      read: false,
      mediaType: 'image',
      mediaUrl: '1709300000_foto.jpg',
      fromMe: false,
      isDeleted: false,
      ticketId: 1,
      createdAt: '2024-03-01 13:10:00+00',
      updatedAt: '2024-03-01 13:10:00+00',
      quotedMsgId: null,
      contactId: 1,
    },
  ],
  Queues: [{ id: 1, name: 'Vendas', color: '#ff0000', greetingMessage: 'Olá!', ...times }],
  QuickAnswers: [{ id: 1, shortcut: 'pix', message: 'Chave: 11.222.333/0001-81', ...times }],
  Tickets: [
    {
      id: 1,
      status: 'open',
      lastMessage: 'foto.jpg',
      contactId: 1,
      userId: 2,
      queueId: 1,
      whatsappId: 1,
      unreadMessages: 1,
      isGroup: false,
      ...times,
    },
    {
      id: 2,
      status: 'closed',
      lastMessage: '',
      contactId: 2,
      userId: null,
      queueId: null,
      whatsappId: 1,
      unreadMessages: 0,
      isGroup: true,
      ...times,
    },
  ],
  UserQueues: [{ userId: 2, queueId: 1, ...times }],
  Users: [
    { id: 1, name: 'Administrador', email: 'admin@loja.test', passwordHash: '$2a$08$x', profile: 'admin', ...times },
    { id: 2, name: 'Ana', email: 'Ana@Loja.test', passwordHash: '$2a$08$x', profile: 'user', ...times },
  ],
  WhatsappQueues: [{ whatsappId: 1, queueId: 1, ...times }],
  Whatsapps: [
    {
      id: 1,
      name: 'Loja',
      session: 'secret',
      status: 'CONNECTED',
      greetingMessage: 'Bem-vindo',
      isDefault: true,
      ...times,
    },
  ],
})

/** A product of several companies: ids of WhatsApp in `wid`, files by company, tags, notes and quick messages. */
export const ofCompanies = (): Tables => {
  const first = ofOneCompany()
  const of = (companyId: number, rows: Row[] = []) => rows.map((row) => ({ ...row, companyId }))
  const message = {
    ack: 1,
    read: true,
    mediaType: 'conversation',
    mediaUrl: null,
    isDeleted: false,
    isEdited: true,
    ...times,
  }
  return {
    Companies: [
      { id: 1, name: 'Padaria Sol', phone: '1133334444', email: 'sol@example.com', planId: 1, ...times },
      { id: 2, name: 'Oficina Lua', phone: null, email: null, planId: 1, ...times },
    ],
    Contacts: [
      ...of(1, first.Contacts),
      { ...(first.Contacts?.[0] as Row), id: 10, name: 'Rui', companyId: 2 },
      { ...(first.Contacts?.[0] as Row), id: 11, name: 'Rui de novo', companyId: 2 },
    ],
    ContactTags: [{ contactId: 10, tagId: 5, ...times }],
    Messages: [
      {
        id: 900,
        wid: 'BAE5A',
        body: 'Quanto custa?',
        fromMe: false,
        ticketId: 20,
        contactId: 10,
        companyId: 2,
        ...message,
      },
      {
        id: 901,
        wid: 'BAE5A',
        body: 'Quanto custa?',
        fromMe: false,
        ticketId: 20,
        contactId: 10,
        companyId: 2,
        ...message,
      },
      { id: 902, wid: 'BAE5B', body: 'De outro', fromMe: true, ticketId: 77, contactId: 10, companyId: 2, ...message },
    ],
    Queues: [
      ...of(1, first.Queues),
      { id: 7, name: 'Oficina', color: 'red', greetingMessage: null, companyId: 2, ...times },
    ],
    QuickMessages: [
      { id: 1, shortcode: '/oi', message: 'Olá, {{name}}', userId: 30, companyId: 2, geral: true, ...times },
    ],
    Tags: [{ id: 5, name: 'VIP', color: '#00ff00', kanban: 1, companyId: 2, ...times }],
    Tickets: [
      ...of(1, first.Tickets),
      {
        id: 20,
        status: 'pending',
        lastMessage: 'Quanto custa?',
        contactId: 10,
        userId: null,
        queueId: 7,
        whatsappId: null,
        unreadMessages: 2,
        isGroup: false,
        companyId: 2,
        ...times,
      },
      {
        id: 21,
        status: 'open',
        lastMessage: '',
        contactId: 11,
        userId: 30,
        queueId: 7,
        whatsappId: null,
        unreadMessages: 0,
        isGroup: false,
        companyId: 2,
        createdAt: times.createdAt,
        updatedAt: '2024-03-02 10:00:00-03',
      },
    ],
    TicketNotes: [{ id: 1, note: 'Cliente antigo', ticketId: 20, userId: 30, contactId: 10, ...times }],
    Users: [
      ...of(1, first.Users),
      {
        id: 30,
        name: 'Lia',
        email: 'lia@lua.test',
        passwordHash: 'x',
        profile: 'admin',
        companyId: 2,
        super: false,
        ...times,
      },
    ],
    Whatsapps: of(1, first.Whatsapps),
  }
}
