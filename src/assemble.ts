import { version } from '../package.json'
import type { Services } from './app'
import type { Config } from './config'
import { CostBudgets } from './core/http/budgets'
import { Hub } from './core/http/hub'
import { cancelJob, enqueue } from './core/jobs/enqueue'
import { holdGroup } from './core/jobs/hold'
import { JobLoop } from './core/jobs/loop'
import { createOutside } from './core/net/outside-request'
import { ParserPool } from './core/parsers/pool'
import { Scope } from './core/scope'
import type { Secrets } from './core/secrets'
import { mediaDirectory } from './core/storage/data-directory'
import type { Store } from './core/storage/db'
import { MediaStore } from './core/storage/media-store'
import type { CompanyId } from './core/storage/schema'
import { visibleTo, wireName } from './events'
import { Authenticator } from './features/auth/authenticator'
import { rateLimits } from './features/auth/rate-limits'
import { createMailer } from './features/password-reset/mailer'
import { createPush } from './features/push/adapter'
import { breachedIn } from './features/users/breached-passwords'
import { Online } from './features/users/online'
import { storeForWebhooks } from './features/webhooks/record'
import { handlers } from './jobs'
import { parserLimits } from './parsers'
import type { Ports } from './ports'
import { createWhatsApp } from './whatsapp/sessions'
import { createHost } from './whatsapp-host'

/** Parts of a process whose database is open. */
export interface Parts {
  store: Store
  hub: Hub
  jobs: JobLoop
  services: Services
}

/** Builds the parts of a process; nothing runs yet. */
export function assemble(config: Config, store: Store, secrets: Secrets, demo: boolean): Parts {
  const scopeFor = (system: string) => (companyId: CompanyId) => Scope.for(ports, companyId, { system })
  const hub = new Hub(visibleTo, wireName)
  const jobs = new JobLoop(store, handlers, scopeFor('job'))
  const options = { ...config.whatsapp, version: config.whatsappVersion }
  // The worker's file is an entry of build.ts; its address is the same from sources and in the executable.
  const parsers = new ParserPool(new URL('./parser-worker.ts', import.meta.url), parserLimits)
  const ports: Ports = {
    store,
    secrets,
    media: new MediaStore(mediaDirectory(config.dataDir), secrets),
    parsers,
    isBreached: breachedIn(config.breachedPasswords),
    budgets: new CostBudgets(config.budgets),
    whatsapp: createWhatsApp({ store, secrets, host: createHost(scopeFor('whatsapp')), parsers, options }),
    push: createPush({ store, secrets, publicUrl: config.publicUrl }),
    mail: createMailer(config),
    // No data leaves the machine in the demonstration.
    outside: createOutside(config.internalHosts, demo ? { allowed: () => false } : {}),
    speechUrl: config.speechUrl,
    publish: (companyId, entity, payload) => hub.publish(companyId, entity, payload),
    storeForWebhooks,
    publicUrl: config.publicUrl,
    enqueue,
    cancelJob,
    holdJobs: holdGroup,
    wakeJobs: jobs.wake,
    emptyLog: () => store.emptyLog(),
    releaseJobs: (event) => jobs.release(event),
    rightsChanged: (companyId, userId) => void auth.refreshRights(companyId, userId),
    isLooking: (companyId, userId) => hub.isLooking(companyId, userId),
  }
  const secondFactor = demo ? 'optional' : config.secondFactor // a visitor of the demonstration has no app for it
  const auth = new Authenticator(ports, hub, rateLimits(), secondFactor)
  const online = new Online(ports)
  const { publicUrl, simulatorUrl } = config
  const services = { ports, hub, auth, online, publicUrl, version, demo, simulatorUrl }
  return { store, hub, jobs, services }
}
