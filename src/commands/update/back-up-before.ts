import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import type { Config } from '../../config'
import { backUp } from '../../core/backup/backup'
import { copiesDirectory } from '../../core/storage/data-directory'

const kept = 3

/** Writes database and key to `copies/` and returns the file; the last three are kept. */
export async function backUpBefore({ dataDir, secret }: Config, next: string): Promise<string> {
  const directory = copiesDirectory(dataDir)
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  const file = join(directory, `update-${time}-to-${next}.tar`)
  await backUp({ directory: dataDir, file, version, keyOutside: secret !== null, hasMedia: false })
  const earlier = readdirSync(directory).filter((name) => /^update-.*\.tar$/.test(name))
  for (const name of earlier.sort().slice(0, -kept)) rmSync(join(directory, name))
  return file
}
