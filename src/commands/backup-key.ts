import { createKeyPair } from '../core/backup/age'
import { printLine, type Run } from './command'

/** `balcao backup-key`: prints a new pair of keys and stores nothing. */
export const run: Run = async () => {
  const { identity, recipient } = await createKeyPair()
  printLine('Public key, for the file of variables of this machine:')
  printLine(`BALCAO_BACKUP_RECIPIENT=${recipient}`)
  printLine('Secret key. Keep it on paper or in a password manager, not on this machine: no backup opens without it.')
  printLine(`BALCAO_BACKUP_IDENTITY=${identity}`)
  return 0
}
