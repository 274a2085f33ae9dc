import { Secrets } from '../../src/core/secrets'
import { readKey } from '../../src/core/storage/data-directory'
import { openSignUp, type Serving, signIn } from '../executable/balcao'

/** Logins the fuzzing uses: the super user, and admins each with a company of their own. */

/** Environment with a WhatsApp address where nothing listens: every connection of a session is refused. */
export const withoutWhatsApp = {
  BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat',
  BALCAO_WHATSAPP_ROOT_KEY: '11'.repeat(32),
  // The fuzzing repeats expensive requests more often than the budgets of a person allow.
  BALCAO_BUDGETS: '1000',
}

/** A running server and the token of its super user. */
export interface Installation extends Pick<Serving, 'url' | 'dataDir' | 'database'> {
  providerToken: string
}

/** A company and the login of its admin. */
export interface CompanyLogin {
  installation: Installation
  token: string
  /** The cookie of the login. */
  cookie: string
  email: string
  userId: number
  companyId: number
}
export const password = 'nove violoncelos pardos'

/** Sends a request, each from another client address because of the login rate limit. @throws Error when refused */
export async function request<T>(url: string, token: string, method: string, path: string, body?: object): Promise<T> {
  return (await sendRequest<T>(url, token, method, path, body)).data
}

async function sendRequest<T>(url: string, token: string, method: string, path: string, body?: object) {
  const octet = () => 1 + Math.floor(Math.random() * 250)
  const headers: Record<string, string> = { 'x-forwarded-for': `203.${octet()}.${octet()}.${octet()}` }
  if (token) headers.authorization = `Bearer ${token}`
  const isRaw = body instanceof Uint8Array || body instanceof FormData
  if (body && !isRaw) headers['content-type'] = 'application/json'
  const written = isRaw ? (body as Uint8Array<ArrayBuffer> | FormData) : body && JSON.stringify(body)
  const answer = await fetch(`${url}/api${path}`, { method, headers, body: written })
  const data = (await answer.json()) as T
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`)
  return { data, headers: answer.headers }
}

/** Logs in the super user of a server without a second factor and configures payments. */
export async function prepareInstallation(serving: Serving): Promise<Installation> {
  const providerToken = (await signIn(serving)) as string
  await request(serving.url, providerToken, 'PUT', '/payments/config', manualPix)
  const { url, dataDir, database } = serving
  return { url, dataDir, database, providerToken }
}

/** Payment settings for manual Pix, which uses no payment service. */
const manualPix = {
  ...{ provider: 'pix-manual', pixKey: 'pix@fuzz.test', pixName: 'Provedor', pixCity: 'Campinas' },
  ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
  ...{ authority: '', cardAccount: '' },
}

let companies = 0

/** Signs up a company, with a name and an e-mail that no other company of this process has, and logs in its admin. */
export async function openCompany(installation: Installation, beginning: string): Promise<CompanyLogin> {
  await openSignUp(installation)
  const name = `${beginning} ${++companies}`
  const email = `${name.replaceAll(' ', '')}@fuzz.test`
  await request(installation.url, '', 'POST', '/companies/cadastro', {
    name,
    email,
    phone: '11999998888',
    password,
    planId: 1,
  })
  const { data, headers } = await sendRequest<{ token: string; user: { id: number; company: { id: number } } }>(
    ...([installation.url, '', 'POST', '/auth/login', { email, password }] as const),
  )
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { installation, token: data.token, cookie, email, userId: data.user.id, companyId: data.user.company.id }
}

/** Text in every row of another company; must never be in an answer to this one. */
export const otherCompanyText = 'segredo-da-vizinha'

/** Secret in the webhook address of the payment service, read from the database because no API returns it. */
export async function webhookSecret({ database, dataDir }: Installation): Promise<string> {
  const [{ value }] = (await database.all("select value from installation where key = 'payments'")) as [
    { value: string },
  ]
  const secrets = new Secrets(readKey(dataDir) as string)
  return JSON.parse(secrets.open(Buffer.from(value, 'base64url'), 'payments').toString()).webhookSecret
}

/** Inserts a connection with the status CONNECTED; without WhatsApp it cannot be opened. Returns its id. */
export async function insertOpenConnection({ installation: { database }, companyId }: CompanyLogin): Promise<number> {
  const columns = '"companyId", name, "isDefault", status, "shouldConnect", number'
  const values = "?, 'Programa', 1, 'CONNECTED', 0, '551130000000'"
  const insert = `insert into connections (${columns}) values (${values}) returning id`
  return ((await database.all(insert, companyId)) as [{ id: number }])[0].id
}
