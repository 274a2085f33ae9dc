/** Stand-in for the application API of Chatwoot (developers.chatwoot.com), with its page sizes and refusals. */
export interface Chatwoot {
  origin: string
  /** Requests so far, as path and query. */
  asked: string[]
  /** Answers of 429 before the next request is served. */
  busy: number
  stop(): Promise<void>
}

export const chatwootToken = 'token-of-an-administrator'
const [contactsPage, conversationsPage, messagesPage] = [15, 25, 20]
const began = 1_700_000_000

const agents = [
  { id: 1, name: 'Rosa', email: 'rosa@chat.test', role: 'administrator' },
  { id: 2, name: 'Davi', email: 'davi@chat.test', role: 'agent' },
]
/** 40 contacts by number, one by a hidden identity, and one of a web page without a number. */
const contacts = [
  ...Array.from({ length: 40 }, (_, at) => ({
    id: at + 1,
    name: `Cliente ${at + 1}`,
    phone_number: `+55119${80000000 + at}`,
    email: null,
    identifier: null,
    custom_attributes: at === 0 ? { plano: 'Ouro', cidade: null } : {},
    created_at: began,
  })),
  {
    id: 41,
    name: 'Oculto',
    phone_number: null,
    identifier: '123456789012345@lid',
    custom_attributes: {},
    created_at: began,
  },
  { id: 42, name: 'Visitante', phone_number: null, identifier: null, custom_attributes: {}, created_at: began },
]
const conversations = contacts.map(({ id }) => ({
  id: 100 + id,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  status: id === 1 ? 'open' : id === 2 ? 'pending' : 'resolved',
  inbox_id: 5,
  labels: id === 1 ? ['vip'] : [],
  unread_count: 0,
  created_at: began,
  last_activity_at: began + 5_000 + id,
  meta: { sender: { id }, assignee: id === 1 ? { id: 2 } : null, team: id === 1 ? { id: 9 } : null },
}))

/** 45 messages in the first conversation, with an event, a note and a file; one in each other. */
function messagesOf(conversation: number, origin: string) {
  const count = conversation === 101 ? 45 : 1
  return Array.from({ length: count }, (_, at) => ({
    id: conversation * 1000 + at,
    content: at === 3 ? 'Davi entrou na conversa' : at === 4 ? 'Só para a equipe' : `mensagem ${at}`,
    message_type: at === 3 ? 2 : at % 2,
    private: at === 4,
    created_at: began + at * 60,
    source_id: at === 0 ? `WAID:${conversation}` : null,
    status: 'read',
    sender: { id: 2 },
    attachments:
      at === 5
        ? ['foto.jpg', `or%E7amento%20${'漢'.repeat(90)}.pdf`].map((name, place) => ({
            id: 70 + place,
            file_type: place === 0 ? 'image' : 'file',
            data_url: `${origin}/rails/active_storage/blobs/redirect/abc/${name}`,
          }))
        : [],
  }))
}

export function startChatwoot(): Chatwoot {
  const asked: string[] = []
  const state = { busy: 0 }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      asked.push(`${url.pathname}${url.search}`)
      if (url.pathname.startsWith('/rails/')) return fileAt(url, request.headers.has('api_access_token'))
      if (state.busy-- > 0) return new Response('Retry later', { status: 429, headers: { 'retry-after': '0' } })
      if (request.headers.get('api_access_token') !== chatwootToken)
        return Response.json({ errors: ['You need to sign in or sign up before continuing.'] }, { status: 401 })
      const answer = answerOf(url, `http://127.0.0.1:${server.port}`)
      return answer === null
        ? Response.json({ error: 'Resource could not be found' }, { status: 404 })
        : Response.json(answer)
    },
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    asked,
    get busy() {
      return state.busy
    },
    set busy(times) {
      state.busy = times
    },
    stop: () => server.stop(true),
  }
}

/** A file by its redirect. Its place may belong to others, so a request that brings the token along is refused. */
function fileAt(url: URL, hasToken: boolean): Response {
  if (hasToken) return new Response('', { status: 400 })
  if (url.pathname.includes('/redirect/')) return Response.redirect(url.href.replace('/redirect/', '/disk/'), 302)
  return new Response('bytes of a file')
}

function answerOf({ pathname, searchParams }: URL, origin: string): unknown {
  const [, account, path = ''] = /^\/api\/v1\/accounts\/(\d+)(?:\/(.*))?$/.exec(pathname) ?? []
  if (account !== '1') return null
  const page = Number(searchParams.get('page') ?? 1)
  const pageOf = <T>(rows: T[], size: number) => rows.slice((page - 1) * size, page * size)
  const isByAge = searchParams.get('sort_by') === 'created_at_asc'
  // By activity, each page of an account in use begins with the conversation of the newest message.
  const listed = isByAge
    ? conversations
    : [conversations.at(-page), ...conversations.filter((_, at) => at !== conversations.length - page)]
  const conversation = /^conversations\/(\d+)\/messages$/.exec(path)?.[1]
  if (conversation) {
    const before = Number(searchParams.get('before') ?? Number.MAX_SAFE_INTEGER)
    const earlier = messagesOf(Number(conversation), origin).filter(({ id }) => id < before)
    return { meta: {}, payload: earlier.slice(-messagesPage) }
  }
  const answers: Record<string, unknown> = {
    '': { id: 1, name: 'Clínica Mar' },
    agents,
    inboxes: { payload: [{ id: 5, name: 'WhatsApp', channel_type: 'Channel::Whatsapp' }] },
    teams: [{ id: 9, name: 'recepção' }],
    'teams/9/team_members': [{ id: 2 }],
    labels: { payload: [{ id: 3, title: 'vip', color: '#FF8800' }] },
    canned_responses: [{ id: 1, short_code: 'horario', content: 'Das 8 às 18.' }],
    contacts: { meta: { count: contacts.length, current_page: page }, payload: pageOf(contacts, contactsPage) },
    conversations: {
      data: { meta: { all_count: conversations.length }, payload: pageOf(listed, conversationsPage) },
    },
  }
  return answers[path] ?? null
}
