import { Elysia } from 'elysia'
import { AppError } from '../../shared/errors'
import { type BodyLimits, bodyGuard } from './body'

/** For the interface as well as the API: only our own files run, nobody frames us, no address leaks (libraries.md B5). */
const always = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    // Inline style attributes of the flow editor and of the dialogs need it; scripts never do.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    // The help videos; nothing else is ever framed.
    'frame-src https://www.youtube-nocookie.com',
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
}
/** The policy with more to connect to, while the installation is set up so. */
let widened: { 'content-security-policy': string } | null = null
/** Lets pages reach these addresses, too, from the next page on; none: as always. */
export function allowConnections(hosts: string[]) {
  const policy = always['content-security-policy']
  const more = policy.replace("connect-src 'self'", `connect-src 'self' ${hosts.join(' ')}`)
  widened = hosts.length > 0 ? { 'content-security-policy': more } : null
}

/** Browsers that once came by https never come by http again. Only said when the operator's own address is https. */
const secureTransport = { 'strict-transport-security': 'max-age=31536000' }
/** Answers of the API are one person's and of this moment. */
const unkept = { 'cache-control': 'no-store' }

/** What every answer has, also one that never comes to the routes. */
export const headersFor = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:') ? { ...always, ...secureTransport } : always

/**
 * The headers of EVERY answer, whatever became of the request, and the first refusals: of what has no host, and of a body
 * that its route may not read.
 */
export const security = (publicUrl: string, bodyLimits: BodyLimits) => {
  const refuseBody = bodyGuard(bodyLimits)
  const common = headersFor(publicUrl)
  const ofApi = { ...common, ...unkept }
  const readyMade = new Headers({ ...ofApi, 'content-type': 'application/json;charset=utf-8' })
  return new Elysia({ name: 'security' })
    .onRequest(({ request }) => {
      refuseHostless(request.url)
      refuseBody(request)
    })
    .mapResponse({ as: 'global' }, ({ path, responseValue, set }) => {
      const isApi = path.startsWith('/api/')
      if (isApi && isPlain(responseValue, set))
        return new Response(JSON.stringify(responseValue), { headers: readyMade })
      set.headers = Object.assign({}, isApi ? ofApi : common, widened, set.headers)
      return responseValue as Response // never nothing: for an error that would be the answer
    })
}

interface Answered {
  headers: object
  status?: unknown
  cookie?: unknown
}

/**
 * JSON with the usual headers and no others, as most answers are: it leaves with headers made once, because making a
 * dozen of them from names and values takes as long as all checks of a request (8 µs against 0.4, measured).
 */
function isPlain(value: unknown, { headers, status, cookie }: Answered): boolean {
  if (typeof value !== 'object' || value === null || status !== 200 || cookie) return false
  for (const _ in headers) return false
  return value.constructor === Object || value.constructor === Array
}

/**
 * Of a request without a host to speak of (HTTP/1.0, junk) Bun gives no address but a path, in which Elysia looks for
 * the path behind a host: `/zzzzzz/api` would be `/api`. What has no slash from there on it reads right, as the
 * addresses that balancers ask for our health.
 */
function refuseHostless(url: string) {
  if (url.startsWith('/') && url.includes('/', 7)) throw new AppError('ERR_BODY')
}
