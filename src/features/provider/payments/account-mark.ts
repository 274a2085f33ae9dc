import { createHash } from 'node:crypto'
import type { StoredConfig } from './config'

/** Mark of the account that a key opens, so that no code of a former account is shown again. No secret. */
export const accountMark = ({ provider, accessToken }: StoredConfig) =>
  `${provider} ${createHash('sha256').update(accessToken).digest('hex').slice(0, 16)}`
