import { createSecureContext } from 'node:tls'
import { allowConnections } from '../../core/http/headers'
import { Platform } from '../../core/scope'
import { randomToken } from '../../core/secrets'
import type { Ports } from '../../ports'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import type { PaymentConfig, PaymentConfigInput } from './model'

/** As kept, sealed whole: `webhookSecret` is what payment services prove themselves by. */
export interface StoredConfig extends Omit<PaymentConfig, 'webhookUrl'> {
  webhookSecret: string
}

/** The name among the facts of an installation. */
const fact = 'payments'
const secrets = ['clientId', 'clientSecret', 'certificate', 'passphrase', 'authority'] as const
type Secrets = Record<(typeof secrets)[number], string>
const empty: StoredConfig = {
  provider: 'pix-manual',
  pixKey: '',
  pixName: '',
  pixCity: '',
  environment: 'production',
  baseUrl: '',
  clientId: '',
  clientSecret: '',
  certificate: '',
  passphrase: '',
  authority: '',
  cardAccount: '',
  webhookSecret: '',
}

/** How the provider wants to be paid, as of now. */
export async function readConfig(ports: Ports): Promise<StoredConfig> {
  const { db } = new Platform(ports)
  const row = await db.selectFrom('installation').select('value').where('key', '=', fact).executeTakeFirst()
  if (!row) return empty
  return { ...empty, ...JSON.parse(ports.secrets.open(Buffer.from(row.value, 'base64url'), fact).toString()) }
}

/**
 * Keeps it; empty secrets stay as they were, unless the service they are for is another one now, and null ones go.
 * 422 ERR_VALIDATION with the fields, 422 ERR_CERTIFICATE for one that does not open.
 */
export async function saveConfig(ports: Ports, input: PaymentConfigInput): Promise<StoredConfig> {
  const before = await readConfig(ports)
  // A secret goes to the address it was given for and to no other: whoever changes that writes it again.
  const same = before.environment === input.environment && before.baseUrl === input.baseUrl
  const keep = (name: (typeof secrets)[number]) => (same && input[name] !== null ? before[name] : '')
  const kept = Object.fromEntries(secrets.map((name) => [name, input[name]?.trim() || keep(name)])) as Secrets
  const config = { ...before, ...input, ...kept, webhookSecret: before.webhookSecret || randomToken() }
  check(config)
  const value = Buffer.from(ports.secrets.seal(JSON.stringify(config), fact)).toString('base64url')
  await new Platform(ports).transaction(({ db }) =>
    db
      .insertInto('installation')
      .values({ key: fact, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  )
  allowCards(config)
  return config
}

/** Lets browsers reach the service that turns cards into tokens, and only where cards are taken. */
export const allowCards = (config: StoredConfig) => allowConnections(takesCards(config) ? cardHosts : [])
export const takesCards = ({ provider, cardAccount }: StoredConfig) => provider === 'efi' && cardAccount !== ''
const cardHosts = [
  'https://tokenizer.sejaefi.com.br',
  'https://cobrancas.api.efipay.com.br',
  'https://cobrancas-h.api.efipay.com.br',
]

/** As the provider's people may see it. */
export function shown(config: StoredConfig, publicUrl: string): PaymentConfig {
  const masked = Object.fromEntries(secrets.map((name) => [name, mask(name, config[name])]))
  const { webhookSecret: _, ...rest } = config
  return { ...rest, ...masked, webhookUrl: `${publicUrl}${webhookPath}` }
}

const webhookPath = '/api/subscription/webhook'
/** The address a payment service is given; it appends `/pix`, which `ignorar` swallows. */
export const webhookUrl = ({ webhookSecret }: StoredConfig, publicUrl: string) =>
  `${publicUrl}${webhookPath}?hmac=${webhookSecret}&ignorar=`

/** The same for one card's charge. */
export const cardWebhookUrl = ({ webhookSecret }: StoredConfig, publicUrl: string, txid: string) =>
  `${publicUrl}${webhookPath}/card?hmac=${webhookSecret}&txid=${txid}`

const mask = (name: string, value: string) => {
  if (!value) return ''
  return name === 'certificate' || name === 'authority' || name === 'passphrase' ? '••••' : `••••${value.slice(-4)}`
}

function check(config: StoredConfig) {
  const wanted = ['pixKey', ...(config.provider === 'efi' ? wantedByEfi(config) : ['pixName', 'pixCity'])] as const
  const missing = wanted.filter((name) => `${config[name as 'pixKey']}`.trim() === '')
  if (config.pixKey.trim().length < limits.pixKey.min || /[^\x21-\x7e]/.test(config.pixKey.trim()))
    missing.push('pixKey')
  if (config.environment === 'custom' && !isBase(config.baseUrl)) missing.push('baseUrl')
  if (missing.length > 0) throw new AppError('ERR_VALIDATION', { fields: [...new Set(missing)] })
  if (config.provider === 'efi') checkCertificate(config)
}

const wantedByEfi = ({ environment }: StoredConfig) => [
  'clientId',
  'clientSecret',
  'certificate',
  ...(environment === 'custom' ? ['baseUrl'] : []),
]

/** An https origin and nothing more: the paths are ours. */
function isBase(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && `${url.origin}` === address
}

function checkCertificate(config: StoredConfig) {
  try {
    createSecureContext(keyPair(config))
  } catch {
    throw new AppError('ERR_CERTIFICATE')
  }
}

/** What node's TLS wants of either form. */
export function keyPair({ certificate, passphrase, authority }: StoredConfig) {
  const trust = authority ? { ca: authority } : {}
  const opened = passphrase ? { passphrase } : {}
  if (certificate.includes('-----BEGIN')) return { cert: certificate, key: certificate, ...opened, ...trust }
  return { pfx: Buffer.from(certificate, 'base64'), ...opened, ...trust }
}
