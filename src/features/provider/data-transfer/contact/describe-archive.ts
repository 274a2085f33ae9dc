import type { WrittenArchive } from '../../../../core/backup/archive-thread'

/** Size and hash of an archive on the disk. */
export async function describeArchive(path: string): Promise<WrittenArchive> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk)
  return { size: Bun.file(path).size, sha256: hash.digest('hex') }
}
