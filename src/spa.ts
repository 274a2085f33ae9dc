import { promisify } from 'node:util'
import { Elysia } from 'elysia'
import type { BundledInterface, EmbeddedFile } from './page'
import { pwaPaths } from './pwa'

type Encoding = 'br' | 'gzip' | ''

/** Puts the installation's look into the page; the tag it returns changes with the look. */
type DressPage = (html: string, etag: string) => Promise<{ text: string; etag: string }>

/** File names contain a hash of the content. The other headers are in `core/http/headers.ts`. */
const forever = 'public, max-age=31536000, immutable'
const always = 'no-cache'

/**
 * Routes of the interface: its files under their names, the page with the installation's look under every other address.
 * Addresses that look like a file answer 404, so that a tab of an older version gets no HTML for its chunk.
 */
export const spa = ({ index, files }: BundledInterface, dress: DressPage) => {
  const app = new Elysia({ name: 'spa' })
  if (!files) return app
  const html = files.find(({ path }) => path === index) as EmbeddedFile
  let text: Promise<string> | undefined
  const byName = new Map(files.filter((file) => file !== html).map((file) => [`/${nameOf(file)}`, file]))
  // One route and a map instead of a route per file, because each route costs time at the start.
  return app.get('/*', async ({ request, set, path }) => {
    const file = byName.get(path)
    if (file) return answer(file, request, forever)
    if (!looksLikeFile(path)) {
      text ??= Bun.file(html.path).text()
      return answerPage(html, await text, request, dress)
    }
    set.status = 404
    return { error: 'ERR_NOT_FOUND' }
  })
}

/**
 * Routes for Bun's router when the server runs from sources: Bun bundles the page on request. Server paths are passed
 * back to the server, because `/*` would match them too. Undefined in an executable.
 */
export const sourceRoutes = (page: BundledInterface, server: (request: Request) => Response | Promise<Response>) =>
  page.files
    ? undefined
    : {
        '/*': page as unknown as Bun.HTMLBundle,
        ...Object.fromEntries(serverPaths.map((path) => [path, server])),
      }

const serverPaths = ['/api/*', '/docs', '/docs/*', '/media/*', '/ws', '/healthz', '/readyz', '/metrics', ...pwaPaths]

const nameOf = ({ path }: EmbeddedFile) => path.slice(path.lastIndexOf('/') + 1)

/** Addresses of the interface have no dot in their last part and none of the server's prefixes. */
const looksLikeFile = (path: string) => /\.[^/]*$/.test(path) || /^\/(api|ws|media|chunk-)/.test(path)

/** Compressed pages by the object that `dress` returned, which is the same for the same look. */
const compressedPages = new WeakMap<object, Uint8Array<ArrayBuffer>>()

/** Answers with the page; it is compressed quickly, because the first request for a look waits for it. */
async function answerPage(file: EmbeddedFile, html: string, request: Request, dress: DressPage): Promise<Response> {
  const page = await dress(html, String(file.headers.etag))
  const etag = `W/"${page.etag}"`
  const headers = { ...file.headers, etag, 'cache-control': always, vary: 'accept-encoding' }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return new Response(page.text, { headers })
  const gzipped = compressedPages.get(page) ?? Bun.gzipSync(page.text)
  compressedPages.set(page, gzipped)
  return new Response(gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } })
}

async function answer(file: EmbeddedFile, request: Request, caching: string): Promise<Response> {
  const etag = `W/"${file.headers.etag}"` // weak: the same for every encoding
  const headers = { ...file.headers, etag, 'cache-control': caching, vary: 'accept-encoding' }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(request.headers.get('accept-encoding') ?? '')
  const body = await encoded(file.path, encoding)
  return new Response(body, { headers: encoding ? { ...headers, 'content-encoding': encoding } : headers })
}

const encodingFor = (accepted: string): Encoding =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : ''

const compressedFiles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** Bytes of a file in an encoding, compressed at the first request and kept; the files are few and never change. */
function encoded(path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${encoding} ${path}`
  const known = compressedFiles.get(key)
  if (known) return known
  const made = encode(path, encoding)
  compressedFiles.set(key, made)
  return made
}

async function encode(path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const raw = await Bun.file(path).bytes()
  if (!encoding) return raw as Uint8Array<ArrayBuffer>
  const { brotliCompress, constants, gzip } = await import('node:zlib')
  if (encoding === 'gzip') return new Uint8Array(await promisify(gzip)(raw, { level: 9 }))
  // Quality 9: three times faster than 11, 2 % more bytes.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length }
  return new Uint8Array(await promisify(brotliCompress)(raw, { params }))
}
