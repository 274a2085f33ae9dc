import pino from 'pino'

/**
 * The process's log: JSON lines on stdout (decisions.md). No transports, because they start workers that a compiled
 * executable does not carry (libraries.md A4). What could open a door is redacted wherever it appears.
 */
export const log = pino({
  level: 'info',
  // Not everything thrown is an Error: Bun's own failures to load a module cannot be written as JSON.
  serializers: { err: (err) => (err instanceof Error ? pino.stdSerializers.err(err) : { message: String(err) }) },
  redact: {
    paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token', 'authorization', 'cookie'],
    censor: '[redacted]',
  },
})
