import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Values of the environment variables (decisions.md, Product), read once. */
export interface Config {
  host: string
  port: number
  dataDir: string
  publicUrl: string
  secret: string | null
  superUser: { email: string; password: string } | null
  /** `required`: super users cannot work without a second factor. */
  secondFactor: 'required' | 'optional'
  /** A server in place of WhatsApp's own; `ca` is the text of the PEM file. */
  whatsapp: { url: string; rootKey: string | null; ca: string | null } | null
  /** WhatsApp Web version sent instead of the pinned one. */
  whatsappVersion: [number, number, number] | null
  logLevel: (typeof logLevels)[number]
  smtpUrl: string | null
  mailFrom: string | null
  /** Hosts in the private network that integrations and webhooks of companies may request. */
  internalHosts: string[]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** An environment variable with an invalid value; the process prints one line and exits with 2. */
export class BadConfig extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`)
  }
}

/** Reads and checks all variables. @throws BadConfig naming the first invalid one */
export function readConfig(env: Record<string, string | undefined>): Config {
  const get = (name: string) => env[`BALCAO_${name}`]?.trim() || null
  const port = readPort(get('PORT'))
  return {
    host: get('HOST') ?? '0.0.0.0',
    port,
    dataDir: resolve(get('DATA_DIR') ?? join('.', 'data')),
    publicUrl: readUrl('BALCAO_PUBLIC_URL', get('PUBLIC_URL') ?? `http://localhost:${port}`, ['http:', 'https:']),
    secret: readSecret(get('SECRET')),
    superUser: readSuperUser(get('SUPER_EMAIL'), get('SUPER_PASSWORD')),
    secondFactor: readSecondFactor(get('SECOND_FACTOR')),
    whatsapp: readWhatsApp(get('WHATSAPP_URL'), get('WHATSAPP_ROOT_KEY'), get('WHATSAPP_CA')),
    whatsappVersion: readVersion(get('WHATSAPP_VERSION')),
    logLevel: readLogLevel(get('LOG_LEVEL')),
    smtpUrl: readSmtp(get('SMTP_URL')),
    mailFrom: readMailFrom(get('MAIL_FROM')),
    internalHosts: readInternalHosts(get('INTERNAL_HOSTS')),
  }
}

function readPort(value: string | null): number {
  if (value === null) return 3000
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65535) throw new BadConfig('BALCAO_PORT', 'must be a whole number from 0 to 65535')
  return port
}

function readUrl(variable: string, value: string, protocols: string[]): string {
  const url = URL.parse(value)
  if (!url || !protocols.includes(url.protocol))
    throw new BadConfig(variable, `must be an address beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  return value.replace(/\/+$/, '')
}

function readSecret(value: string | null): string | null {
  if (value !== null && value.length < 32) throw new BadConfig('BALCAO_SECRET', 'must have at least 32 characters')
  return value
}

function readSuperUser(email: string | null, password: string | null) {
  if (email === null && password === null) return null
  if (email === null) throw new BadConfig('BALCAO_SUPER_EMAIL', 'must be set together with BALCAO_SUPER_PASSWORD')
  if (password === null) throw new BadConfig('BALCAO_SUPER_PASSWORD', 'must be set together with BALCAO_SUPER_EMAIL')
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new BadConfig('BALCAO_SUPER_EMAIL', 'must be an e-mail address')
  if (password.length < 12) throw new BadConfig('BALCAO_SUPER_PASSWORD', 'must have at least 12 characters')
  return { email: email.toLowerCase(), password }
}

function readSecondFactor(value: string | null): Config['secondFactor'] {
  const wanted = value ?? 'required'
  if (wanted !== 'required' && wanted !== 'optional')
    throw new BadConfig('BALCAO_SECOND_FACTOR', 'must be required or optional')
  return wanted
}

function readWhatsApp(url: string | null, rootKey: string | null, caFile: string | null) {
  if (rootKey !== null && url === null)
    throw new BadConfig('BALCAO_WHATSAPP_ROOT_KEY', 'is accepted only together with BALCAO_WHATSAPP_URL')
  if (rootKey !== null && !/^[0-9a-f]{64}$/i.test(rootKey))
    throw new BadConfig('BALCAO_WHATSAPP_ROOT_KEY', 'must be 64 hexadecimal digits')
  if (caFile !== null && url === null)
    throw new BadConfig('BALCAO_WHATSAPP_CA', 'is accepted only together with BALCAO_WHATSAPP_URL')
  if (url === null) return null
  return { url: readUrl('BALCAO_WHATSAPP_URL', url, ['ws:', 'wss:']), rootKey, ca: caFile && readPem(caFile) }
}

function readPem(file: string): string {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadConfig('BALCAO_WHATSAPP_CA', `cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (!text.includes('BEGIN CERTIFICATE'))
    throw new BadConfig('BALCAO_WHATSAPP_CA', 'must be a PEM file with certificates')
  return text
}

/** Parses a version as WhatsApp Web writes it, such as 2.3000.1043857760. */
function readVersion(value: string | null): Config['whatsappVersion'] {
  if (value === null) return null
  const [, ...numbers] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,10})$/.exec(value) ?? []
  if (numbers.length === 0)
    throw new BadConfig('BALCAO_WHATSAPP_VERSION', 'must be three numbers with dots between, such as 2.3000.1043857760')
  return numbers.map(Number) as [number, number, number]
}

function readLogLevel(value: string | null): Config['logLevel'] {
  const level = logLevels.find((name) => name === (value ?? 'info'))
  if (!level) throw new BadConfig('BALCAO_LOG_LEVEL', `must be one of ${logLevels.join(', ')}`)
  return level
}

function readSmtp(value: string | null): string | null {
  return value === null ? null : readUrl('BALCAO_SMTP_URL', value, ['smtp:', 'smtps:'])
}

/** `name@host` or `Name <name@host>`. */
function readMailFrom(value: string | null): string | null {
  if (value !== null && !/^([^<>]*<\S+@\S+>|\S+@\S+)$/.test(value))
    throw new BadConfig('BALCAO_MAIL_FROM', 'must be an e-mail address, or Name <address>')
  return value
}

const internalHost = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(:\d{1,5})?$/

/** `host` or `host:port`, separated by commas. */
function readInternalHosts(value: string | null): string[] {
  const entries = (value ?? '').toLowerCase().split(',')
  const hosts = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (!hosts.every((host) => internalHost.test(host) && URL.canParse(`http://${host}`)))
    throw new BadConfig('BALCAO_INTERNAL_HOSTS', 'must be host names or host:port, separated by commas')
  return hosts
}
