import { log } from '../core/log'
import type { ConnectionRef } from './contract'

type Level = 'warn' | 'error'
/** The shape Baileys wants of a logger (its ILogger is not exported by name). */
type Logger = Parameters<typeof import('@whiskeysockets/baileys').makeCacheableSignalKeyStore>[1] & object

/**
 * Baileys' warnings and errors in our log: its sentence, the error's message and the message id. Whole nodes, keys
 * and messages, which it hands over too, stay out, and so do ends that belong to the life of a session.
 */
export function baileysLog(connection: ConnectionRef): Logger {
  const child = log.child({ part: 'baileys', ...connection })
  const write = (level: Level) => (given: unknown, text?: string) => {
    if (isOrdinaryEnd(given, text)) return
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

interface StreamError {
  fullErrorNode?: { attrs?: { code?: string } }
  reasonNode?: { tag?: string }
}

/**
 * The restart after every first link, and a person who unlinked us or took over: Baileys calls each an error, but the
 * supervisor tells of it and the interface says what to do.
 */
function isOrdinaryEnd(given: unknown, text: string | undefined): boolean {
  if (text !== 'stream errored out') return false
  const { fullErrorNode, reasonNode } = (given ?? {}) as StreamError
  return fullErrorNode?.attrs?.code === '515' || reasonNode?.tag === 'conflict'
}

function summary(given: unknown): Record<string, unknown> {
  const { err, error, trace, key, msgId, attrs } = (given ?? {}) as Record<string, unknown>
  const { fullErrorNode, reasonNode } = (given ?? {}) as StreamError
  const failure = err ?? error ?? trace
  return {
    failure:
      failure instanceof Error ? failure.message : typeof failure === 'string' ? failure.split('\n')[0] : undefined,
    waId: (key as { id?: string })?.id ?? msgId ?? (attrs as { id?: string })?.id,
    code: (attrs as { error?: string })?.error ?? fullErrorNode?.attrs?.code ?? reasonNode?.tag,
  }
}
