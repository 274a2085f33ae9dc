import { existsSync } from 'node:fs'
import type { Config } from '../config'
import { databaseFile, isReadableByOthers, keyFile, readKey } from '../core/storage/data-directory'
import { isClosed, seeDirectory } from './directory'
import { bad, type Finding, ok, warn } from './finding'

export function checkKeyFile({ dataDir, secret, databaseUrl }: Config): Finding {
  if (secret !== null) return ok('taken from BALCAO_SECRET')
  if (isClosed(dataDir)) return seeDirectory
  const file = keyFile(dataDir)
  if (!existsSync(file) && databaseUrl !== null)
    return warn(`${file} is missing`, 'a new installation makes it; for an existing one, copy it from another machine')
  if (!existsSync(file))
    return existsSync(databaseFile(dataDir))
      ? bad(
          `${file} is missing`,
          'put it back from a backup; if the service has BALCAO_SECRET, put that into the environment file',
        )
      : ok('will be made by the first start')
  if (isReadableByOthers(file)) return bad(`${file} can be read by others`, `chmod 600 ${file}`)
  const { problem } = readKeyOf(dataDir)
  if (problem !== null) return bad(problem, `run doctor as the user of the service, or chown USER ${file}`)
  return ok(`${file} can be read by this user alone`)
}

/** The key in the directory, or why this user cannot read it. */
export function readKeyOf(dataDir: string): { root: string | null; problem: string | null } {
  try {
    return { root: readKey(dataDir), problem: null }
  } catch (error) {
    return { root: null, problem: (error as Error).message }
  }
}
