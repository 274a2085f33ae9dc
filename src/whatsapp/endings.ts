import type { ConnectionReason, ConnectionStatus } from '../shared/enums'

/** How a socket ended: Baileys' status code and message. */
export interface Ending {
  code: number
  message: string
}

/** What to show and to do after it. */
export interface Verdict {
  status: ConnectionStatus
  reason: ConnectionReason
  next: 'stop' | 'atOnce' | 'backOff'
  /** The phone has unlinked us: the credentials are worth nothing any more. */
  wipe?: true
}

/** Ended because something could not be stored; nothing of it was receipted. */
export const storageLost: Ending = { code: -1, message: 'storage' }
/** Our own credentials cannot be read; as when WhatsApp does not take this device for one. */
export const unreadable: Ending = { code: 411, message: 'credentials' }
/** The server let in a device that no phone has linked. */
export const unlinked: Ending = { code: -2, message: 'a login without a link' }
/** More messages wait here than may; those not begun come again. */
export const overrun: Ending = { code: -3, message: 'too many messages wait' }
/** No frame for too long, no QR code, no `open`: ended by our own watch. */
export const tooQuiet = (message: string): Ending => ({ code: 408, message })

/** The ending that Baileys reports by this error; a closed connection if it has no code. */
export function endingOf(error: { message?: string; output?: { statusCode?: number } } | undefined): Ending {
  return { code: error?.output?.statusCode ?? 428, message: error?.message ?? '' }
}

const stop = (reason: ConnectionReason): Verdict => ({ status: 'DISCONNECTED', reason, next: 'stop' })
const unreachable: Verdict = { status: 'TIMEOUT', reason: 'unreachable', next: 'backOff' }

/** How often the server may call the session bad in a row before a person is asked to link again. */
const badSessions = 3

const byCode: Record<number, Verdict> = {
  [storageLost.code]: { status: 'TIMEOUT', reason: 'restarting', next: 'backOff' },
  401: { ...stop('loggedOut'), wipe: true },
  403: stop('banned'),
  405: stop('versionTooOld'),
  411: stop('badSession'),
  440: stop('replaced'),
  515: { status: 'OPENING', reason: 'restarting', next: 'atOnce' },
}

/**
 * No line came about at all, whatever code Baileys makes of it: 500 for packets that vanish, and a proxy's HTTP status
 * as if WhatsApp had said it. It says nothing about the session.
 */
const isNetwork = ({ message }: Ending) => message.startsWith('WebSocket Error')

/** The server itself calls the session bad. */
export const isBad = (ending: Ending) => ending.code === 500 && !isNetwork(ending)

/**
 * The table of whatsapp-wire.md §8. `bad` counts 500s in a row including this one, `restarts` 515s in a row: a
 * server that only ever says "restart" is not to be hammered.
 */
export function judge(ending: Ending, bad: number, restarts: number): Verdict {
  const { code, message } = ending
  if (/certificate|unable to verify|self.signed|certification match/i.test(message))
    return { status: 'DISCONNECTED', reason: 'untrustedServer', next: 'backOff' }
  if (isNetwork(ending)) return unreachable
  if (message.includes('QR refs attempts ended')) return stop('qrExpired')
  if (code === 500) return bad >= badSessions ? stop('badSession') : unreachable
  if (code === 515 && restarts > 3) return unreachable
  return byCode[code] ?? unreachable
}
