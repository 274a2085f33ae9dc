import { tmpdir } from 'node:os'
import { treaty } from '@elysiajs/eden'
import type { Kysely } from 'kysely'
import { type App, createApp, type Services } from '../src/app'
import type { Entity, Events } from '../src/core/events'
import { CostBudgets } from '../src/core/http/budgets'
import { Hub } from '../src/core/http/hub'
import type { Clock } from '../src/core/http/rate-limit'
import { cancelJob, enqueue } from '../src/core/jobs/enqueue'
import { enqueueMany } from '../src/core/jobs/enqueue-many'
import { holdGroup } from '../src/core/jobs/hold'
import { JobLoop } from '../src/core/jobs/loop'
import { createMissingKeys } from '../src/core/keys/create-missing-keys'
import { log } from '../src/core/log'
import { createOutside } from '../src/core/net/outside-request'
import type { PublicFetch } from '../src/core/net/public-fetch'
import { ParserPool } from '../src/core/parsers/pool'
import type { Ports } from '../src/core/ports'
import { InFlight } from '../src/core/process/in-flight'
import { Scope, type Viewer } from '../src/core/scope'
import { Secrets } from '../src/core/secrets'
import { continueIds } from '../src/core/storage/last-ids'
import { MediaStore } from '../src/core/storage/media-store'
import type { S3Files } from '../src/core/storage/s3-files'
import type { CompanyId, Database } from '../src/core/storage/schema'
import { openMemory, type SqliteStore } from '../src/core/storage/sqlite/store'
import { TenantDb } from '../src/core/storage/tenant'
import { visibleTo, wireName } from '../src/events'
import { Authenticator } from '../src/features/accounts/auth/authenticator'
import { rateLimits } from '../src/features/accounts/auth/rate-limits'
import type { Mail } from '../src/features/accounts/password-reset/mailer'
import { Online } from '../src/features/accounts/users/online'
import { breachedIn } from '../src/features/accounts/users/passwords/breached-passwords'
import { PasswordHasher } from '../src/features/accounts/users/passwords/passwords'
import { storeForWebhooks } from '../src/features/api/webhooks/record'
import { createPush } from '../src/features/platform/push/adapter'
import { handlers } from '../src/jobs'
import { listeners } from '../src/listeners'
import { ownNode } from '../src/own-node'
import { parserLimits } from '../src/parsers'
import { receiveListeners } from '../src/receive-listeners'
import { type AllTicket, type PlanFlag, type Profile, planFlags } from '../src/shared/enums'
import { withResponseValidation } from './documented-responses'
import { FakeWhatsApp } from './fake-whatsapp'
import { createDirectory, linkFiles } from './installation-directories'
import { openMigrated } from './migrated'
import { migratedDatabase, openCopy, openDatabase } from './postgres-databases'
import { createDatabase, usesPostgres } from './postgres-server'
import { rowFactories } from './row-factories'
import { appOf } from './shared-app'

log.level = 'silent'

export const companies = { acme: 1, rival: 2, provider: 3 } as const
const queues = { suporte: 1, vendas: 2, outra: 3 } as const

interface Person {
  id: number
  company: keyof typeof companies
  profile: Profile
  super?: true
  allTicket?: AllTicket
  queueIds: number[]
}

/**
 * Password of all people. E-mails are `{name}@{company}.test`; each person's login (row of `tokens`) has the person's
 * id.
 */
export const password = 'uma senha que ninguem tem'
export const people = {
  ana: { id: 1, company: 'acme', profile: 'admin', queueIds: [] },
  sara: { id: 2, company: 'acme', profile: 'supervisor', queueIds: [queues.suporte] },
  bob: { id: 3, company: 'acme', profile: 'user', queueIds: [queues.suporte] },
  caio: { id: 4, company: 'acme', profile: 'user', allTicket: 'enabled', queueIds: [] },
  rui: { id: 5, company: 'rival', profile: 'admin', queueIds: [] },
  root: { id: 6, company: 'provider', profile: 'admin', super: true, queueIds: [] },
} as const satisfies Record<string, Person>
export type Name = keyof typeof people

export const emailOf = (name: Name) => `${name}@${people[name].company}.test`
const capitalized = (name: string) => name[0]?.toUpperCase() + name.slice(1)

async function insertFixtures(db: Kysely<Database>, passwordHash: string) {
  await db.insertInto('installation').values({ key: 'userCreation', value: 'enabled' }).execute()
  const plan = { id: 1, name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 3000, isPublic: 1 as const }
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, 1])) as Record<PlanFlag, 1>
  await db
    .insertInto('plans')
    .values({ ...plan, ...flags })
    .execute()
  for (const [name, id] of Object.entries(companies)) {
    const facts = { email: `${name}@${name}.test`, phone: '11999990000', dueDate: '2099-12-31', trialExpiration: null }
    await db
      .insertInto('companies')
      .values({ id: id as CompanyId, name, planId: 1, ...facts })
      .execute()
  }
  for (const [name, id] of Object.entries(queues)) {
    const companyId = (id === queues.outra ? companies.rival : companies.acme) as CompanyId
    const queue = { id, companyId, name: capitalized(name), color: `#0a7f5${id}`, orderQueue: id }
    await db.insertInto('queues').values(queue).execute()
  }
  for (const name of Object.keys(people) as Name[]) await insertPerson(db, name, passwordHash)
}

async function insertPerson(db: Kysely<Database>, name: Name, passwordHash: string) {
  const { id, company, profile, allTicket = 'desabled', queueIds, super: isSuper }: Person = people[name]
  const companyId = companies[company] as CompanyId
  const rights = { profile, allTicket, super: isSuper ? (1 as const) : (0 as const), whatsappId: null, language: null }
  const user = { id, companyId, name: capitalized(name), email: emailOf(name), passwordHash, ...rights }
  await db.insertInto('users').values(user).execute()
  // Super users must have a second factor; tests that use these users need no codes of it.
  const factor = { companyId, userId: id, sealed: new Uint8Array([1]), confirmedAt: '2020-01-01T00:00:00.000Z' }
  if (isSuper) await db.insertInto('second_factors').values(factor).execute()
  for (const queueId of queueIds)
    await db.insertInto('user_queues').values({ companyId, userId: id, queueId }).execute()
  const login = { id, companyId, userId: id, refreshHash: `none ${id}`, previousHash: null, userAgent: 'tests' }
  const times = {
    createdAt: '2020-01-01T00:00:00.000Z',
    rotatedAt: '2020-01-01T00:00:00.000Z',
    expiresAt: '2099-12-31T00:00:00.000Z',
  }
  await db
    .insertInto('tokens')
    .values({ ...login, ...times, revokedAt: null, revokedFor: null })
    .execute()
}

/** Smallest cost of argon2id: a hash takes less than a millisecond instead of 70. */
const passwordCost = { memoryCost: 8, timeCost: 1 }

const rootKey = 'root key of a test installation'

/** Migrated database with companies, people, queues and a login per person; made once and cloned per installation. */
const template = await (async () => {
  const database = usesPostgres ? await createDatabase(await migratedDatabase()) : ''
  const store = database === '' ? await openMigrated() : ((await openDatabase(database)) as never as SqliteStore)
  const passwordHash = await new PasswordHasher(passwordCost).hash(password)
  await store.write(async (tx) => {
    await insertFixtures(tx.kysely, passwordHash)
    await continueIds(tx, ['plans', 'companies', 'queues', 'users', 'tokens'])
  })
  await createMissingKeys(store, new Secrets(rootKey))
  if (database === '') return store.raw.statements.sqlite.serialize()
  await store.close()
  return database
})()

/** Copy of the template, or of another installation; on the server of the tests if there is one. */
async function openTemplate(copied: Uint8Array | string = template): Promise<SqliteStore> {
  return typeof copied === 'string' ? ((await openCopy(copied)) as never) : openMemory(copied)
}

/** Parser workers shared by all installations of a run, because each takes a moment to start. */
const parsers = new ParserPool(new URL('../src/parser-worker.ts', import.meta.url), parserLimits)

export interface PublishedEvent<E extends Entity = Entity> {
  companyId: CompanyId
  entity: E
  payload: Events[E]
}

interface InstallationOptions extends Partial<Services> {
  clock?: Clock
  /** Network for web push. */
  pushServices?: PublicFetch
  /** False when no mail server is configured. */
  mail?: boolean
  /** Factor of the budgets; generated tests repeat expensive requests more often than people do. */
  budgets?: number
  /** Storage of files outside this machine. */
  remote?: S3Files | null
  /** Installation to copy instead of an empty one. */
  copied?: Copied
}
/** Database and directory of files of an installation that is copied. */
export interface Copied {
  /** Of `sqlite.serialize()`, or the name of a closed database on the server of the tests. */
  image: Uint8Array | string
  files: string
}
const noNetwork: PublicFetch = () => Promise.reject(new Error('no network in tests'))

/**
 * New installation with two companies and their people (see `people`). Everything is real but WhatsApp and the mail
 * server. Each response of `app` is compared with the API document.
 * `clientAs('ana')` sends HTTP requests with Ana's access token; `scopeOf('ana')` calls services as her; `published`
 * lists the published events; `jobs.settle()` runs due jobs.
 */
export async function createInstallation({
  clock,
  pushServices = noNetwork,
  mail = true,
  budgets = 1000,
  copied,
  remote = null,
  ...given
}: InstallationOptions = {}) {
  const store = await openTemplate(copied?.image)
  const files = createDirectory()
  if (copied) linkFiles(copied.files, files)
  const secrets = new Secrets(rootKey)
  const hub = new Hub(visibleTo, wireName)
  const whatsapp = new FakeWhatsApp()
  const published: PublishedEvent[] = []
  const mails: Mail[] = []
  const ports: Ports = {
    store,
    inFlight: new InFlight(),
    listeners,
    receiveListeners,
    secrets,
    whatsapp,
    media: new MediaStore(files, secrets, remote),
    parsers,
    passwords: new PasswordHasher(passwordCost),
    isBreached: breachedIn(null),
    budgets: new CostBudgets(budgets, clock),
    push: createPush({ store, secrets, publicUrl: 'https://balcao.test', fetch: pushServices }),
    // Servers of tests listen on 127.0.0.1; each other private address is refused as in the product.
    outside: createOutside(['127.0.0.1', 'localhost']),
    backups: { isServer: false, plan: null, thread: null },
    releases: null,
    securityLog: null,
    speechUrl: 'http://127.0.0.1:9/{region}', // port 9 does not answer; tests with a speech service replace it
    mail: { configured: mail, send: async (mail) => void mails.push(mail) },
    publish(companyId, entity, payload) {
      published.push({ companyId, entity, payload })
      hub.publish(companyId, entity, payload)
    },
    storeForWebhooks,
    publicUrl: 'http://localhost:3000',
    enqueue,
    enqueueMany,
    cancelJob,
    holdJobs: holdGroup,
    wakeJobs: () => jobs.wake(),
    node: ownNode({ port: 3000, dataDir: tmpdir() }, false, () => ({ hub, jobs, leases: null })),
    nodesChanged() {},
    emptyLog: () => store.emptyLog(),
    releaseJobs: (prefix) => jobs.release(prefix),
    rightsChanged: (companyId, userId) => void auth.refreshRights(companyId, userId),
    isLooking: (companyId, userId) => hub.isLooking(companyId, userId),
  }
  const auth = new Authenticator(ports, hub, rateLimits(clock))
  const jobs = new JobLoop(store, handlers, (companyId) => Scope.for(ports, companyId, { system: 'job' }))
  const services: Services = {
    ports,
    hub,
    auth,
    online: new Online(ports, clock),
    publicUrl: 'http://localhost:3000',
    version: '0.0.0-test',
    demo: false,
    simulatorUrl: null,
    ...given,
  }
  const isUsual = Object.keys(given).length === 0
  const app: App = isUsual ? appOf(services) : withResponseValidation(createApp(services))

  const companyIdOf = (name: Name) => companies[people[name].company] as CompanyId
  const viewerOf = (name: Name): Viewer => {
    const { id, profile, queueIds, ...rest }: Person = people[name]
    const { allTicket = 'desabled' } = rest
    return {
      userId: id,
      name: capitalized(name),
      profile,
      withheld: [],
      super: rest.super === true,
      allTicket,
      queueIds: [...queueIds],
    }
  }
  /** Access token of the person, valid from now. */
  const tokenOf = (name: Name) =>
    auth.tokens.sign({ tokenId: people[name].id, userId: people[name].id, companyId: companyIdOf(name) })
  const clientAs = (name: Name) => apiClient(app, async () => ({ authorization: `Bearer ${await tokenOf(name)}` }))
  /** Client with the given headers: unauthenticated, with forged tokens, behind a proxy. */
  const clientWithHeaders = (headers: Record<string, string> = {}) => apiClient(app, () => headers)
  const scopeOf = (name: Name) => Scope.for(ports, companyIdOf(name), viewerOf(name))
  const systemScope = (company: keyof typeof companies = 'acme') =>
    Scope.for(ports, companies[company] as CompanyId, { system: 'test' })

  return {
    store,
    ports,
    hub,
    auth,
    app,
    jobs,
    whatsapp,
    published,
    mails,
    services,
    platform: auth.platform,
    acme: TenantDb.of(store, companies.acme as CompanyId),
    rival: TenantDb.of(store, companies.rival as CompanyId),
    viewerOf,
    scopeOf,
    systemScope,
    tokenOf,
    clientAs,
    clientWithHeaders,
    ...rowFactories((company) => TenantDb.of(store, companies[company] as CompanyId), copied ? 1000 : 0),
  }
}

/** Typed API client of the interface, without a network. */
const apiClient = (app: App, headers: () => Record<string, string> | Promise<Record<string, string>>) =>
  treaty(app, { parseDate: false, headers: headers as () => Record<string, string> }).api

/** Error response as the typed client returns it. */
export const errorAnswer = (status: number, error: string, detail: Record<string, unknown> = {}) => ({
  status,
  error: { value: { error, ...detail } },
})
