import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BackupPlan, readBackupPlan } from './backup-plan'
import { BadConfig } from './bad-config'
import type { ServiceManager } from './core/process/systemd-notices'
import type { SecurityLogTarget } from './core/security-log-target'
import { type MediaPlace, readMediaPlace } from './media-place'
import { readSecurityLog } from './read-security-log'
import { readTrustedProxies } from './read-trusted-proxies'

/** Values of the environment variables, read once at the start (docs/self-hosting.md, "Environment"). */
export interface Config {
  /** File from which variables were read; null for none. */
  environmentFile: string | null
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
  /** Page of a simulator, on which a person writes as a customer; the interface links to it. */
  simulatorUrl: string | null
  /** WhatsApp Web version sent instead of the pinned one. */
  whatsappVersion: [number, number, number] | null
  logLevel: (typeof logLevels)[number]
  smtpUrl: string | null
  mailFrom: string | null
  /** Hosts in the private network that integrations and webhooks of companies may request. */
  internalHosts: string[]
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is believed; null: those of this machine. */
  trustedProxies: string[] | null
  /** Secret with which another machine reads `/metrics`; null: only this machine may. */
  metricsToken: string | null
  /** Receiver of the security log outside of this machine. */
  securityLog: SecurityLogTarget | null
  /** File with hashes of breached passwords, which are refused as new passwords. */
  breachedPasswords: string | null
  /** Azure's speech service; `{region}` stands for the region of a prompt's resource. */
  speechUrl: string
  /** Address of a PostgreSQL database; null for the file in the data directory. */
  databaseUrl: string | null
  /** The database itself refuses rows of another company; only with a PostgreSQL database. */
  rowSecurity: boolean
  /** Where the media files are, instead of the data directory. */
  media: MediaPlace | null
  /** Where scheduled backups go and how they are encrypted; null for none. */
  backups: BackupPlan | null
  /** Address of a folder with the newest release, for `balcao update` and the notice of a newer version. */
  releases: string | null
  /** Public key of releases, 32 bytes in base64, in place of the one compiled in. */
  releaseKey: string | null
  /** Factor of the budgets of expensive functions. */
  budgets: number
  /** Set by systemd for units of type notify. */
  serviceManager: ServiceManager | null
  /** Variables that begin with BALCAO_ and have no meaning, most of them misspelt. */
  unknownVariables: string[]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Absolute path of the data directory. */
export const dataDirOf = (env: Record<string, string | undefined>) =>
  resolve(env.BALCAO_DATA_DIR?.trim() || join('.', 'data'))

/** Reads and checks all variables. @throws BadConfig naming the first invalid one */
export function readConfig(env: Record<string, string | undefined>): Config {
  const knownNames = new Set(['BALCAO_NEW_SECRET']) // read by rotate-key
  const get = (name: string) => {
    knownNames.add(`BALCAO_${name}`)
    return env[`BALCAO_${name}`]?.trim() || null
  }
  const port = readPort(get('PORT'))
  const dataDir = dataDirOf({ BALCAO_DATA_DIR: get('DATA_DIR') ?? '' })
  return {
    host: get('HOST') ?? '0.0.0.0',
    port,
    environmentFile: get('ENV_FILE'),
    dataDir,
    publicUrl: readPublicUrl(get('PUBLIC_URL') ?? `http://localhost:${port}`),
    secret: readSecret(get('SECRET')),
    superUser: readSuperUser(get('SUPER_EMAIL'), get('SUPER_PASSWORD')),
    secondFactor: readSecondFactor(get('SECOND_FACTOR')),
    whatsapp: readWhatsApp(get('WHATSAPP_URL'), get('WHATSAPP_ROOT_KEY'), get('WHATSAPP_CA')),
    simulatorUrl: readSimulator(get('SIMULATOR_URL'), get('WHATSAPP_URL')),
    whatsappVersion: readVersion(get('WHATSAPP_VERSION')),
    logLevel: readLogLevel(get('LOG_LEVEL')),
    smtpUrl: readSmtp(get('SMTP_URL')),
    mailFrom: readMailFrom(get('MAIL_FROM')),
    internalHosts: readInternalHosts(get('INTERNAL_HOSTS')),
    trustedProxies: readTrustedProxies(get('TRUSTED_PROXIES')),
    metricsToken: readMetricsToken(get('METRICS_TOKEN')),
    securityLog: readSecurityLog(get('SECURITY_LOG'), get('SECURITY_LOG_SECRET')),
    breachedPasswords: get('BREACHED_PASSWORDS'),
    speechUrl: readSpeechUrl(get('SPEECH_URL')),
    databaseUrl: readDatabase(get('DATABASE_URL')),
    rowSecurity: readRowSecurity(get('ROW_SECURITY'), get('DATABASE_URL')),
    media: readMediaPlace(get('MEDIA_URL'), get('MEDIA_ACCESS_KEY'), get('MEDIA_SECRET_KEY')),
    backups: readBackupPlan(get, dataDir),
    releases: readReleases(get('RELEASES')),
    releaseKey: readReleaseKey(get('RELEASE_KEY')),
    budgets: readFactor(get('BUDGETS')),
    serviceManager: readServiceManager(env),
    unknownVariables: Object.keys(env).filter((name) => name.startsWith('BALCAO_') && !knownNames.has(name)), // read last
  }
}

function readPort(value: string | null): number {
  if (value === null) return 3000
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65535) throw new BadConfig('BALCAO_PORT', 'must be a whole number from 0 to 65535')
  return port
}

/** The address of the whole host: nothing is served below a path. */
function readPublicUrl(value: string): string {
  const address = readUrl('BALCAO_PUBLIC_URL', value, ['http:', 'https:'])
  const { pathname, search, hash } = new URL(address)
  if (pathname === '/' && !search && !hash) return address
  throw new BadConfig('BALCAO_PUBLIC_URL', 'must be an address without a path, such as https://atendimento.example')
}

function readUrl(variable: string, value: string, protocols: string[]): string {
  const url = URL.parse(value)
  if (!url || !protocols.includes(url.protocol))
    throw new BadConfig(variable, `must be an address beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  return value.replace(/\/+$/, '')
}

function readReleases(value: string | null): string | null {
  return value === null ? null : readUrl('BALCAO_RELEASES', value, ['https:', 'http:'])
}

function readReleaseKey(value: string | null): string | null {
  if (value !== null && !/^[A-Za-z0-9+/]{43}=$/.test(value))
    throw new BadConfig('BALCAO_RELEASE_KEY', 'must be a public key: 32 bytes in base64, as bun run release prints it')
  return value
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
  const requirement = value ?? 'required'
  if (requirement !== 'required' && requirement !== 'optional')
    throw new BadConfig('BALCAO_SECOND_FACTOR', 'must be required or optional')
  return requirement
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

function readSimulator(url: string | null, whatsappUrl: string | null): string | null {
  if (url !== null && whatsappUrl === null)
    throw new BadConfig('BALCAO_SIMULATOR_URL', 'is accepted only together with BALCAO_WHATSAPP_URL')
  return url && readUrl('BALCAO_SIMULATOR_URL', url, ['http:', 'https:'])
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

/**
 * An address such as `postgres://user:password@host:5432/database`. @throws BadConfig
 * @param name of the variable or option that has the value
 */
export function readDatabase(value: string | null, name = 'BALCAO_DATABASE_URL'): string | null {
  if (value === null) return null
  const url = URL.parse(value)
  const isDatabase = url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
  if (!isDatabase) throw new BadConfig(name, 'must be an address such as postgres://user:password@host/database')
  return value
}

function readRowSecurity(value: string | null, database: string | null): boolean {
  if (value !== null && value !== 'on' && value !== 'off')
    throw new BadConfig('BALCAO_ROW_SECURITY', 'must be on or off')
  if (value === 'on' && database === null)
    throw new BadConfig('BALCAO_ROW_SECURITY', 'is accepted only together with BALCAO_DATABASE_URL')
  return value === 'on'
}

const azureSpeech = 'https://{region}.tts.speech.microsoft.com'

/** An http(s) address without a final slash, in which `{region}` may stand. */
function readSpeechUrl(value: string | null): string {
  const address = (value ?? azureSpeech).replace(/\/$/, '')
  const url = URL.parse(address.replaceAll('{region}', 'region'))
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain)
    throw new BadConfig('BALCAO_SPEECH_URL', 'must be an address such as https://{region}.tts.speech.azure.us')
  return address
}

function readFactor(value: string | null): number {
  const factor = Number(value ?? 1)
  if (!(factor >= 0.1 && factor <= 1_000_000))
    throw new BadConfig('BALCAO_BUDGETS', 'must be a number from 0.1 to 1000000')
  return factor
}

/** systemd sets these variables; a value that is meant for another process or is no number is ignored. */
function readServiceManager(env: Record<string, string | undefined>): ServiceManager | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC, WATCHDOG_PID } = env
  if (!socket) return null
  const isOurs = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid
  const watchdogMs = Number(WATCHDOG_USEC) / 1000
  return { socket, watchdogMs: isOurs && watchdogMs > 0 ? watchdogMs : null }
}

function readMetricsToken(value: string | null): string | null {
  if (value !== null && value.length < 16)
    throw new BadConfig('BALCAO_METRICS_TOKEN', 'must have at least 16 characters')
  return value
}

/** Requests of this process to a host go past the proxy of `http_proxy`; the option `proxy` of fetch cannot say so. */
export function askWithoutProxy(host: string) {
  const { NO_PROXY, no_proxy = NO_PROXY } = process.env
  if (!no_proxy?.split(',').includes(host)) process.env.no_proxy = [no_proxy, host].filter(Boolean).join(',')
}
