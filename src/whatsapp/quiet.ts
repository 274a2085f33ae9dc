/** Beginnings of libsignal's console lines. Several contain whole session records with private keys. */
const begins = [
  'Closing session:',
  'Opening session:',
  'Removing old closed session:',
  'Migrating session to:',
  'V1 session storage migration error',
  'Session already closed',
  'Session already open',
  'Closing open session in favor of incoming prekey bundle',
  'Closing stale open session',
  'Failed to decrypt message with any known session',
  'Session error:',
  'Decrypted message with closed session',
  'Unhandled bucket type',
  'WARNING: Expected pubkey of length 33',
]

const methods = ['info', 'warn', 'error', 'log'] as const
type Method = (...values: unknown[]) => void

type Console = Record<(typeof methods)[number], Method>
const quieted = new WeakSet<Console>()

/** Drops libsignal's console lines. Baileys' logger reports the same failures. */
export function quietLibsignal(console: Console = globalThis.console) {
  if (quieted.has(console)) return
  quieted.add(console)
  for (const method of methods) {
    const write = console[method].bind(console)
    console[method] = (...values) => {
      const [first] = values
      if (typeof first === 'string' && begins.some((begin) => first.startsWith(begin))) return
      write(...values)
    }
  }
}
