import { createHash, createHmac } from 'node:crypto'

/** Key that opens the bucket of the stand-in. */
export const s3Key = { accessKeyId: 'AKIDBALCAO', secretAccessKey: 'secret/of+the/stand-in' }

/** A running stand-in: an S3-compatible service with one bucket in memory. */
export interface S3Server {
  endpoint: string
  files: Map<string, { bytes: Uint8Array<ArrayBuffer>; modified: Date }>
  /** Answers every request by this status from now on; null: serves. */
  failWith: number | null
  /** Accepts requests and never answers while true. */
  isSilent: boolean
  stop(): Promise<void>
}

interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>
  modified: Date
}

/**
 * Starts a stand-in for an S3-compatible service. It checks each signature (AWS Signature Version 4), answers ranges,
 * multipart uploads and listings as the service does, and refuses what the service refuses: a wrong key, another bucket,
 * a missing file.
 */
export function startS3(bucket: string): S3Server {
  const files = new Map<string, StoredFile>()
  const uploads = new Map<string, Map<number, Uint8Array<ArrayBuffer>>>()
  const state: S3Server = {
    endpoint: '',
    files,
    failWith: null,
    isSilent: false,
    stop: async () => void (await server.stop(true)),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      if (state.isSilent) return new Promise<Response>(() => {})
      if (state.failWith !== null) return refuse(state.failWith, 'InternalError')
      const url = new URL(request.url)
      const bytes = new Uint8Array(await request.arrayBuffer())
      const problem = problemOfSignature(request, url, bytes)
      if (problem) return refuse(403, problem)
      const [, named, ...rest] = url.pathname.split('/')
      if (named !== bucket) return refuse(404, 'NoSuchBucket')
      return answer({ files, uploads, request, url, bytes, key: decodeURIComponent(rest.join('/')) })
    },
  })
  state.endpoint = `http://127.0.0.1:${server.port}`
  return state
}

interface SignedRequest {
  files: Map<string, StoredFile>
  uploads: Map<string, Map<number, Uint8Array<ArrayBuffer>>>
  request: Request
  url: URL
  bytes: Uint8Array<ArrayBuffer>
  key: string
}

function answer(asked: SignedRequest): Response {
  const { request, url, key } = asked
  if (key === '' && request.method === 'GET') return listFiles(asked)
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) return uploadInParts(asked)
  if (request.method === 'PUT') return putFile(asked)
  if (request.method === 'DELETE') {
    asked.files.delete(key)
    return new Response(null, { status: 204 })
  }
  return getFile(asked)
}

function putFile({ files, key, bytes }: SignedRequest): Response {
  files.set(key, { bytes, modified: new Date() })
  return new Response(null, { headers: { etag: etagOf(bytes) } })
}

function getFile({ files, key, request }: SignedRequest): Response {
  const file = files.get(key)
  if (!file) return request.method === 'HEAD' ? new Response(null, { status: 404 }) : refuse(404, 'NoSuchKey')
  const { bytes, modified } = file
  const headers = { etag: etagOf(bytes), 'last-modified': modified.toUTCString(), 'accept-ranges': 'bytes' }
  if (request.method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'content-length': String(bytes.length) } })
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (from === undefined) return new Response(bytes, { headers })
  const end = to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1
  const range = { 'content-range': `bytes ${from}-${end}/${bytes.length}` }
  return new Response(bytes.slice(Number(from), end + 1), { status: 206, headers: { ...headers, ...range } })
}

/** Parts have numbers; all but the last have at least 5 MiB, as the service demands. */
function uploadInParts({ files, uploads, request, url, key, bytes }: SignedRequest): Response {
  const id = url.searchParams.get('uploadId')
  if (id === null) {
    const fresh = crypto.randomUUID()
    uploads.set(fresh, new Map())
    return xml(`<InitiateMultipartUploadResult><UploadId>${fresh}</UploadId></InitiateMultipartUploadResult>`)
  }
  const parts = uploads.get(id)
  if (!parts) return refuse(404, 'NoSuchUpload')
  if (request.method === 'PUT') {
    parts.set(Number(url.searchParams.get('partNumber')), bytes)
    return new Response(null, { headers: { etag: etagOf(bytes) } })
  }
  uploads.delete(id)
  if (request.method === 'DELETE') return new Response(null, { status: 204 })
  const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part)
  if (ordered.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)) return refuse(400, 'EntityTooSmall')
  const whole = Uint8Array.from(Buffer.concat(ordered))
  files.set(key, { bytes: whole, modified: new Date() })
  return xml(`<CompleteMultipartUploadResult><ETag>${etagOf(whole)}</ETag></CompleteMultipartUploadResult>`)
}

function listFiles({ files, url }: SignedRequest): Response {
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('start-after') ?? ''
  const most = Number(url.searchParams.get('max-keys') ?? 1000)
  const keys = [...files.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const contents = keys.slice(0, most).map((key) => {
    const { bytes, modified } = files.get(key) as StoredFile
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`
  })
  const head = `<Name>balcao</Name><Prefix>${prefix}</Prefix><KeyCount>${contents.length}</KeyCount>`
  return xml(
    `<ListBucketResult>${head}<IsTruncated>${keys.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`,
  )
}

const xml = (text: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, { headers: { 'content-type': 'application/xml' } })
const refuse = (status: number, code: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })
const etagOf = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Code of the refusal; null for a valid signature. */
function problemOfSignature(request: Request, url: URL, bytes: Uint8Array): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, keyId, day, region, names = '', signature] = pattern.exec(request.headers.get('authorization') ?? '') ?? []
  if (!keyId || !day || !region) return 'AccessDenied'
  if (keyId !== s3Key.accessKeyId) return 'InvalidAccessKeyId'
  const bodyHash = request.headers.get('x-amz-content-sha256') ?? ''
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(bytes)) return 'XAmzContentSHA256Mismatch'
  const headers = names.split(';').map((name) => `${name}:${(request.headers.get(name) ?? '').trim()}\n`)
  const query = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '')
  const pairs = query.map((part) => (part.includes('=') ? part : `${part}=`)).sort()
  const canonical = [request.method, url.pathname, pairs.join('&'), headers.join(''), names, bodyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers.get('x-amz-date'), scope, sha256(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(
    (key, part) => hmac(key, part),
    hmac(`AWS4${s3Key.secretAccessKey}`, day),
  )
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
