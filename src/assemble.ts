import { version } from '../package.json'
import type { Services } from './app'
import { builtWith } from './built-with'
import type { Config } from './config'
import { BackupThread } from './core/backup/backup-thread'
import type { OwnBackups } from './core/backup/own-backups'
import { nameOfPlace } from './core/backup/places/open-place'
import { CostBudgets } from './core/http/budgets'
import { Hub } from './core/http/hub'
import { cancelJob, enqueue } from './core/jobs/enqueue'
import { enqueueMany } from './core/jobs/enqueue-many'
import { holdGroup } from './core/jobs/hold'
import { JobLoop } from './core/jobs/loop'
import { createOutside } from './core/net/outside-request'
import type { Cluster } from './core/nodes/cluster'
import type { NodeLines } from './core/nodes/node-lines'
import { ParserPool } from './core/parsers/pool'
import type { Ports, ReleasePlace } from './core/ports'
import { InFlight } from './core/process/in-flight'
import { Scope } from './core/scope'
import type { Secrets } from './core/secrets'
import { mediaDirectory } from './core/storage/data-directory'
import type { Store } from './core/storage/db'
import { MediaStore } from './core/storage/media-store'
import { S3Files } from './core/storage/s3-files'
import type { CompanyId } from './core/storage/schema'
import { visibleTo, wireName } from './events'
import { Authenticator } from './features/accounts/auth/authenticator'
import { rateLimits } from './features/accounts/auth/rate-limits'
import { createMailer } from './features/accounts/password-reset/mailer'
import { Online } from './features/accounts/users/online'
import { breachedIn } from './features/accounts/users/passwords/breached-passwords'
import { PasswordHasher } from './features/accounts/users/passwords/passwords'
import { storeForWebhooks } from './features/api/webhooks/record'
import { productName } from './features/platform/look/read'
import { createPush } from './features/platform/push/adapter'
import { handlers } from './jobs'
import { joinCluster, nodeFacts, shareSessions } from './join-cluster'
import { listeners } from './listeners'
import { ownNode } from './own-node'
import { parserLimits } from './parsers'
import { receiveListeners } from './receive-listeners'
import { HeldMessages } from './whatsapp/held-messages'
import { createWhatsApp } from './whatsapp/sessions'
import { createHost } from './whatsapp-host'

/** Parts of a process whose database is open. */
export interface Parts {
  store: Store
  hub: Hub
  jobs: JobLoop
  held: HeldMessages
  /** Null for an installation of one process. */
  cluster: Cluster | null
  services: Services
}

/** Files in the data directory, in another directory, or in a bucket with copies in the data directory. */
function openMediaStore({ dataDir, media }: Config, secrets: Secrets): MediaStore {
  if (media && 's3' in media) return new MediaStore(mediaDirectory(dataDir), secrets, new S3Files(media.s3))
  return new MediaStore(media?.directory ?? mediaDirectory(dataDir), secrets)
}

/** Where newer versions are announced: only with an address and a key, and for an executable. */
function releasePlace({ releases, releaseKey }: Config): ReleasePlace | null {
  const [key, { target }] = [releaseKey ?? builtWith.releaseKey, builtWith]
  return releases && key && target ? { address: releases, key, target } : null
}

/** Scheduled backups; none in the demonstration. The file of the worker is an entry of build.ts. */
function openBackups({ backups, databaseUrl, dataDir, secret, media }: Config, demo: boolean): OwnBackups {
  const isServer = databaseUrl !== null
  if (!backups || demo) return { isServer, plan: null, thread: null }
  const { target, key } = backups
  const plan = { place: nameOfPlace(target), encryption: 'passphrase' in key ? 'passphrase' : 'key' } as const
  const source = { directory: dataDir, version, keyOutside: secret !== null, hasMedia: media === null }
  const address = new URL('./backup-worker.ts', import.meta.url)
  return { isServer, plan, thread: isServer ? null : new BackupThread(address, { source, target, key }) }
}

/** Builds the parts of a process; nothing runs yet. @param lines null for an installation of one process */
export function assemble(
  config: Config,
  store: Store,
  secrets: Secrets,
  demo: boolean,
  lines: NodeLines | null = null,
): Parts {
  const scopeFor = (system: string) => (companyId: CompanyId) => Scope.for(ports, companyId, { system })
  const hub = new Hub(visibleTo, wireName)
  const own = ownNode(config, lines !== null, () => ({ hub, jobs, leases: shared?.leases ?? null }))
  const node = lines && nodeFacts(own)
  const jobs = new JobLoop(store, handlers, scopeFor('job'), node?.id ?? null)
  const options = { ...config.whatsapp, version: config.whatsappVersion }
  const held = new HeldMessages()
  const wire = lines?.wire ?? null
  // The worker's file is an entry of build.ts; its address is the same from sources and in the executable.
  const parsers = new ParserPool(new URL('./parser-worker.ts', import.meta.url), parserLimits)
  const sessions = { store, secrets, host: createHost(scopeFor('whatsapp')), held, parsers, options }
  const shared =
    node &&
    shareSessions(node, lines, sessions, {
      send: (kind, content) => cluster?.send(kind, content),
      onChange: jobs.wake,
    })
  const ports: Ports = {
    store,
    inFlight: new InFlight(wire),
    listeners,
    receiveListeners,
    secrets,
    media: openMediaStore(config, secrets),
    parsers,
    passwords: new PasswordHasher(),
    isBreached: breachedIn(config.breachedPasswords),
    budgets: new CostBudgets(config.budgets),
    whatsapp: shared?.whatsapp ?? createWhatsApp(sessions),
    push: createPush({ store, secrets, publicUrl: config.publicUrl }),
    mail: createMailer({ ...config, productName: () => productName(ports) }),
    // No data leaves the machine in the demonstration.
    outside: createOutside(config.internalHosts, demo ? { allowed: () => false } : {}),
    speechUrl: config.speechUrl,
    backups: openBackups(config, demo),
    securityLog: demo ? null : config.securityLog,
    releases: demo ? null : releasePlace(config),
    publish(companyId, entity, payload) {
      hub.publish(companyId, entity, payload)
      cluster?.tellEvent(companyId, entity, payload)
    },
    storeForWebhooks,
    publicUrl: config.publicUrl,
    enqueue,
    enqueueMany,
    cancelJob,
    holdJobs: holdGroup,
    wakeJobs() {
      jobs.wake()
      cluster?.tellJobs()
    },
    node: own,
    nodesChanged: () => cluster?.tellNodes(),
    emptyLog: () => store.emptyLog(),
    releaseJobs: (event) => jobs.release(event),
    rightsChanged(companyId, userId) {
      void auth.refreshRights(companyId, userId)
      cluster?.tellRights(companyId, userId)
    },
    isLooking: (companyId, userId) => hub.isLooking(companyId, userId),
  }
  const secondFactor = demo ? 'optional' : config.secondFactor // a visitor of the demonstration has no app for it
  const auth = new Authenticator(ports, hub, rateLimits(), secondFactor, wire)
  const online = new Online(ports, Date.now, hub.remote)
  const cluster = lines && shared && joinCluster(lines, shared, { hub, jobs, auth, online })
  const { publicUrl, simulatorUrl } = config
  const services = { ports, hub, auth, online, publicUrl, version, demo, simulatorUrl }
  return { store, hub, jobs, held, services, cluster }
}
