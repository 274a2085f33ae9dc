import pino from 'pino'

/**
 * Log of the process: JSON lines on stdout. No transports, because they start workers that a compiled executable does
 * not contain. Secrets are redacted at any depth.
 */
export const log = pino({
  level: 'info',
  // Thrown values may not be Errors: Bun's module errors cannot be serialized as JSON.
  serializers: { err: (err) => (err instanceof Error ? pino.stdSerializers.err(err) : { message: String(err) }) },
  redact: {
    paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token', 'authorization', 'cookie'],
    censor: '[redacted]',
  },
})
