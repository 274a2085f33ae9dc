import { resolve } from 'node:path'
import { BadConfig } from '../../bad-config'
import { type Config, readConfig, readDatabase } from '../../config'
import { type MediaPlace, readMediaPlace } from '../../media-place'
import type { Environment } from '../command'

/** Place of the database: the data directory with its file, or the address of a server. */
export type DatabasePlace = { directory: string } | { address: string }

export interface MoveRequest {
  /** Configuration of the installation as it is. */
  config: Config
  /** Null when only files are moved. */
  to: DatabasePlace | null
  /** Null when the files stay. */
  media: MediaPlace | null
}

/**
 * Reads the options of `balcao move`. The key of a bucket is in BALCAO_MEDIA_ACCESS_KEY and BALCAO_MEDIA_SECRET_KEY, as
 * for the server; a second bucket has its own in BALCAO_NEW_MEDIA_ACCESS_KEY and BALCAO_NEW_MEDIA_SECRET_KEY.
 * @throws BadConfig naming the invalid option or variable
 */
export function readRequest(env: Environment, values: ReadonlyMap<string, string>): MoveRequest {
  const [to, media] = [values.get('--to') ?? null, values.get('--media') ?? null]
  if (to === null && media === null)
    throw new BadConfig('balcao move', 'needs --to postgres://… or sqlite:DIRECTORY, or --media')
  const isInBucket = env.BALCAO_MEDIA_URL?.trim().startsWith('s3://') === true
  const config = readConfig(isInBucket ? env : { ...env, ...withoutKeys })
  const key = (name: string) => env[`BALCAO_NEW_${name}`]?.trim() || env[`BALCAO_${name}`]?.trim() || null
  const isToBucket = media?.startsWith('s3://') === true
  const [keyId, secret] = isToBucket ? [key('MEDIA_ACCESS_KEY'), key('MEDIA_SECRET_KEY')] : [null, null]
  return { config, to: readTarget(to, config), media: readMediaPlace(media, keyId, secret, '--media') }
}

const withoutKeys = { BALCAO_MEDIA_ACCESS_KEY: '', BALCAO_MEDIA_SECRET_KEY: '' }

function readTarget(to: string | null, { databaseUrl }: Config): DatabasePlace | null {
  if (to === null) return null
  const [, directory] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(to) ?? []
  if (directory === undefined && !/^postgres(ql)?:/.test(to))
    throw new BadConfig('--to', 'must be postgres://user:password@host/database or sqlite:DIRECTORY')
  if (directory !== undefined && databaseUrl === null)
    throw new BadConfig('--to', 'names a directory, and the database is a file already; use balcao backup and restore')
  if (directory !== undefined) return { directory: resolve(directory) }
  if (databaseUrl !== null)
    throw new BadConfig('--to', 'names a server, and the database is on one already; use pg_dump and pg_restore')
  return { address: readDatabase(to, '--to') as string }
}
