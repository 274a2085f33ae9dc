import { answerInput, type Block, runFrom, type Session } from './bot'

/**
 * Stand-in for a Typebot viewer that speaks its chat API and refuses what the viewer refuses, written from its public
 * documentation (https://docs.typebot.io/api-reference/chat/start-chat) and schemas.
 */
interface TypebotOptions {
  port?: number
  /** Published bots by public id. */
  bots: Record<string, Block[]>
}

/** How the next request fails: with a status, with a body of its own, with a redirect, or without an answer. */
export type TypebotFault = { status: number } | { body: string; type: string } | { location: string } | 'silence'

export interface TypebotDouble {
  /** Base address, as an integration has it. */
  url: string
  /** Requests in their order: path and body. */
  requests: { path: string; body: Record<string, unknown> }[]
  sessions: Map<string, Session>
  failNext(...faults: TypebotFault[]): void
  /** Holds answers until the returned function is called. */
  hold(): () => void
  stop(): Promise<void>
}

export function startTypebot({ port = 0, bots }: TypebotOptions): TypebotDouble {
  const requests: TypebotDouble['requests'] = []
  const sessions = new Map<string, Session>()
  const faults: TypebotFault[] = []
  let held: Promise<void> = Promise.resolve()
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 120,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const text = await request.text()
      requests.push({ path: pathname, body: parse(text) ?? {} })
      const fault = faults.shift()
      if (fault) return failure(fault)
      await held
      return route(request, pathname, text, { bots, sessions })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    sessions,
    failNext: (...answer) => void faults.push(...answer),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    stop: () => server.stop(true),
  }
}

interface World {
  bots: Record<string, Block[]>
  sessions: Map<string, Session>
}

function route(request: Request, path: string, text: string, world: World): Response {
  const [, publicId] = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(path) ?? []
  const [, sessionId] = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path) ?? []
  if (request.method !== 'POST' || (!publicId && !sessionId)) return refuse(404, 'NOT_FOUND', 'Not found')
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Unsupported content-type')
  const body = parse(text)
  if (!body) return refuse(400, 'PARSE_ERROR', 'Failed to parse request body')
  const wrong = wrongFields(body)
  if (wrong.length > 0) return refuse(400, 'BAD_REQUEST', `Input validation failed: ${wrong.join(', ')}`)
  return publicId ? start(world, decodeURIComponent(publicId), body) : proceed(world, String(sessionId), body)
}

const fieldTypes: Record<string, string> = {
  resultId: 'string',
  isStreamEnabled: 'boolean',
  isOnlyRegistering: 'boolean',
  prefilledVariables: 'object',
}
const wrongFields = (body: Record<string, unknown>) => [
  ...(body.message === undefined || textOf(body.message) !== null ? [] : ['message']),
  ...Object.keys(fieldTypes).filter((name) => body[name] !== undefined && typeof body[name] !== fieldTypes[name]),
]

/** A message is a text, or a text with the addresses of files, which the input keeps behind it. */
function textOf(message: unknown): string | null {
  if (typeof message === 'string') return message
  const { type, text, attachedFileUrls: urls = [] } = (message ?? {}) as Record<string, unknown>
  const isValid =
    type === 'text' && typeof text === 'string' && Array.isArray(urls) && urls.every((url) => URL.canParse(url))
  return isValid ? [text, ...urls].join(' ') : null
}

function start({ bots, sessions }: World, publicId: string, body: Record<string, unknown>): Response {
  const blocks = Object.hasOwn(bots, publicId) ? bots[publicId] : undefined
  if (!blocks) return refuse(404, 'NOT_FOUND', 'Typebot not found')
  const variables = (body.prefilledVariables ?? {}) as Record<string, unknown>
  const resultId = typeof body.resultId === 'string' ? body.resultId : crypto.randomUUID()
  const session: Session = { id: crypto.randomUUID(), resultId, inputAt: null, answers: {}, variables }
  sessions.set(`${publicId}/${session.id}`, session)
  const first = runFrom(blocks, session, 0)
  // A message answers only a bot that begins with an input block.
  const isInputFirst = first.messages.length === 0 && session.inputAt !== null
  const message = textOf(body.message) ?? ''
  const reply = isInputFirst && message !== '' ? answerInput(blocks, session, message) : first
  const typebot = { id: publicId, theme: {}, settings: {} }
  return Response.json({ sessionId: session.id, resultId, typebot, ...reply })
}

function proceed({ bots, sessions }: World, id: string, body: Record<string, unknown>): Response {
  const key = [...sessions.keys()].find((each) => each.endsWith(`/${id}`))
  const session = key && sessions.get(key)
  if (!key || !session) return refuse(404, 'NOT_FOUND', 'Session not found.')
  const blocks = bots[key.slice(0, -id.length - 1)] as Block[]
  return Response.json(answerInput(blocks, session, textOf(body.message) ?? ''))
}

const refuse = (status: number, code: string, message: string) => Response.json({ message, code }, { status })

function failure(fault: TypebotFault): Response | Promise<Response> {
  if (fault === 'silence') return new Promise(() => {})
  if ('status' in fault) return refuse(fault.status, 'INTERNAL_SERVER_ERROR', 'Internal server error')
  if ('location' in fault) return new Response(null, { status: 307, headers: { location: fault.location } })
  return new Response(fault.body, { headers: { 'content-type': fault.type } })
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
