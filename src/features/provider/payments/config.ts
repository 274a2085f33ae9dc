import { allowConnections } from '../../../core/http/headers'
import type { Ports } from '../../../core/ports'
import { Platform } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'
import { storeInstallationValue } from '../../../core/storage/installation-value'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { formerAccounts } from './former'
import type { PaymentConfig, PaymentConfigInput, ProviderName } from './model'
import { faultsOf } from './required-fields'

/** The payment settings as stored, encrypted as a whole. `webhookSecret` authenticates calls by the payment service. */
export interface StoredConfig extends Omit<PaymentConfig, 'webhookUrl'> {
  webhookSecret: string
  /** Accounts used before, of which unpaid codes are out; asked, and never charged by. */
  former: StoredConfig[]
}

/** Key of the row in the table `installation`. */
const installationKey = 'payments'
const secrets = [
  'clientId',
  'clientSecret',
  'certificate',
  'passphrase',
  'authority',
  'accessToken',
  'signingSecret',
] as const
/** Secrets that several services have, each another one. */
const ofOneService: readonly string[] = ['accessToken', 'signingSecret']
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
  accessToken: '',
  signingSecret: '',
  webhookSecret: '',
  former: [],
}

/** Returns the stored payment settings, or empty ones. */
export async function readConfig(ports: Ports): Promise<StoredConfig> {
  const { db } = new Platform(ports)
  const row = await db.selectFrom('installation').select('value').where('key', '=', installationKey).executeTakeFirst()
  if (!row) return empty
  return {
    ...empty,
    ...parseJson(ports.secrets.open(Buffer.from(row.value, 'base64url'), installationKey).toString()),
  }
}

/**
 * Stores the settings. An empty secret keeps the stored one, unless the service's address changes; null deletes it.
 * @throws ERR_VALIDATION with the fields, ERR_CERTIFICATE for a certificate that cannot be opened
 */
export async function saveConfig(ports: Ports, input: PaymentConfigInput): Promise<StoredConfig> {
  const before = await readConfig(ports)
  // A secret is sent only to the address it was entered for: with another address it must be entered again.
  const same = before.environment === input.environment && before.baseUrl === input.baseUrl
  const keeps = (name: string) => same && (before.provider === input.provider || !ofOneService.includes(name))
  const storedSecret = (name: (typeof secrets)[number]) => (keeps(name) && input[name] !== null ? before[name] : '')
  const keptSecrets = Object.fromEntries(
    secrets.map((name) => [name, input[name]?.trim() || storedSecret(name)]),
  ) as Secrets
  const config = { ...before, ...input, ...keptSecrets, webhookSecret: before.webhookSecret || randomToken() }
  const fields = faultsOf(config)
  if (fields.length > 0) throw new AppError('ERR_VALIDATION', { fields })
  if (config.provider === 'efi') await checkCertificate(config)
  const kept = { ...config, former: await formerAccounts(ports, before, config) }
  const value = Buffer.from(ports.secrets.seal(JSON.stringify(kept), installationKey)).toString('base64url')
  await new Platform(ports).transaction(({ db }) => storeInstallationValue(db, installationKey, value))
  allowCards(config)
  return kept
}

/** Allows browsers to reach the service that turns cards into tokens, only when card payments are set up. */
export const allowCards = (config: StoredConfig) => allowConnections(acceptsCards(config) ? cardHosts : [])
export const acceptsCards = ({ provider, cardAccount }: StoredConfig) => provider === 'efi' && cardAccount !== ''
const cardHosts = [
  'https://tokenizer.sejaefi.com.br',
  'https://cobrancas.api.efipay.com.br',
  'https://cobrancas-h.api.efipay.com.br',
]

/** Returns the settings with masked secrets, for the super user. */
export function maskedConfig(config: StoredConfig, publicUrl: string): PaymentConfig {
  const masked = Object.fromEntries(secrets.map((name) => [name, mask(name, config[name])]))
  const { webhookSecret: _, former: __, ...rest } = config
  return { ...rest, ...masked, webhookUrl: `${publicUrl}${noticePath(config.provider)}` }
}

const webhookPath = '/api/subscription/webhook'
/** Path on which a service sends its notifications; Efí's has no name, because it was the first one. */
export const noticePath = (name: ProviderName) => (name === 'efi' ? webhookPath : `${webhookPath}/${name}`)
/**
 * Returns the URL registered at the payment service. The service appends `/pix`, which the parameter `ignorar` absorbs.
 */
export const webhookUrl = ({ webhookSecret }: StoredConfig, publicUrl: string) =>
  `${publicUrl}${webhookPath}?hmac=${webhookSecret}&ignorar=`

/** Returns the notification URL of one card charge. */
export const cardWebhookUrl = ({ webhookSecret }: StoredConfig, publicUrl: string, txid: string) =>
  `${publicUrl}${webhookPath}/card?hmac=${webhookSecret}&txid=${txid}`

const mask = (name: string, value: string) => {
  if (!value) return ''
  return name === 'certificate' || name === 'authority' || name === 'passphrase' ? '••••' : `••••${value.slice(-4)}`
}

async function checkCertificate(config: StoredConfig) {
  const { createSecureContext } = await import('node:tls')
  try {
    createSecureContext(keyPair(config))
  } catch {
    throw new AppError('ERR_CERTIFICATE')
  }
}

/** Returns the TLS options of node for PEM or PKCS#12. */
export function keyPair({ certificate, passphrase, authority }: StoredConfig) {
  const trust = authority ? { ca: authority } : {}
  const opened = passphrase ? { passphrase } : {}
  if (certificate.includes('-----BEGIN')) return { cert: certificate, key: certificate, ...opened, ...trust }
  return { pfx: Buffer.from(certificate, 'base64'), ...opened, ...trust }
}
