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

/** Larger bodies are taken by these alone: they stream to disk and count what they write. */
const streams = /^\/api\/messages\/\d+\/upload$/

/**
 * The headers of EVERY answer, whatever became of the request, and the first refusal: a body announced as larger than
 * a route may read is not read at all (413 ERR_TOO_LARGE).
 */
export const security = (publicUrl: string) => {
  const common = publicUrl.startsWith('https:') ? { ...always, ...secureTransport } : always
  const ofApi = { ...common, ...unkept }
  return new Elysia({ name: 'security' }).onRequest(({ set, request }) => {
    const path = pathOf(request.url)
    Object.assign(set.headers, path.startsWith('/api/') ? ofApi : common)
    const length = Number(request.headers.get('content-length') ?? 0)
    if (length > limits.body && !streams.test(path)) throw new AppError('ERR_TOO_LARGE', { max: limits.body })
  })
}

/** The path of a request's absolute address, without the cost of parsing it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const query = url.indexOf('?', start)
  return query < 0 ? url.slice(start) : url.slice(start, query)
}
