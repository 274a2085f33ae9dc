import type { Sealer } from '../../../core/secrets'

/** QR code or pairing code of a connection; empty while none is offered. */
type CodeColumn = 'qrcode' | 'pairingCode'

const sealContext = (whatsappId: number, column: CodeColumn) => `connections/${whatsappId}/${column}`

/**
 * Encrypts a code for its column. A QR code contains a secret key of the connection (`advSecretKey`), and deleted text
 * stays readable in the write-ahead log and in backups.
 */
export const sealCode = (sealer: Sealer, whatsappId: number, column: CodeColumn, code: string): string =>
  code && Buffer.from(sealer.seal(code, sealContext(whatsappId, column))).toString('base64url')

/** Decrypts a code. Empty for a code that an older version stored as clear text: the session offers a new one. */
export function openCode(sealer: Sealer, whatsappId: number, column: CodeColumn, stored: string): string {
  if (!stored) return ''
  try {
    return sealer.open(Buffer.from(stored, 'base64url'), sealContext(whatsappId, column)).toString()
  } catch {
    return ''
  }
}
