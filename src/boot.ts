import { Elysia } from 'elysia'
import { version } from '../package.json'
import { createApp, type Services } from './app'
import { BadConfig, type Config } from './config'
import { Checkpoints } from './core/checkpoint'
import { databaseFile, mediaDirectory, prepareDirectory, rootKey } from './core/data-directory'
import type { Store } from './core/db'
import { enqueue, JobLoop } from './core/jobs'
import { lockDirectory } from './core/lock'
import { log } from './core/log'
import { MediaStore } from './core/media'
import { Hub } from './core/realtime'
import { Refused } from './core/refused'
import { finishRestore } from './core/restore'
import { type Ports, Scope } from './core/scope'
import { Secrets } from './core/secrets'
import { checkKey, openDatabase } from './database'
import { Callers } from './features/auth/callers'
import { ensureSuperUser, setupLink } from './features/auth/setup'
import { seedPlan } from './features/plans/service'
import { Health, healthRoutes } from './health'
import { handlers } from './jobs'
import { AppError } from './shared/errors'
import { limits } from './shared/limits'
import { spa } from './spa'
import type { WhatsApp } from './whatsapp/contract'

/** A serving process. */
export interface Running {
  port: number
  services: Services
  health: Health
  /** Where the first super user is made, while there is none. */
  setupAddress: string | null
  /** Drains and closes everything. Safe to call twice. */
  stop(): Promise<void>
}

/** What a process is made of once its database is open. */
interface Parts {
  store: Store
  hub: Hub
  jobs: JobLoop
  whatsapp: WhatsApp
  services: Services
}

/**
 * Lock → key → database → schema → listen; then, behind the open door, the check of the file, jobs and WhatsApp.
 * Throws Refused for what a person can mend.
 */
export async function boot(config: Config, { demo = false } = {}): Promise<Running> {
  log.level = config.logLevel
  prepareDirectory(config.dataDir)
  const unlock = lockDirectory(config.dataDir)
  finishRestore(config.dataDir)
  const secrets = new Secrets(rootKey(config.dataDir, config.secret))
  const store = await openDatabase(config.dataDir)
  await checkKey(store, secrets)
  const parts = assemble(config, store, secrets, demo)
  const setupAddress = await seed(parts, config)
  const health = new Health()
  const app = listen(config, parts, health)
  const checkpoints = openCheckpoints(config.dataDir)
  measure(health, parts, checkpoints)
  const working = work(parts, checkpoints, health)
  let stopping: Promise<void> | undefined
  const stop = async () => {
    health.state = 'draining'
    await working
    await drain(parts, checkpoints, app)
    unlock()
  }
  return {
    port: app.server?.port ?? config.port,
    services: parts.services,
    health,
    setupAddress,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

const whatsapp = new Proxy({} as WhatsApp, {
  get: (_, verb) => async () => {
    if (verb !== 'stopAll') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  },
})

/** Ties the pieces that need each other; nothing runs yet. */
function assemble(config: Config, store: Store, secrets: Secrets, demo: boolean): Parts {
  const hub = new Hub()
  const scopeFor = (name: string) => (companyId: Scope['companyId']) => Scope.for(ports, companyId, { system: name })
  const jobs = new JobLoop(store, handlers, scopeFor('job'))
  const ports: Ports = {
    store,
    secrets,
    media: new MediaStore(mediaDirectory(config.dataDir), secrets),
    whatsapp,
    publish: (companyId, entity, payload) => hub.publish(companyId, entity, payload),
    enqueue,
    wakeJobs: jobs.wake,
    releaseJobs: (prefix) => jobs.release(prefix),
    rightsChanged: (companyId, userId) => auth.changed(companyId, userId),
  }
  const auth = new Callers(ports, hub)
  const services = { ports, hub, auth, publicUrl: config.publicUrl, version, demo }
  return { store, hub, jobs, whatsapp: ports.whatsapp, services }
}

/** The first plan and the first person: from the environment, else by a link that is good once. */
async function seed({ services }: Parts, { superUser, publicUrl }: Config): Promise<string | null> {
  const { platform } = services.auth
  await seedPlan(platform)
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

/** Small frames, and a browser that does not read is closed rather than kept in memory (performance.md §2d). */
const websocket = {
  idleTimeout: 40,
  maxPayloadLength: 65_536,
  backpressureLimit: 1 << 20,
  closeOnBackpressureLimit: true,
}

function listen(config: Config, { services }: Parts, health: Health) {
  const app = new Elysia({ websocket }).use(healthRoutes(health)).use(createApp(services)).use(spa())
  const { port, host: hostname } = config
  try {
    // Without `reusePort: false` a second process would silently share the port (libraries.md B5).
    return app.listen({ port, hostname, reusePort: false, maxRequestBodySize: limits.media, idleTimeout: 60 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Refused(`port ${port} is taken; stop what uses it, or set BALCAO_PORT`)
    if (code === 'EACCES') throw new Refused(`port ${port} needs more rights; set BALCAO_PORT to one above 1023`)
    throw new BadConfig('BALCAO_HOST', `is no address of this machine (${code ?? message})`)
  }
}

/** The thread's file is an entry of build.ts; its address is the same from sources and in the executable. */
function openCheckpoints(directory: string): Checkpoints {
  const address = new URL('./core/checkpoint-worker.ts', import.meta.url)
  return new Checkpoints(new Worker(address), databaseFile(directory))
}

/** Begins to work once the file is known to be sound; a damaged one is only read from. */
async function work({ store, jobs }: Parts, checkpoints: Checkpoints, health: Health) {
  const problems = await checkpoints.check()
  if (health.state === 'draining') return
  if (problems.length > 0) {
    health.state = 'damaged'
    store.refuseWrites()
    log.fatal(
      { problems },
      'the database is damaged: nothing will be written; stop, then balcao restore FILE --replace',
    )
    return
  }
  await jobs.start()
  health.state = 'ready'
}

function measure({ gauges }: Health, { hub }: Parts, checkpoints: Checkpoints) {
  gauges.balcao_wal_bytes = { help: 'Write-ahead log', read: () => checkpoints.walBytes }
  gauges.balcao_sockets = { help: 'Open browser sockets', read: () => [...hub.everyone()].length }
  gauges.process_resident_memory_bytes = { help: 'Memory', read: () => process.memoryUsage.rss() }
  gauges.process_uptime_seconds = { help: 'Seconds since the start', read: () => process.uptime() }
}

/** How long requests under way may take to end, in ms. */
const graceMs = 3000

/** No new work, then the ends of what runs, then the database: the order of `boot`, reversed. */
async function drain({ store, hub, jobs, whatsapp }: Parts, checkpoints: Checkpoints, app: ReturnType<typeof listen>) {
  await Promise.all([jobs.stop(graceMs), whatsapp.stopAll()])
  for (const listener of [...hub.everyone()]) listener.close(1001, 'the server stops')
  await Promise.race([app.server?.stop(), Bun.sleep(graceMs)])
  await app.server?.stop(true)
  await checkpoints.stop()
  await store.close()
}
