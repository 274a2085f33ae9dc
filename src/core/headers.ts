import { Elysia } from 'elysia'
import { AppError } from '../shared/errors'
import { limits } from '../shared/limits'

/** For the interface as well as the API: only our own files run, nobody frames us, no address leaks (libraries.md B5). */
const always = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    // Inline style attributes of the flow editor and of the dialogs need it; scripts never do.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
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
/** Browsers that once came by https never come by http again. Only said when the operator's own address is https. */
const secureTransport = { 'strict-transport-security': 'max-age=31536000' }
/** Answers of the API are one person's and of this moment. */
const unkept = { 'cache-control': 'no-store' }

/** Asked by strangers, and by no browser without saying how long it will be. */
const forStrangers = /^\/api\/(auth|companies)\//

/** Bytes a body may have: an upload streams to disk and counts what it writes, a message may be a form with files. */
const bodyMax = (path: string): number => {
  if (forStrangers.test(path)) return limits.strangersBody
  if (!path.startsWith('/api/messages/')) return limits.json
  return /^\/api\/messages\/\d+\/upload$/.test(path) ? limits.media : limits.body
}

/**
 * The headers of EVERY answer, whatever became of the request, and the first refusal: a body announced as larger than
 * a route may read is not read at all (413 ERR_TOO_LARGE), nor is a stranger's that does not announce its length.
 */
export const security = (publicUrl: string) => {
  const common = publicUrl.startsWith('https:') ? { ...always, ...secureTransport } : always
  const ofApi = { ...common, ...unkept }
  return new Elysia({ name: 'security' }).onRequest(({ set, request }) => {
    const path = pathOf(request.url)
    Object.assign(set.headers, path.startsWith('/api/') ? ofApi : common)
    const length = Number(request.headers.get('content-length') ?? 0)
    const max = bodyMax(path)
    if (length > max) throw new AppError('ERR_TOO_LARGE', { max })
    if (forStrangers.test(path) && request.headers.has('transfer-encoding')) throw new AppError('ERR_BODY')
  })
}

/** The path of a request's absolute address, without the cost of parsing it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const query = url.indexOf('?', start)
  return query < 0 ? url.slice(start) : url.slice(start, query)
}
