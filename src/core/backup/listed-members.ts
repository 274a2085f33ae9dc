import type { Manifest } from './backup'
import { endBytes, memberBytes } from './tar'

export const manifestName = 'manifest.json'

/** Members of a tar file with their hashes, which its last member, the manifest, lists. */
export class ListedMembers {
  readonly files: Manifest['files'] = []

  /** Bytes of a file; one that was deleted meanwhile is skipped. @throws UserError for a file that changes meanwhile */
  async *addFile(name: string, path: string): AsyncGenerator<Uint8Array> {
    const source = Bun.file(path)
    if (await source.exists()) yield* this.add(name, source.size, source.stream())
  }

  /** Bytes of a member of this size. */
  async *add(name: string, size: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = new Bun.CryptoHasher('sha256')
    yield* memberBytes(name, size, hashed(body, hash))
    this.files.push({ name, size, sha256: hash.digest('hex') })
  }
}

/** Bytes of the manifest and of the end of the archive. */
export async function* manifestBytes(manifest: Manifest): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1))
  yield* memberBytes(manifestName, bytes.length, [bytes])
  yield endBytes()
}

/** Passes bytes through and updates the hash. */
async function* hashed(source: AsyncIterable<Uint8Array>, hash: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
