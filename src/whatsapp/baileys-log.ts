import { log } from '../core/log'
import type { ConnectionRef } from './contract'

type Level = 'warn' | 'error'
/** The shape Baileys wants of a logger (its ILogger is not exported by name). */
type Logger = Parameters<typeof import('@whiskeysockets/baileys').makeCacheableSignalKeyStore>[1] & object

/**
 * Baileys' warnings and errors in our log: its sentence, the error's message and the message id. Whole nodes, keys
 * and messages, which it hands over too, stay out.
 */
export function baileysLog(connection: ConnectionRef): Logger {
  const child = log.child({ part: 'baileys', ...connection })
  const write = (level: Level) => (given: unknown, text?: string) => {
    if (typeof given === 'string') child[level](given)
    else child[level](summary(given), text)
  }
  const drop = () => {}
  const logger: Logger = {
    level: 'warn',
    child: () => logger,
    trace: drop,
    debug: drop,
    info: drop,
    warn: write('warn'),
    error: write('error'),
  }
  return logger
}

function summary(given: unknown): Record<string, unknown> {
  const { err, error, trace, key, msgId, attrs } = (given ?? {}) as Record<string, unknown>
  const failure = err ?? error ?? trace
  return {
    failure:
      failure instanceof Error ? failure.message : typeof failure === 'string' ? failure.split('\n')[0] : undefined,
    waId: (key as { id?: string })?.id ?? msgId ?? (attrs as { id?: string })?.id,
    code: (attrs as { error?: string })?.error,
  }
}
