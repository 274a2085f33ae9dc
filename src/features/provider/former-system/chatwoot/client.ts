import { OutsideError } from '../../../../core/net/outside-error'
import type { OutsideAnswer, SendOutside } from '../../../../core/net/outside-request'
import { parseJson } from '../../../../shared/json'
import { InvalidDump } from '../dump'

/** Account of a Chatwoot installation, and a token of one of its administrators. */
export interface ChatwootAccount {
  /** Such as `https://chat.example.com`. */
  origin: string
  id: number
  token: string
}

/** Attempts of one request, and the wait after the first failure in ms, which doubles. */
const [attempts, firstWaitMs] = [6, 1000]
const maxPageBytes = 16 * 1024 * 1024
const maxFileBytes = 64 * 1024 * 1024
const longestWaitMs = 120_000

/** Reads the application API of Chatwoot (developers.chatwoot.com, "Application API"), by the token of a person. */
export class ChatwootClient {
  constructor(
    private readonly send: SendOutside,
    private readonly account: ChatwootAccount,
    private readonly sleep: (ms: number) => Promise<unknown> = Bun.sleep,
  ) {}

  /** JSON at a path of the account, the account itself for an empty one; busy answers and lost connections are repeated. @throws InvalidDump */
  async get(path: string, query: Record<string, string | number> = {}): Promise<unknown> {
    const { origin, id, token } = this.account
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const url = `${origin}/api/v1/accounts/${id}${path && `/${path}`}${search.size > 0 ? `?${search}` : ''}`
    const answer = await this.repeated({ url, headers: { api_access_token: token }, maxBytes: maxPageBytes })
    if (answer === null) throw new InvalidDump(`${path || 'the account'} answered with too much`)
    if (answer.status !== 200)
      throw new InvalidDump(`${path || 'the account'} answered ${answer.status}${hints[answer.status] ?? ''}`)
    try {
      return parseJson(answer.text())
    } catch {
      throw new InvalidDump(`${path || 'the account'} answered with something else than JSON: is it Chatwoot?`)
    }
  }

  /**
   * Bytes of an attachment; null when it is gone or larger than WhatsApp takes. The token is not sent along.
   * @throws InvalidDump when its place cannot be reached
   */
  async file(url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await this.repeated({ url, maxBytes: maxFileBytes, timeoutMs: longestWaitMs })
    return answer?.status === 200 ? answer.bytes : null
  }

  /** The answer to a request; null for one that is too large. */
  private async repeated(request: Parameters<SendOutside>[0]): Promise<OutsideAnswer | null> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(request).catch((error: unknown) => {
        if (error instanceof OutsideError) return error
        throw error
      })
      const isLost = answer instanceof OutsideError
      if (isLost && answer.problem === 'tooLarge') return null
      if (!isLost && answer.status !== 429 && answer.status < 500) return answer
      if (attempt === attempts || (isLost && !passing.includes(answer.problem)))
        throw new InvalidDump(`${new URL(request.url).host}: ${problemOf(answer)}`)
      await this.sleep(waitAfter(answer, attempt))
    }
  }
}

/** Problems that may pass; a name or an address stays what it is. */
const passing: OutsideError['problem'][] = ['timeout', 'network', 'refused']

const hints: Record<number, string> = {
  401: ': the token is not valid',
  403: ': the token belongs to no administrator of the account',
  404: ': there is no such account',
}

const problemOf = (answer: OutsideAnswer | OutsideError) =>
  answer instanceof OutsideError
    ? `it cannot be reached (${answer.message})${answer.problem === 'address' ? ': name it in BALCAO_INTERNAL_HOSTS' : ''}`
    : `it answered ${answer.status} again and again`

/** The wait that the answer asks for, in ms, or twice the last one. */
function waitAfter(answer: OutsideAnswer | OutsideError, attempt: number): number {
  const asked = answer instanceof OutsideError ? Number.NaN : Number(answer.headers.get('retry-after') ?? Number.NaN)
  const wait = Number.isFinite(asked) ? asked * 1000 : firstWaitMs * 2 ** (attempt - 1)
  return Math.min(Math.max(wait, 0), longestWaitMs)
}
