import { lookup } from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../config'
import { isInternalHost, splitHost } from '../core/net/internal-hosts'
import { bareHost, isPublic } from '../core/net/safe-fetch'
import { S3Files, type S3Settings } from '../core/storage/s3-files'
import { type MediaPlace, nameOf } from '../media-place'
import { bad, type Finding, ok, warn } from './finding'

const timeoutMs = 5000
const whatsappUrl = 'wss://web.whatsapp.com/ws/chat'

export async function checkWhatsApp({ whatsapp }: Config): Promise<Finding> {
  const url = new URL(whatsapp?.url ?? whatsappUrl)
  const secure = url.protocol === 'wss:'
  const port = Number(url.port) || (secure ? 443 : 80)
  const problem = await reach(url.hostname, port, secure && !whatsapp)
  if (!problem) return ok(`${url.host} can be reached`)
  return bad(
    `${url.host} cannot be reached (${problem})`,
    'let this machine open connections to it: DNS, firewall, proxy',
  )
}

export async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl) return ok('not set up; what needs e-mail says so (BALCAO_SMTP_URL)')
  const url = new URL(smtpUrl)
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)
  const problem = await reach(url.hostname, port, false)
  if (!problem) return ok(`${url.hostname} port ${port} can be reached`)
  return bad(`${url.hostname} port ${port} cannot be reached (${problem})`, 'check BALCAO_SMTP_URL and the firewall')
}

/** Hosts in the private network that companies may request. */
export async function checkInternalHosts({ internalHosts, port }: Config): Promise<Finding> {
  if (internalHosts.length === 0) return ok('none; companies reach public addresses only (BALCAO_INTERNAL_HOSTS)')
  const own = ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`))
  if (own.some((url) => isInternalHost(internalHosts, url)))
    return warn('companies may request Balcão itself', 'name the port of the other service, such as localhost:5678')
  for (const entry of internalHosts) {
    const { host, port } = splitHost(entry)
    const problem = port === null ? null : await reach(host, Number(port), false)
    if (problem) return warn(`${entry} cannot be reached (${problem})`, 'start it, or correct BALCAO_INTERNAL_HOSTS')
  }
  return ok(`companies may request ${internalHosts.join(', ')}`)
}

/** Directory or bucket of BALCAO_MEDIA_URL: a file is written, read and removed. */
export async function checkFiles({ media }: Config): Promise<Finding> {
  if (!media) return ok('in the data directory (BALCAO_MEDIA_URL)')
  try {
    await tryPlace(media)
    return ok(`${nameOf(media)} can be read and written`)
  } catch (error) {
    const reason = (error as Error).cause ?? error
    return bad(`${nameOf(media)} cannot be used (${textOf(reason)})`, 'check BALCAO_MEDIA_URL and its keys and rights')
  }
}

/** Writes, reads and removes a file. @throws the error of the place */
export const tryPlace = (place: MediaPlace) => ('s3' in place ? tryBucket(place.s3) : tryDirectory(place.directory))

const textOf = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? String(error)
}

async function tryBucket(settings: S3Settings) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-doctor-'))
  try {
    const [path, sent, back] = [`doctor-${crypto.randomUUID()}`, join(folder, 'sent'), join(folder, 'back')]
    await Bun.write(sent, path)
    const files = new S3Files(settings)
    await files.put(path, sent)
    await files.get(path, back)
    await files.remove(path)
    if ((await Bun.file(back).text()) !== path) throw new Error('a file comes back changed')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function tryDirectory(directory: string) {
  const path = join(directory, `doctor-${crypto.randomUUID()}`)
  writeFileSync(path, path)
  rmSync(path)
}

/** The speech service that BALCAO_SPEECH_URL names. Azure's default is one host per region, known only with a prompt. */
export async function checkSpeech({ speechUrl, internalHosts }: Config): Promise<Finding> {
  if (speechUrl.includes('{region}')) return ok(`${speechUrl}, by the region of each prompt (BALCAO_SPEECH_URL)`)
  const url = new URL(speechUrl)
  const remedy = 'check BALCAO_SPEECH_URL, and whether the service runs'
  const addresses = await resolve(url)
  if (addresses === null) return bad(`${url.hostname} has no address`, remedy)
  if (!addresses.every(isPublic) && !isInternalHost(internalHosts, url))
    return bad(
      `${url.host} is in the private network, and prompts may not request it`,
      `add it to BALCAO_INTERNAL_HOSTS: ${bareHost(url)}:${portOf(url)}`,
    )
  const problem = await reach(url.hostname, portOf(url), url.protocol === 'https:')
  return problem ? bad(`${url.host} cannot be reached (${problem})`, remedy) : ok(`${url.host} can be reached`)
}

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

async function resolve(url: URL): Promise<string[] | null> {
  const host = bareHost(url)
  if (isIP(host)) return [host]
  return lookup(host, { all: true }).then(
    (addresses) => addresses.map(({ address }) => address),
    () => null,
  )
}

/** Opens a connection and closes it; returns the error, or null. */
function reach(host: string, port: number, secure: boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const bare = host.replace(/^\[|\]$/g, '')
    const socket = secure ? connectTls({ host: bare, port, servername: bare }) : connect({ host: bare, port })
    const end = (problem: string | null) => {
      socket.destroy()
      resolve(problem)
    }
    socket.setTimeout(timeoutMs, () => end('no answer'))
    socket.once(secure ? 'secureConnect' : 'connect', () => end(null))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}
