import type { ConnectionReason, ConnectionStatus } from '../shared/enums'

/** How a socket ended: Baileys' status code and message. */
export interface Ending {
  code: number
  message: string
}

/** Status to show after an ending, and the next step. */
export interface Verdict {
  status: ConnectionStatus
  reason: ConnectionReason
  next: 'stop' | 'atOnce' | 'backOff'
  /** The phone has unlinked this device: its credentials are deleted. */
  wipe?: true
}

/** A write failed. The frames that depend on it were not sent, so WhatsApp sends the messages again. */
export const storageLost: Ending = { code: -1, message: 'storage' }
/** The stored credentials cannot be decrypted. Code 411 is also WhatsApp's for a device it does not accept. */
export const unreadable: Ending = { code: 411, message: 'credentials' }
/** The server accepted the login of a device that no phone has linked. */
export const unlinked: Ending = { code: -2, message: 'a login without a link' }
/** More messages wait than allowed; WhatsApp sends those again that were not begun. */
export const overrun: Ending = { code: -3, message: 'too many messages wait' }
/** Another node may run the session. */
export const leaseLost: Ending = { code: -4, message: 'lease' }
/** No frame, QR code or `open` within its timeout (`SessionWatchdog`). */
export const tooQuiet = (message: string): Ending => ({ code: 408, message })

/** The ending that Baileys reports by this error; a closed connection if it has no code. */
export function endingOf(error: { message?: string; output?: { statusCode?: number } } | undefined): Ending {
  return { code: error?.output?.statusCode ?? 428, message: error?.message ?? '' }
}

const stopFor = (reason: ConnectionReason): Verdict => ({ status: 'DISCONNECTED', reason, next: 'stop' })
const unreachable: Verdict = { status: 'TIMEOUT', reason: 'unreachable', next: 'backOff' }

/** Number of 500s in a row after which the session stops and a user has to link the number again. */
const badSessions = 3

const byCode: Record<number, Verdict> = {
  [storageLost.code]: { status: 'TIMEOUT', reason: 'restarting', next: 'backOff' },
  [leaseLost.code]: { status: 'TIMEOUT', reason: 'restarting', next: 'stop' },
  401: { ...stopFor('loggedOut'), wipe: true },
  403: stopFor('banned'),
  405: stopFor('versionTooOld'),
  411: stopFor('badSession'),
  440: stopFor('replaced'),
  515: { status: 'OPENING', reason: 'restarting', next: 'atOnce' },
}

/**
 * The connection was never established. Baileys reports 500 for lost packets and a proxy's HTTP status as if WhatsApp
 * had sent it, so the code says nothing about the session.
 */
const isNetwork = ({ message }: Ending) => message.startsWith('WebSocket Error')

/** True when WhatsApp itself reports a bad session. */
export const isBad = (ending: Ending) => ending.code === 500 && !isNetwork(ending)

/**
 * Status and next step by the table in docs/whatsapp.md, "Ends of a connection". `bad` is the number of 500s in a row
 * including this one, `restarts` that of 515s: after three restarts in a row the session backs off.
 */
export function judge(ending: Ending, bad: number, restarts: number): Verdict {
  const { code, message } = ending
  if (/certificate|unable to verify|self.signed|certification match/i.test(message))
    return { status: 'DISCONNECTED', reason: 'untrustedServer', next: 'backOff' }
  if (isNetwork(ending)) return unreachable
  if (message.includes('QR refs attempts ended')) return stopFor('qrExpired')
  if (code === 500) return bad >= badSessions ? stopFor('badSession') : unreachable
  if (code === 515 && restarts > 3) return unreachable
  return byCode[code] ?? unreachable
}
