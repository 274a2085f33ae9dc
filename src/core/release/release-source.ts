import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { FileFlusher, writeAll } from '../storage/durable-file'
import { UserError } from '../user-error'

/** Longest list of sums and longest signature in bytes; an executable has 180 MB. */
const listBytes = 64 * 1024
const executableBytes = 1024 ** 3
const listMs = 20_000
const executableMs = 30 * 60_000

/** Files of one release: a folder, or an address below which each file is found by its name. */
export interface ReleaseSource {
  /** A small file as a whole. @throws UserError when it is missing, too long or does not come within 20 s */
  read(name: string): Promise<Uint8Array>
  /** Writes a file to a new path, durably, and returns its SHA-256. @throws UserError when it does not come whole */
  copy(name: string, path: string): Promise<string>
}

/** @param place folder, or address that begins with http:// or https:// */
export function openSource(place: string): ReleaseSource {
  const stream = /^https?:\/\//.test(place) ? fromAddress(withoutSlashes(place)) : fromFolder(place)
  return {
    async read(name) {
      const parts: Uint8Array[] = []
      for await (const part of bounded(stream(name, listMs), name, listBytes)) parts.push(part)
      return new Uint8Array(Buffer.concat(parts))
    },
    async copy(name, path) {
      const hash = new Bun.CryptoHasher('sha256')
      const file = await open(path, 'w', 0o755)
      try {
        const flushes = new FileFlusher(file, path)
        for await (const part of bounded(stream(name, executableMs), name, executableBytes)) {
          hash.update(part)
          await writeAll(file, part)
          await flushes.count(part.length)
        }
        await flushes.finish()
        await file.chmod(0o755) // the umask of commands would take the rights of others
      } finally {
        await file.close()
      }
      return hash.digest('hex')
    },
  }
}

/** An address without slashes at its end. */
function withoutSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

type Stream = (name: string, ms: number) => AsyncGenerator<Uint8Array>

const fromFolder = (folder: string): Stream =>
  async function* (name) {
    const path = join(folder, name)
    if (!existsSync(path)) throw new UserError(`there is no file ${path}`)
    yield* Bun.file(path).stream() as unknown as AsyncIterable<Uint8Array>
  }

const fromAddress = (address: string): Stream =>
  async function* (name, ms) {
    const url = `${address}/${name}`
    const shown = withoutSecrets(url)
    try {
      const answer = await fetch(url, { ...unpacked, signal: AbortSignal.timeout(ms) })
      if (!answer.ok || !answer.body) throw new UserError(`${shown} answers ${answer.status}`)
      const packing = answer.headers.get('content-encoding') ?? 'identity'
      if (packing !== 'identity')
        throw new UserError(`${shown} comes packed (${packing}); its server must send it as it is`)
      yield* answer.body as unknown as AsyncIterable<Uint8Array>
    } catch (error) {
      if (error instanceof UserError) throw error
      throw new UserError(`${shown} did not come whole (${(error as Error).message}); try again`)
    }
  }

/** Options of a request whose answer is read as it comes: a packed one could unpack to any size. */
const unpacked = { headers: { 'accept-encoding': 'identity' }, decompress: false }

/** Address without user, password and query, for messages. */
function withoutSecrets(address: string): string {
  const url = URL.parse(address)
  return url ? url.origin + url.pathname : 'the address'
}

async function* bounded(stream: AsyncIterable<Uint8Array>, name: string, most: number) {
  let length = 0
  for await (const part of stream) {
    length += part.length
    if (length > most) throw new UserError(`${name} is longer than ${most} bytes, so it is no file of a release`)
    yield part
  }
}
