import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { AskSecret } from '../core/backup/open-backup'
import { UserError } from '../core/user-error'

const wanted = {
  passphrase: { variable: 'BALCAO_BACKUP_PASSPHRASE', question: 'Passphrase of the backup: ' },
  identity: { variable: 'BALCAO_BACKUP_IDENTITY', question: 'Secret key of the backup (AGE-SECRET-KEY-1…): ' },
}

/** Asks at the terminal without showing what is typed. @throws UserError without a terminal */
export const askSecret: AskSecret = async (kind) => {
  const { variable, question } = wanted[kind]
  if (!process.stdin.isTTY) throw new UserError(`this backup is encrypted: set ${variable}`)
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}
