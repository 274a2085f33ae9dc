import { version } from '../package.json'
import type { Services } from './app'
import type { Config } from './config'
import { mediaDirectory } from './core/data-directory'
import type { Store } from './core/db'
import { enqueue, JobLoop } from './core/jobs'
import { MediaStore } from './core/media'
import { Hub } from './core/realtime'
import type { CompanyId } from './core/schema'
import { type Ports, Scope } from './core/scope'
import type { Secrets } from './core/secrets'
import { Callers } from './features/auth/callers'
import { createHost } from './features/connections/host'
import { handlers } from './jobs'
import { createWhatsApp } from './whatsapp/sessions'

/** What a process is made of once its database is open. */
export interface Parts {
  store: Store
  hub: Hub
  jobs: JobLoop
  services: Services
}

/** Ties the pieces that need each other; nothing runs yet. */
export function assemble(config: Config, store: Store, secrets: Secrets, demo: boolean): Parts {
  const scopeFor = (system: string) => (companyId: CompanyId) => Scope.for(ports, companyId, { system })
  const hub = new Hub()
  const jobs = new JobLoop(store, handlers, scopeFor('job'))
  const options = config.whatsapp ?? {}
  const ports: Ports = {
    store,
    secrets,
    media: new MediaStore(mediaDirectory(config.dataDir), secrets),
    whatsapp: createWhatsApp({ store, secrets, host: createHost(scopeFor('whatsapp')), options }),
    publish: (companyId, entity, payload) => hub.publish(companyId, entity, payload),
    enqueue,
    wakeJobs: jobs.wake,
    releaseJobs: (event) => jobs.release(event),
    rightsChanged: (companyId, userId) => auth.changed(companyId, userId),
  }
  const auth = new Callers(ports, hub)
  return { store, hub, jobs, services: { ports, hub, auth, publicUrl: config.publicUrl, version, demo } }
}
