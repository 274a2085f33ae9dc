import { standInMark, standInReply, tokensOf } from './answer'
import { type CheckedChat, checkChat, isObject } from './check-chat'
import { checkRecording } from './check-recording'
import { Refusal } from './refusal'

/**
 * Stand-in for OpenAI's API that speaks its protocol and refuses what the service refuses, written from its public
 * documentation (https://platform.openai.com/docs/api-reference). Its answers say that they are simulated.
 */
interface OpenAiOptions {
  port?: number
  /** Keys that it accepts. */
  keys: string[]
  /** Time in ms before each answer. */
  delayMs?: number
}

/** How the next request fails: with a status, a body of its own, or without an answer. */
type Fault =
  | { status: number; code?: string; retryAfter?: number }
  | { body: string; type: string; status?: number }
  | 'silence'

interface OpenAiDouble {
  /** Base URL, as a prompt has it. */
  url: string
  /** Bodies of the accepted requests for answers, oldest first. */
  chats: CheckedChat[]
  /** The next requests fail in this order. */
  failNext(...faults: Fault[]): void
  /** Answers the following requests with these texts, without the mark. */
  sayNext(...texts: string[]): void
  /** Transcribes the following recordings as these texts, without the mark. */
  hearNext(...texts: string[]): void
  /** Holds answers until the returned function is called. */
  hold(): () => void
  stop(): Promise<void>
}

export function startOpenAi({ port = 0, keys, delayMs = 0 }: OpenAiOptions): OpenAiDouble {
  const double = new Double(keys, delayMs)
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 120,
    fetch: (request) => double.answer(request),
  })
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    chats: double.chats,
    failNext: (...faults) => void double.faults.push(...faults),
    sayNext: (...texts) => void double.texts.push(...texts),
    hearNext: (...texts) => void double.heardPrompts.push(...texts),
    hold: () => double.hold(),
    stop: () => server.stop(true),
  }
}

class Double {
  readonly chats: CheckedChat[] = []
  readonly faults: Fault[] = []
  readonly texts: string[] = []
  readonly heardPrompts: string[] = []
  private held: Promise<void> = Promise.resolve()

  constructor(
    private readonly keys: string[],
    private readonly delayMs: number,
  ) {}

  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.held = promise
    return resolve
  }

  async answer(request: Request): Promise<Response> {
    try {
      const fault = this.faults.shift()
      if (fault) return await failure(fault)
      this.assertKey(request)
      await this.held
      await Bun.sleep(this.delayMs)
      return await this.route(request)
    } catch (error) {
      if (error instanceof Refusal) return error.response()
      throw error
    }
  }

  private assertKey({ headers }: Request) {
    const [scheme, key = ''] = (headers.get('authorization') ?? '').split(' ')
    if (scheme !== 'Bearer' || key === '')
      throw new Refusal(
        401,
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
      )
    if (this.keys.includes(key)) return
    const shown = `${key.slice(0, 5)}${'*'.repeat(Math.max(4, key.length - 9))}${key.slice(-4)}`
    throw new Refusal(
      401,
      `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
      'invalid_api_key',
    )
  }

  private async route(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/v1/audio/transcriptions') {
      await checkRecording(request)
      return Response.json({ text: this.heardPrompts.shift() ?? `${standInMark} Não consigo ouvir áudios.` })
    }
    if (request.method !== 'POST' || pathname !== '/v1/chat/completions')
      throw new Refusal(404, `Unknown request URL: ${request.method} ${pathname}.`, 'unknown_url')
    return Response.json(this.complete(checkChat(await jsonOf(request))))
  }

  private complete(chat: CheckedChat) {
    this.chats.push(chat)
    const said = this.texts.shift()
    const usual = standInReply(chat)
    const reply =
      said === undefined
        ? usual
        : { ...usual, content: said, toolCall: null, finish: 'stop', outputTokens: tokensOf(said) }
    const call = {
      id: `call_${crypto.randomUUID()}`,
      type: 'function',
      function: { name: reply.toolCall, arguments: '{}' },
    }
    const message = {
      role: 'assistant',
      content: reply.content,
      refusal: null,
      ...(reply.toolCall && { tool_calls: [call] }),
    }
    const { inputTokens, outputTokens } = reply
    return {
      id: `chatcmpl-${crypto.randomUUID()}`,
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1000),
      model: chat.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: reply.finish }],
      usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
      system_fingerprint: 'stand-in',
    }
  }
}

async function jsonOf(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    throw new Refusal(
      400,
      `Unsupported content type: '${request.headers.get('content-type')}'. This API method only accepts 'application/json' requests.`,
    )
  const body: unknown = await request.json().catch(() => null)
  if (!isObject(body)) throw new Refusal(400, 'We could not parse the JSON body of your request.')
  return body
}

async function failure(fault: Fault): Promise<Response> {
  if (fault === 'silence') return new Promise(() => {})
  if ('body' in fault)
    return new Response(fault.body, { status: fault.status ?? 200, headers: { 'content-type': fault.type } })
  const { status, code, retryAfter } = fault
  const text =
    status === 429 ? 'Rate limit reached for requests' : 'The server had an error while processing your request.'
  return new Refusal(status, text, code ?? null).response(retryAfter ? { 'retry-after': String(retryAfter) } : {})
}
