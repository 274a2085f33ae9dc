import { version } from '../package.json'
import { createApp, type Services } from './app'
import { assemble, type Parts } from './assemble'
import { BadConfig } from './bad-config'
import type { Config } from './config'
import { finishRestore } from './core/backup/restore'
import { headersFor } from './core/http/headers'
import { startHttpServer } from './core/http/listen'
import { requestShape } from './core/http/request-shape'
import { trustProxies } from './core/http/trusted-proxies'
import { log } from './core/log'
import type { NodeLines } from './core/nodes/node-lines'
import { EventLoopWatch } from './core/process/event-loop-watch'
import { removeStallRecord } from './core/process/stall-record'
import { startStallWatch } from './core/process/stall-watch'
import { prepareDirectory, presentRootKeys, replaceNodeId, rootKey } from './core/storage/data-directory'
import type { Store } from './core/storage/db'
import { recordEndOfFormerNode } from './core/storage/living-nodes'
import { lockDirectory } from './core/storage/lock'
import { UserError } from './core/user-error'
import { assertKeyOfFile, assertKeyOfServer, checkPurpose, openDatabase, openSecrets } from './database'
import { ensureSuperUser, setupLink } from './features/accounts/auth/setup/setup'
import { faultOfBreachedFile } from './features/accounts/users/passwords/breached-passwords'
import { listConnectionsToStart } from './features/numbers/connections/sessions'
import { pageWithLook } from './features/platform/look/page-with-look'
import { readLookPicture } from './features/platform/look/read'
import { showLook } from './features/platform/look/shown-look'
import { manualRoutes } from './features/platform/manual/routes'
import { sealStoredSettings } from './features/platform/settings/secret'
import { allowCards, readConfig } from './features/provider/payments/config'
import { seedPlan } from './features/provider/plans/service'
import { Health, healthRoutes } from './health'
import { holdStalledWork } from './last-stall'
import { registerMetrics } from './metrics'
import { pwa } from './pwa'
import { startScheduledTasks } from './scheduled-tasks'
import { AppError } from './shared/errors'
import { limits } from './shared/limits'
import { sourceRoutes, spa } from './spa'
import { noThreads, type StoreThreads, startSqliteThreads } from './store-threads'

/** A serving process. */
export interface Running {
  port: number
  services: Services
  health: Health
  /** Link that creates the first super user; null once there is one. */
  setupAddress: string | null
  /** Drains and closes everything; further calls wait for the first. */
  stop(): Promise<void>
}

/**
 * Starts a serving process: lock, key, database, schema, first user, listen; then, while requests are answered already,
 * the check of the file, jobs and WhatsApp. @throws UserError or BadConfig for problems that the operator can solve
 */
export async function boot(config: Config, { demo = false } = {}): Promise<Running> {
  log.level = config.logLevel
  await assertBreachedFile(config)
  prepareDirectory(config.dataDir)
  const unlock = lockDirectory(config.dataDir)
  const aside = finishRestore(config.dataDir)
  if (aside) log.info({ aside }, 'an interrupted restore was finished')
  const { store, startThreads, lines } = await openStore(config)
  const secrets = await openSecrets(store, config.dataDir, config.secret)
  await checkPurpose(store, demo)
  const parts = assemble(config, store, secrets, demo, lines)
  await parts.cluster?.start()
  allowCards(await readConfig(parts.services.ports))
  const setupAddress = await seedInstallation(parts, config)
  const health = new Health()
  health.isFull = () => store.isFull
  health.isCutOff = () => parts.cluster?.isConnected === false
  health.isDrained = () => parts.cluster?.isDrained === true
  const { server, nameOf } = await serve(config, parts, health)
  const watch = new EventLoopWatch({ nameOf })
  watch.start()
  const threads = startThreads()
  registerMetrics(health, { parts, threads, watch, dataDir: config.dataDir })
  log.info({ version, database: config.databaseUrl === null ? 'file' : 'server' }, 'balcao begins to serve')
  const working = startWork(parts, threads, health, config.dataDir)
  const stop = async () => {
    health.state = 'draining'
    const { stopTasks, stopStallWatch } = await working
    stopTasks()
    await drain(parts, threads, server)
    watch.stop()
    stopStallWatch()
    unlock()
  }
  let stopping: Promise<void> | undefined
  return {
    port: server.port ?? config.port,
    services: parts.services,
    health,
    setupAddress,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** @throws BadConfig for a list of breached passwords that cannot be searched */
async function assertBreachedFile({ breachedPasswords }: Config) {
  const fault = breachedPasswords && (await faultOfBreachedFile(breachedPasswords))
  if (fault) throw new BadConfig('BALCAO_BREACHED_PASSWORDS', fault)
}

/** Creates the first plan, and the first super user from the environment; else returns the one-time set-up link. */
async function seedInstallation({ services }: Parts, { superUser, publicUrl }: Config): Promise<string | null> {
  const { platform } = services.auth
  await seedPlan(platform)
  await sealStoredSettings(platform)
  if (!superUser) return setupLink(platform, publicUrl)
  try {
    if (await ensureSuperUser(platform, superUser)) log.info({ email: superUser.email }, 'made the first super user')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'ERR_WEAK_PASSWORD') throw new BadConfig('BALCAO_SUPER_PASSWORD', 'is too easy to guess')
    throw new BadConfig('BALCAO_SUPER_EMAIL', `cannot be used (${error.code})`)
  }
  return null
}

async function serve(config: Config, { services }: Parts, health: Health) {
  if (config.trustedProxies) trustProxies(config.trustedProxies)
  const { embeddedInterface: embedded } = await import('./page') // never a static import: page.ts says why
  const routes = sourceRoutes(embedded, (request) => app.fetch(request))
  const readLook = showLook(services.auth.platform)
  const app = createApp(services)
    .use(healthRoutes(health, headersFor(config.publicUrl), config.metricsToken))
    .use(manualRoutes(readLook))
    .use(pwa({ read: readLook, picture: (hash) => readLookPicture(services.auth.platform, hash) }))
    .use(spa(embedded, async (html, etag) => pageWithLook(html, etag, await readLook())))
  const { port, host: hostname } = config
  try {
    // Above every route's limit, so that the route refuses with its own error and not Bun.
    const maxRequestBodySize = limits.companyFile + 65_536
    const server = startHttpServer(app, services.hub, { port, hostname, maxRequestBodySize, idleTimeout: 60, routes })
    return { server, nameOf: requestShape(app.routes) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new UserError(`port ${port} is taken; stop what uses it, or set BALCAO_PORT`)
    if (code === 'EACCES') throw new UserError(`port ${port} needs more rights; set BALCAO_PORT to one above 1023`)
    throw new BadConfig('BALCAO_HOST', `is no address of this machine (${code ?? message})`)
  }
}

interface Opened {
  store: Store
  startThreads(): StoreThreads
  /** Lines to the other processes of the installation; null for a database file. */
  lines: NodeLines | null
}

/**
 * Opens the database that the configuration names; its threads start once the server listens. Creates the key of a new
 * installation. @throws UserError, BadConfig for a database of another key, which is not changed; no key is made then
 */
async function openStore({ dataDir, databaseUrl, rowSecurity, secret }: Config): Promise<Opened> {
  if (databaseUrl === null) {
    rootKey(dataDir, secret)
    const store = await openDatabase(dataDir, (read) => assertKeyOfFile(read, presentRootKeys(dataDir, secret)))
    return { store, startThreads: () => startSqliteThreads(store, dataDir), lines: null }
  }
  const { openPostgres, openNodeLines } = await import('./database-server') // not loaded without the variable
  const store = await openPostgres(databaseUrl, {
    rowSecurity,
    beforeMigrating: (read) => assertKeyOfServer(read, presentRootKeys(dataDir, secret), dataDir),
  })
  return { store, startThreads: () => noThreads, lines: openNodeLines(databaseUrl) }
}

/** Starts the thread that watches the event loop; its file is an entry of build.ts. */
const openStallWatch = (dataDir: string) =>
  startStallWatch(new Worker(new URL('./core/process/stall-watch-worker.ts', import.meta.url)), dataDir)

/** Functions that end what `startWork` started. */
interface Started {
  stopTasks(): void
  stopStallWatch(): void
}
const nothing: Started = { stopTasks() {}, stopStallWatch() {} }

/**
 * Checks the database file, then starts jobs, WhatsApp and scheduled tasks. With a damaged file nothing starts, and all
 * writes are refused. Work during which the last process stood still is held back.
 */
async function startWork(parts: Parts, threads: StoreThreads, health: Health, dataDir: string): Promise<Started> {
  const { store, jobs, services, cluster } = parts
  const problems = await threads.findDamage(health)
  if (health.state === 'draining') return nothing
  if (problems.length > 0) {
    health.state = 'damaged'
    store.refuseWrites()
    log.fatal(
      { problems },
      'the database is damaged: nothing will be written; stop, then balcao restore FILE --replace',
    )
    return nothing
  }
  await resetOnline(parts)
  await endFormerNode(parts, dataDir)
  const place = { directory: dataDir, node: cluster?.facts.name ?? null }
  const stalled = await holdStalledWork(services.auth.platform, parts.held, place)
  const stopStallWatch = openStallWatch(dataDir)
  await jobs.start(stalled.jobs)
  removeStallRecord(dataDir)
  await services.ports.whatsapp.startAll(await listConnectionsToStart(services.auth.platform))
  await cluster?.introducedSoon()
  if (health.state === 'checking') health.state = 'ready'
  return { stopTasks: startScheduledTasks(parts, stalled.tasks), stopStallWatch }
}

/** Frees the jobs and sessions of the last process of this directory, which has ended: this one holds its lock. */
async function endFormerNode({ store, cluster }: Parts, dataDir: string) {
  if (!cluster) return
  const former = replaceNodeId(dataDir, cluster.node)
  if (former) await store.write((tx) => recordEndOfFormerNode(tx, former, cluster.node))
}

/** Marks those users offline who are connected to no process; among several, once they have told their sockets. */
async function resetOnline({ services, cluster }: Parts) {
  const reset = () => services.online.resetAll(services.auth.platform)
  if (!cluster) return reset()
  cluster.introduced.then(reset).catch((err) => log.error({ err }, 'users who have left were not marked offline'))
}

/** Time for requests and jobs under way to end, in ms. */
const graceMs = 3000
/** Time in ms for sessions to be handed over to other processes, 8 s by core/nodes/leases.ts, and for their leases. */
const handOverMs = 8500

/** Stops in the reverse order of `boot`: no new work, the end of running work, the database. */
async function drain(
  { store, hub, jobs, services, cluster }: Parts,
  threads: StoreThreads,
  server: Bun.Server<unknown>,
) {
  store.archives?.stop()
  services.ports.backups.thread?.stop()
  const sessionsEnd = Promise.race([services.ports.whatsapp.stopAll(), Bun.sleep(cluster ? handOverMs : graceMs)])
  // Browsers go to another process at once, while this one hands its sessions over.
  await Promise.all([jobs.stop(graceMs), cluster ? undefined : sessionsEnd])
  for (const listener of [...hub.everyone()]) listener.close(1001, 'the server stops')
  await Promise.race([server.stop(), Bun.sleep(graceMs)])
  await server.stop(true)
  await sessionsEnd
  await services.auth.refusals.sweep(true)
  services.ports.parsers.stop()
  await store.sideReader?.stop()
  await threads.stop()
  await cluster?.stop()
  await store.close()
}
