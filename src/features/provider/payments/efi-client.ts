import { keyPair, type StoredConfig } from './config'
import { requestService, serviceError } from './service-request'

/** Base addresses and token paths of Efí's two services. */
const services = {
  pix: {
    token: '/oauth/token',
    sandbox: 'https://pix-h.api.efipay.com.br',
    production: 'https://pix.api.efipay.com.br',
  },
  cards: {
    token: '/v1/authorize',
    sandbox: 'https://cobrancas-h.api.efipay.com.br',
    production: 'https://cobrancas.api.efipay.com.br',
  },
} as const
type Service = keyof typeof services
/** Time in ms before its expiry at which a token is renewed. */
const renewalMargin = 60_000

/**
 * HTTPS client with the company's certificate and a cached OAuth token. Requests only fixed paths and follows no
 * redirects.
 */
export class EfiClient {
  private token: { text: string; until: number } | null = null
  private readonly base: string

  private constructor(
    private readonly config: StoredConfig,
    private readonly service: Service,
  ) {
    this.base = config.environment === 'custom' ? config.baseUrl : services[service][config.environment]
  }

  /** Returns the client of a service for these settings; reused, so that its token is cached. */
  static for(config: StoredConfig, service: Service = 'pix'): EfiClient {
    const key = JSON.stringify(config)
    const cached = EfiClient.clients.get(service)
    if (cached?.key === key) return cached.client
    const client = new EfiClient(config, service)
    EfiClient.clients.set(service, { key, client })
    return client
  }
  private static readonly clients = new Map<Service, { key: string; client: EfiClient }>()

  /**
   * Returns the response body. Renews a refused token once. @throws ERR_PAYMENT_SERVICE, with the HTTP status as
   * `cause`
   */
  async ask<T = unknown>(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const attempt = async () => {
      const authorization = `Bearer ${await this.signIn()}`
      return this.send(method, path, body, { ...headers, authorization })
    }
    let answer = await attempt()
    if (answer.status === 401) {
      this.token = null
      answer = await attempt()
    }
    if (answer.status < 200 || answer.status > 299) throw serviceError(answer.status)
    return answer.body as T
  }

  async signIn(): Promise<string> {
    if (this.token && this.token.until > Date.now()) return this.token.text
    const { clientId, clientSecret } = this.config
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const { status, body } = await this.send(
      'POST',
      services[this.service].token,
      { grant_type: 'client_credentials' },
      { authorization },
    )
    const { access_token, expires_in } = body as { access_token?: unknown; expires_in?: unknown }
    if (status !== 200 || typeof access_token !== 'string') throw serviceError(status)
    this.token = { text: access_token, until: Date.now() + (Number(expires_in) || 0) * 1000 - renewalMargin }
    return access_token
  }

  private send(method: string, path: string, body: object | undefined, headers: Record<string, string>) {
    return requestService({ method, url: this.base + path, headers, body, tls: keyPair(this.config) })
  }
}
