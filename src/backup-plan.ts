import { BadConfig } from './bad-config'
import type { BackupKey, OpeningKey } from './core/backup/age'
import type { BackupTarget } from './core/backup/places/place'
import { isWithin, readMediaPlace } from './media-place'

/** Where scheduled backups go, and the key that encrypts them. */
export interface BackupPlan {
  target: BackupTarget
  key: BackupKey
  /** Secrets of the variables that open a backup. */
  opening: OpeningKey
}

const minPassphrase = 16
const recipientPattern = /^age1[02-9ac-hj-np-z]{58}$/
const identityPattern = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/

/**
 * Reads `BALCAO_BACKUP_URL`, the keys of a bucket, and the key of the encryption: a passphrase, public keys, or the
 * secret key of one (docs/backups.md). Null without an address. @throws BadConfig
 * @param get returns the variable `BALCAO_{name}`, or null
 * @param dataDir data directory, in which no folder of backups may be: copies there are removed after each success
 */
export function readBackupPlan(get: (name: string) => string | null, dataDir: string): BackupPlan | null {
  const url = get('BACKUP_URL')
  const [accessKey, secretKey] = [get('BACKUP_ACCESS_KEY'), get('BACKUP_SECRET_KEY')]
  const target = readMediaPlace(url, accessKey, secretKey, 'BALCAO_BACKUP_URL', 'BALCAO_BACKUP')
  const opening = readOpeningKey(get)
  const recipients = readRecipients(get('BACKUP_RECIPIENT'))
  if (!target) return null
  if ('directory' in target && isWithin(dataDir, target.directory))
    throw new BadConfig('BALCAO_BACKUP_URL', `must name a folder outside of the data directory (${dataDir})`)
  const key = keyOf(opening, recipients)
  if (key) return { target, key, opening }
  throw new BadConfig('BALCAO_BACKUP_URL', 'needs BALCAO_BACKUP_PASSPHRASE or BALCAO_BACKUP_RECIPIENT beside it')
}

/** Key that encrypts a file, also without `BALCAO_BACKUP_URL`; null when the variables have none. @throws BadConfig */
export const readBackupKey = (get: (name: string) => string | null): BackupKey | null =>
  keyOf(readOpeningKey(get), readRecipients(get('BACKUP_RECIPIENT')))

/** Secrets that open a backup, for `balcao restore` also without an address. @throws BadConfig */
export function readOpeningKey(get: (name: string) => string | null): OpeningKey {
  const [passphrase, identity] = [get('BACKUP_PASSPHRASE'), get('BACKUP_IDENTITY')]
  if (passphrase !== null && passphrase.length < minPassphrase)
    throw new BadConfig('BALCAO_BACKUP_PASSPHRASE', `must have at least ${minPassphrase} characters`)
  if (identity !== null && !identityPattern.test(identity))
    throw new BadConfig('BALCAO_BACKUP_IDENTITY', 'must be a secret key that begins with AGE-SECRET-KEY-1')
  return { passphrase, identity }
}

function keyOf({ passphrase, identity }: OpeningKey, recipients: string[] | null): BackupKey | null {
  if (passphrase !== null && recipients)
    throw new BadConfig('BALCAO_BACKUP_RECIPIENT', 'cannot be used together with BALCAO_BACKUP_PASSPHRASE')
  if (recipients) return { recipients }
  if (passphrase !== null) return { passphrase }
  return identity === null ? null : { identity }
}

/** Public keys, separated by commas. */
function readRecipients(value: string | null): string[] | null {
  if (value === null) return null
  const keys = value.split(',').map((key) => key.trim())
  if (keys.every((key) => recipientPattern.test(key))) return keys
  throw new BadConfig('BALCAO_BACKUP_RECIPIENT', 'must be public keys that begin with age1, separated by commas')
}
