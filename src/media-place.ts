import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BadConfig } from './bad-config'
import type { S3Settings } from './core/storage/s3-files'

/** Where the media files are: a directory that the machines of an installation share, or a bucket. */
export type MediaPlace = { directory: string } | { s3: S3Settings }

/**
 * Reads `BALCAO_MEDIA_URL`: `file:///srv/balcao-media`, or `s3://bucket/prefix?endpoint=https://…&region=…` with its two
 * keys (docs/self-hosting.md, "Environment"). Null when it is not set. @throws BadConfig
 * @param name of the variable or option that has the value
 * @param keys beginning of the names of the variables that have the keys
 */
export function readMediaPlace(
  value: string | null,
  accessKeyId: string | null,
  secretAccessKey: string | null,
  name = 'BALCAO_MEDIA_URL',
  keys = 'BALCAO_MEDIA',
): MediaPlace | null {
  const isS3 = value?.startsWith('s3://') === true
  const [idName, secretName] = [`${keys}_ACCESS_KEY`, `${keys}_SECRET_KEY`]
  if (!isS3 && accessKeyId !== null) throw new BadConfig(idName, `needs ${keys}_URL=s3://…`)
  if (!isS3 && secretAccessKey !== null) throw new BadConfig(secretName, `needs ${keys}_URL=s3://…`)
  if (value === null) return null
  if (!isS3) return { directory: readDirectory(value, name) }
  if (accessKeyId === null) throw new BadConfig(idName, 'must be set for a bucket')
  if (secretAccessKey === null) throw new BadConfig(secretName, 'must be set for a bucket')
  return { s3: { ...readBucket(value, name), accessKeyId, secretAccessKey } }
}

function readDirectory(value: string, name: string): string {
  const url = URL.parse(value)
  const path = url?.protocol === 'file:' && url.host === '' ? fileURLToPath(url) : ''
  if (isAbsolute(path) && path !== '/') return path.replace(/(?<!\/)\/+$/, '')
  throw new BadConfig(name, 'must be file:///directory or s3://bucket?endpoint=https://…')
}

function readBucket(value: string, name: string): Omit<S3Settings, 'accessKeyId' | 'secretAccessKey'> {
  const url = URL.parse(value)
  const bucket = url?.hostname ?? ''
  if (!url || url.username || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new BadConfig(name, 'must name a bucket, such as s3://balcao-media?endpoint=https://…')
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region')
  if (unknown !== undefined) throw new BadConfig(name, `has an unknown part "${unknown}"`)
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new BadConfig(name, 'must have an endpoint that begins with https:// or http://')
  const path = decodeURIComponent(url.pathname).replace(/^\/+|(?<!\/)\/+$/g, '')
  return { bucket, endpoint: endpoint.replace(/(?<!\/)\/+$/, ''), region, prefix: path === '' ? '' : `${path}/` }
}

/** Name of the place for people, without its keys. */
export const nameOf = (place: MediaPlace): string =>
  's3' in place ? `the bucket s3://${place.s3.bucket}/${place.s3.prefix}` : place.directory

/** True when `path` is the folder or lies below it, with links resolved; neither has to exist. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path))
  return way !== '..' && !way.startsWith('../')
}

/** Path with links resolved as far as it exists. */
const realPathOf = (path: string): string =>
  existsSync(path) || dirname(path) === path ? realpathSync(path) : join(realPathOf(dirname(path)), basename(path))
