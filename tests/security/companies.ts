import { Database } from 'bun:sqlite'
import { Secrets } from '../../src/core/secrets'
import { databaseFile, readKey } from '../../src/core/storage/data-directory'
import { type Serving, signIn } from '../executable/balcao'

/** Whoever the fuzzing speaks as: admins of companies of their own, and those who run the installation. */

/** No WhatsApp there: nothing leaves the machine, and every session is refused its socket. */
export const withoutWhatsApp = {
  BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat',
  BALCAO_WHATSAPP_ROOT_KEY: '11'.repeat(32),
}

/** A running server and the token of its super user. */
export interface Installation extends Pick<Serving, 'url' | 'dataDir'> {
  providerToken: string
}

/** A company and its admin. */
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

/** Asks as somebody; each time from another address, or the limits on sign-in would answer. @throws when refused */
export async function request<T>(url: string, token: string, method: string, path: string, body?: object): Promise<T> {
  return (await sendRequest<T>(url, token, method, path, body)).data
}

async function sendRequest<T>(url: string, token: string, method: string, path: string, body?: object) {
  const octet = () => 1 + Math.floor(Math.random() * 250)
  const headers: Record<string, string> = { 'x-forwarded-for': `203.${octet()}.${octet()}.${octet()}` }
  if (token) headers.authorization = `Bearer ${token}`
  if (body && !(body instanceof Uint8Array)) headers['content-type'] = 'application/json'
  const written = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : body && JSON.stringify(body)
  const answer = await fetch(`${url}/api${path}`, { method, headers, body: written })
  const data = (await answer.json()) as T
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`)
  return { data, headers: answer.headers }
}

/** The super user of a server that asks for no second factor, who has data how licences are paid. */
export async function prepareInstallation(serving: Serving): Promise<Installation> {
  const providerToken = (await signIn(serving)) as string
  await request(serving.url, providerToken, 'PUT', '/payments/config', manualPix)
  return { url: serving.url, dataDir: serving.dataDir, providerToken }
}

/** Pix to a key: no service, no network. */
const manualPix = {
  ...{ provider: 'pix-manual', pixKey: 'pix@fuzz.test', pixName: 'Provedor', pixCity: 'Campinas' },
  ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
  ...{ authority: '', cardAccount: '' },
}

/** Opens a company over HTTP and signs its admin in. */
export async function openCompany(installation: Installation, name: string): Promise<CompanyLogin> {
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

/** What only the company next door knows. */
export const otherCompanyText = 'segredo-da-vizinha'

/** What payment services prove themselves by; nobody is ever shown it. */
export function webhookSecret({ dataDir }: Installation): string {
  const database = new Database(databaseFile(dataDir), { readonly: true })
  const { value } = database.query("select value from installation where key = 'payments'").get() as { value: string }
  database.close()
  const secrets = new Secrets(readKey(dataDir) as string)
  return JSON.parse(secrets.open(Buffer.from(value, 'base64url'), 'payments').toString()).webhookSecret
}

/** A connection that is data to be open and that nobody looks after: there is no WhatsApp here to open it. */
export function insertOpenConnection({ installation: { dataDir }, companyId }: CompanyLogin): number {
  const database = new Database(databaseFile(dataDir))
  database.run('pragma busy_timeout = 5000')
  const insert = database.query(`insert into connections (companyId, name, isDefault, status, wanted, number)
    values (?, 'Programa', 1, 'CONNECTED', 0, '551130000000') returning id`)
  const { id } = insert.get(companyId) as { id: number }
  database.close()
  return id
}
