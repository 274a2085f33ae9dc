import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { isLocalRequest } from './core/http/client-info'
import { log } from './core/log'
import type { Histogram } from './core/process/histogram'

/** State of the process: ready, or the reason why not. */
export type ProcessState = 'checking' | 'ready' | 'draining' | 'damaged'

/**
 * A number in `/metrics`, or one per name; `label` says of what, `job` by default. Several labels are separated by
 * spaces, and so are their values in the names.
 */
interface Gauge {
  help: string
  label?: string
  /** True for a count since the start of the process; its name ends with `_total`. */
  isCounter?: true
  read(): number | Record<string, number> | Promise<number | Record<string, number>>
}

/** Distribution of a duration in `/metrics`. */
interface Distribution {
  help: string
  histogram: Histogram
}

/** State and metrics of the process; filled by `boot.ts` and `metrics.ts`. */
export class Health {
  state: ProcessState = 'checking'
  /** True while the disk has no room: reading works, and every write is refused. */
  isFull: () => boolean = () => false
  /** True while one of several processes does not reach their database, which others may reach. */
  isCutOff: () => boolean = () => false
  /** True while the provider has drained this process. */
  isDrained: () => boolean = () => false
  /** Metrics by name, read at each request of `/metrics`. */
  readonly gauges: Record<string, Gauge> = {}
  /** Histograms by name. */
  readonly distributions: Record<string, Distribution> = {}

  /** `ready` only after the start, and while the database can be reached and has room. */
  get ready() {
    return this.answer === 'ready'
  }

  /** Text of `/readyz`. */
  get answer(): ProcessState | 'full' | 'disconnected' | 'drained' {
    if (this.state !== 'ready') return this.state
    if (this.isCutOff()) return 'disconnected'
    if (this.isDrained()) return 'drained'
    return this.isFull() ? 'full' : 'ready'
  }
}

const refusal = JSON.stringify({ error: 'ERR_NOT_READY' })
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * `/healthz`: the process lives. `/readyz`: the process takes work, else 503 with the state. `/metrics`: Prometheus text.
 * While draining, all other routes answer 503 ERR_NOT_READY. Metrics are for this machine and for holders of the token
 * only (docs/adr/0065); others get 404, as for an address that does not exist.
 * @param responseHeaders headers of that refusal, which does not pass core/http/headers.ts
 */
export const healthRoutes = (
  health: Health,
  responseHeaders: Record<string, string> = {},
  metricsToken: string | null = null,
) =>
  new Elysia({ name: 'health' })
    .onRequest(({ request }) => {
      if (health.state !== 'draining' || probes.has(new URL(request.url).pathname)) return
      const headers = {
        ...responseHeaders,
        'cache-control': 'no-store',
        'content-type': 'application/json',
        'retry-after': '5',
        connection: 'close',
      }
      return new Response(refusal, { status: 503, headers })
    })
    .get('/healthz', ({ set }) => {
      set.headers['cache-control'] = 'no-store'
      return 'ok'
    })
    .get('/readyz', ({ set }) => {
      set.headers['cache-control'] = 'no-store'
      if (!health.ready) set.status = 503
      return health.answer
    })
    .get('/metrics', ({ request, server, set }) => {
      if (!isLocalRequest(request, server) && !hasToken(request, metricsToken)) {
        set.status = 404
        return { error: 'ERR_NOT_FOUND' }
      }
      set.headers['content-type'] = 'text/plain; version=0.0.4'
      return exposition(health)
    })

function hasToken(request: Request, token: string | null): boolean {
  if (token === null) return false
  const [given, expected] = [request.headers.get('authorization') ?? '', `Bearer ${token}`].map(sha256) as [
    Buffer,
    Buffer,
  ]
  return timingSafeEqual(given, expected)
}

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()

async function exposition({ gauges, distributions, ready }: Health): Promise<string> {
  const all: Record<string, Gauge> = {
    balcao_ready: { help: '1 while it takes work', read: () => Number(ready) },
    ...gauges,
  }
  const parts: string[] = []
  for (const [name, { help, label, isCounter, read }] of Object.entries(all))
    parts.push(
      `# HELP ${name} ${help}\n# TYPE ${name} ${isCounter ? 'counter' : 'gauge'}\n`,
      ...(await samplesOf(name, read, label)),
    )
  for (const [name, { help, histogram }] of Object.entries(distributions))
    parts.push(
      `# HELP ${name} ${help}\n# TYPE ${name} histogram\n`,
      ...histogram.samples().map(([suffix, value]) => `${name}${suffix} ${value}\n`),
    )
  return parts.join('')
}

/** Samples of a gauge; none when it cannot be read, so that the others are still told. */
async function samplesOf(name: string, read: Gauge['read'], label?: string): Promise<string[]> {
  try {
    return samples(name, await read(), label)
  } catch (err) {
    log.error({ err, metric: name }, 'a metric could not be read')
    return []
  }
}

const samples = (name: string, read: number | Record<string, number>, label = 'job'): string[] =>
  typeof read === 'number'
    ? [`${name} ${read}\n`]
    : Object.entries(read).map(([each, value]) => `${name}{${labelText(label.split(' '), each)}} ${value}\n`)

function labelText(labels: string[], name: string): string {
  if (labels.length === 1) return `${labels[0]}="${name}"`
  const values = name.split(' ')
  return labels.map((label, at) => `${label}="${values[at] ?? ''}"`).join(',')
}
