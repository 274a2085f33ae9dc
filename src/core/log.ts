import pino from 'pino'

/**
 * The process's log: JSON lines on stdout (decisions.md). No transports, because they start workers that a compiled
 * executable does not carry (libraries.md A4). What could open a door is redacted wherever it appears.
 */
export const log = pino({
  level: 'info',
  redact: {
    paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token', 'authorization', 'cookie'],
    censor: '[redacted]',
  },
})
