import { resolve } from 'node:path'
import { version } from '../../package.json'
import { readConfig } from '../config'
import { backUp } from '../core/backup/backup'
import { printLine, type Run } from './command'

/** `balcao backup FILE`: exit 1 when files named in the database are missing; the backup holds all others. */
export const run: Run = async ({ env, args: [file = ''] }) => {
  const { dataDir, secret } = readConfig(env)
  const target = resolve(file)
  const manifest = await backUp({ directory: dataDir, file: target, version, keyOutside: secret !== null })
  const { files, damaged, key } = manifest
  const megabytes = (files.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1)
  printLine(`${target}: ${files.length} files, ${megabytes} MB`)
  printLine(key ? 'It holds the key: keep it as safe as the data itself.' : 'The key is not in it: keep BALCAO_SECRET.')
  for (const path of damaged) printLine(`missing or changed on this disk: media/${path}`)
  return damaged.length > 0 ? 1 : 0
}
