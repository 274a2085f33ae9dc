import { Elysia } from 'elysia'

/** Whether requests are taken, and if not, why. */
export type State = 'checking' | 'ready' | 'draining' | 'damaged'

/** A number of `/metrics`, or one for each job name. */
export interface Gauge {
  help: string
  read(): number | Record<string, number> | Promise<number | Record<string, number>>
}

/** What the process tells of itself; filled by `boot.ts`. */
export class Health {
  state: State = 'checking'
  /** Named numbers for `/metrics`, read when asked. */
  readonly gauges: Record<string, Gauge> = {}

  /** Ready only once the database was found sound. */
  get ready() {
    return this.state === 'ready'
  }
}

const refusal = JSON.stringify({ error: 'ERR_NOT_READY' })
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * `/healthz`: the process lives. `/readyz`: it takes work; 503 with the state while it does not. `/metrics`: numbers
 * in Prometheus' text form. While draining, everything else is refused with 503 ERR_NOT_READY.
 * @param common headers of the refusal, which never comes to where other answers get theirs (core/http/headers.ts)
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
