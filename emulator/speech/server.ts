import { createVoiceNote } from '../control/voice'
import { type CheckedSsml, checkSsml } from './check-ssml'

/**
 * Stand-in for Azure's text to speech that speaks its protocol and refuses what the service refuses, written from its
 * public documentation (https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech). It hums a tune
 * of the length of the words.
 */
interface SpeechOptions {
  port?: number
  /** Keys that it accepts, by region; a key of another region is refused. */
  keys: Record<string, string>
}

/** How the next request fails: with a status, a body of its own, or without an answer. */
type SpeechFault =
  | { status: number; retryAfter?: number }
  | { body: string | Uint8Array<ArrayBuffer>; type: string }
  | 'silence'

interface SpeechDouble {
  /** Address with `{region}`, as the setting `BALCAO_SPEECH_URL` has it. */
  url: string
  /** Accepted requests, oldest first. */
  spoken: (CheckedSsml & { region: string })[]
  /** Number of all requests. */
  requests(): number
  /** The next requests fail in this order. */
  failNext(...faults: SpeechFault[]): void
  /** Holds answers until the returned function is called. */
  hold(): () => void
  stop(): Promise<void>
}

const formats = [16, 24, 48].map((rate) => `ogg-${rate}khz-16bit-mono-opus`)
/** Characters that a voice speaks in a second, about. */
const speed = 15

export function startSpeech({ port = 0, keys }: SpeechOptions): SpeechDouble {
  const [spoken, faults]: [SpeechDouble['spoken'], SpeechFault[]] = [[], []]
  let requests = 0
  let held = Promise.resolve()
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 120,
    async fetch(request) {
      requests++
      const fault = faults.shift()
      if (fault) return failure(fault)
      const region = /^\/([^/]+)\/cognitiveservices\/v1$/.exec(new URL(request.url).pathname)?.[1]
      if (region === undefined) return refuse(404, 'Resource not found')
      const checked = await check(request, keys[region])
      if (checked instanceof Response) return checked
      spoken.push({ ...checked, region })
      await held
      const audio = new Uint8Array(createVoiceNote(Math.max(1, checked.words.length / speed)))
      return new Response(audio, { headers: { 'content-type': 'audio/ogg; codecs=opus' } })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/{region}`,
    spoken,
    requests: () => requests,
    failNext: (...next) => void faults.push(...next),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    stop: () => server.stop(true),
  }
}

/** The document of a request with the right key and headers, or the refusal. */
async function check(request: Request, key: string | undefined): Promise<CheckedSsml | Response> {
  const { headers, method } = request
  if (method !== 'POST') return refuse(405, 'Method not allowed')
  const given = headers.get('ocp-apim-subscription-key')
  if (given === null || given !== key) return refuse(401, unauthorized)
  if (headers.get('content-type')?.split(';')[0] !== 'application/ssml+xml')
    return refuse(415, 'Unsupported media type. Content-Type must be application/ssml+xml.')
  const agent = headers.get('user-agent') ?? ''
  if (agent === '' || agent.length >= 255) return refuse(400, 'The header User-Agent is missing or too long.')
  if (!formats.includes(headers.get('x-microsoft-outputformat') ?? ''))
    return refuse(400, 'Unsupported output format in X-Microsoft-OutputFormat.')
  const checked = checkSsml(await request.text())
  return typeof checked === 'string' ? refuse(400, checked) : checked
}

const unauthorized =
  'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.'

/** Refusal of the gateway as JSON (401, 404, 429), and of the synthesis as plain text. */
function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  if (status === 400 || status === 415)
    return new Response(message, { status, headers: { 'content-type': 'text/plain', ...headers } })
  return Response.json({ error: { code: String(status), message } }, { status, headers })
}

function failure(fault: SpeechFault): Response | Promise<Response> {
  if (fault === 'silence') return new Promise(() => {})
  if ('body' in fault) return new Response(fault.body, { headers: { 'content-type': fault.type } })
  const { status, retryAfter } = fault
  const message = status === 429 ? 'Rate limit is exceeded. Try again later.' : 'There is a problem on the server.'
  return refuse(status, message, retryAfter ? { 'retry-after': String(retryAfter) } : {})
}
