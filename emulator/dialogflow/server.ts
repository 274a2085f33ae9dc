import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { checkAssertion } from './assertion'

/**
 * Stand-in for Dialogflow ES and Google's token service. It checks signatures and refuses what Google refuses, written
 * from the public documentation (https://cloud.google.com/dialogflow/es/docs/reference/rest/v2/projects.agent.sessions).
 */
interface DialogflowOptions {
  port?: number
  project: string
  /** `queryResult` by the text of the customer in lower case, beside `queryText` and `languageCode`. */
  intents: Record<string, Record<string, unknown>>
}

interface DialogflowDouble {
  url: string
  /** Key of a service account of the project, as Google's console creates it. */
  jsonKey: string
  /** Requests to detectIntent: session, text and language. */
  questions: { session: string; text: string; languageCode: string }[]
  /** Number of tokens that were handed out. */
  tokens: () => number
  /** Makes every token invalid. */
  revokeTokens(): void
  /** The next requests to detectIntent fail with these statuses. */
  failNext(...statuses: number[]): void
  stop(): Promise<void>
}

const email = 'robo@loja.iam.gserviceaccount.com'
const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  500: 'INTERNAL',
}
/** Google's limit of `queryInput.text.text`. */
const maxText = 256

export function startDialogflow({ port = 0, project, intents }: DialogflowOptions): DialogflowDouble {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const tokens = new Set<string>()
  const questions: DialogflowDouble['questions'] = []
  const faults: number[] = []
  let made = 0
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST') return refuse(404, 'Not found')
      if (pathname === '/token') {
        const token = `ya29.${++made}`
        const refusal = await checkToken(request, publicKey)
        if (refusal) return refusal
        tokens.add(token)
        return Response.json({ access_token: token, expires_in: 3599, token_type: 'Bearer' })
      }
      return detect(request, decodeURIComponent(pathname))
    },
  })
  const url = `http://127.0.0.1:${server.port}`

  async function checkToken(request: Request, key: KeyObject): Promise<Response | null> {
    const form = new URLSearchParams(await request.text())
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return Response.json({ error: 'unsupported_grant_type' }, { status: 400 })
    const fault = checkAssertion(form.get('assertion') ?? '', { key, email, audience: `${url}/token` })
    return fault === null ? null : Response.json({ error: 'invalid_grant', error_description: fault }, { status: 400 })
  }

  function accessRefusal({ headers }: Request, agent: string): Response | null {
    if (!tokens.has((headers.get('authorization') ?? '').replace('Bearer ', '')))
      return refuse(401, 'Request had invalid authentication credentials.')
    return agent === project ? null : refuse(403, `IAM permission 'dialogflow.sessions.detectIntent' denied.`)
  }

  async function detect(request: Request, path: string): Promise<Response> {
    const [, agent, session] = /^\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/]{1,36}):detectIntent$/.exec(path) ?? []
    if (!agent || !session) return refuse(404, 'Not found')
    const refusal =
      accessRefusal(request, agent) ?? (faults.length > 0 ? refuse(faults.shift() ?? 500, 'A fault') : null)
    if (refusal) return refusal
    const query = await readQuery(request)
    if (query instanceof Response) return query
    const { text, languageCode } = query
    questions.push({ session, text, languageCode })
    const queryResult = { queryText: text, languageCode, ...intents[text.toLowerCase()] }
    return Response.json({ responseId: crypto.randomUUID(), queryResult })
  }

  const jsonKey = JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key_id: '0123456789abcdef',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: email,
    token_uri: `${url}/token`,
  })
  return {
    ...{ url, jsonKey, questions, tokens: () => made },
    revokeTokens: () => tokens.clear(),
    failNext: (...options) => void faults.push(...options),
    stop: () => server.stop(true),
  }
}

/** The text of a request, or the refusal of a wrong one. */
async function readQuery(request: Request): Promise<{ text: string; languageCode: string } | Response> {
  const body = (await request.json().catch(() => null)) as { queryInput?: { text?: unknown } } | null
  const { text, languageCode } = (body?.queryInput?.text ?? {}) as { text?: unknown; languageCode?: unknown }
  if (typeof text !== 'string' || text === '') return refuse(400, 'Input text not set.')
  if ([...text].length > maxText) return refuse(400, `Text length must not exceed ${maxText} bytes.`)
  if (typeof languageCode !== 'string') return refuse(400, 'Language code is required.')
  return { text, languageCode }
}

const refuse = (code: number, message: string) =>
  Response.json({ error: { code, message, status: statuses[code] ?? 'UNKNOWN' } }, { status: code })
