import { resolve } from 'node:path'
import { version } from '../../package.json'
import { readConfig } from '../config'
import { backUp } from '../core/backup/backup'
import { UserError } from '../core/user-error'
import { nameOf } from '../media-place'
import { printLine, type Run } from './command'

/**
 * `balcao backup FILE`: exit 1 when files named in the database are missing; the backup holds all others. Media files
 * outside the data directory are backed up by other means.
 */
export const run: Run = async ({ env, args: [file = ''] }) => {
  const { dataDir, secret, media, databaseUrl } = readConfig(env)
  if (databaseUrl !== null) throw new UserError(ofServer(dataDir))
  const target = resolve(file)
  const options = { directory: dataDir, file: target, version, keyOutside: secret !== null, hasMedia: media === null }
  const manifest = await backUp(options)
  const { files, damaged, key } = manifest
  const megabytes = (files.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1)
  printLine(`${target}: ${files.length} files, ${megabytes} MB`)
  printLine(key ? 'It holds the key: keep it as safe as the data itself.' : 'The key is not in it: keep BALCAO_SECRET.')
  if (media) printLine(`Files of conversations are not in it: back up ${nameOf(media)} by its own means.`)
  for (const path of damaged) printLine(`missing or changed on this disk: media/${path}`)
  return damaged.length > 0 ? 1 : 0
}

const ofServer = (dataDir: string) =>
  `the database is on a server: back it up by pg_dump --format=custom, then ${dataDir} (key) and the files of conversations; docs/several-machines.md has the commands`
