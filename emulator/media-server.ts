import type { Network } from './network'
import { issueServer } from './x509'

const allowAny = { 'access-control-allow-origin': '*' }

/** Starts the media host: POST uploads, GET downloads and profile pictures; TLS signed by the emulator's authority. */
export function serveMedia(network: Network, hostname: string, port: number) {
  const { authority } = network.identity
  const { certificate, key } = issueServer(authority)
  return Bun.serve({
    hostname,
    port,
    idleTimeout: 0,
    maxRequestBodySize: 256 * 1024 * 1024,
    tls: { cert: certificate + authority.certificate, key },
    fetch: (request) => (request.method === 'POST' ? upload(network, request) : download(network, request)),
  })
}

/** `POST /mms/image/<base64url of the encrypted sha256>?auth=…&token=…` (docs/whatsapp.md, "Media"). */
async function upload(network: Network, request: Request) {
  const failure = network.faults.takeMediaFailure('upload')
  if (failure) return new Response('failed', { status: failure })
  const name = new URL(request.url).pathname.split('/').pop() ?? ''
  const sealed = Buffer.from(await request.arrayBuffer())
  await network.faults.mediaReleased('upload')
  if (request.signal.aborted) return new Response(null, { status: 400 })
  const { url, directPath } = network.media.storeEncrypted(sealed, decodeURIComponent(name))
  return Response.json({ url, direct_path: directPath }, { headers: allowAny })
}

async function download(network: Network, request: Request) {
  await network.faults.mediaReleased('download')
  const failure = network.faults.takeMediaFailure('download')
  if (failure) return new Response('failed', { status: failure })
  const { pathname } = new URL(request.url)
  const picture = /^\/pp\/(\d+)\.jpg$/.exec(pathname)?.[1]
  const bytes = picture ? network.customers.get(picture)?.picture : network.media.findEncrypted(pathname)
  return bytes ? new Response(new Uint8Array(bytes), { headers: allowAny }) : new Response('gone', { status: 404 })
}
