import { Elysia } from 'elysia'

/** State of the process: ready, or the reason why not. */
export type ProcessState = 'checking' | 'ready' | 'draining' | 'damaged'

/** A number in `/metrics`, or one per job name. */
export interface Gauge {
  help: string
  read(): number | Record<string, number> | Promise<number | Record<string, number>>
}

/** State and metrics of the process; filled by `boot.ts`. */
export class Health {
  state: ProcessState = 'checking'
  /** Metrics by name, read at each request of `/metrics`. */
  readonly gauges: Record<string, Gauge> = {}

  /** `ready` only after the check of the database file. */
  get ready() {
    return this.state === 'ready'
  }
}

const refusal = JSON.stringify({ error: 'ERR_NOT_READY' })
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * `/healthz`: the process lives. `/readyz`: the process takes work, else 503 with the state. `/metrics`: Prometheus text.
 * While draining, all other routes answer 503 ERR_NOT_READY.
 * @param common headers of that refusal, which does not pass core/http/headers.ts
 */
export const healthRoutes = (health: Health, common: Record<string, string> = {}) =>
  new Elysia({ name: 'health' })
    .onRequest(({ request }) => {
      if (health.state !== 'draining' || probes.has(new URL(request.url).pathname)) return
      const headers = {
        ...common,
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
      return health.state
    })
    .get('/metrics', ({ set }) => {
      set.headers['content-type'] = 'text/plain; version=0.0.4'
      return exposition(health)
    })

async function exposition({ gauges, ready }: Health): Promise<string> {
  const all: Record<string, Gauge> = {
    balcao_ready: { help: '1 while it takes work', read: () => Number(ready) },
    ...gauges,
  }
  const parts: string[] = []
  for (const [name, { help, read }] of Object.entries(all))
    parts.push(`# HELP ${name} ${help}\n# TYPE ${name} gauge\n`, ...samples(name, await read()))
  return parts.join('')
}

const samples = (name: string, read: number | Record<string, number>): string[] =>
  typeof read === 'number'
    ? [`${name} ${read}\n`]
    : Object.entries(read).map(([job, value]) => `${name}{job="${job}"} ${value}\n`)
