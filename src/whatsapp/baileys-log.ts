import { log } from '../core/log'
import type { ConnectionRef } from './contract'
import { isGone } from './sending'

type Level = 'debug' | 'info' | 'warn' | 'error'
/** The shape Baileys wants of a logger (its ILogger is not exported by name). */
type Logger = Parameters<typeof import('@whiskeysockets/baileys').makeCacheableSignalKeyStore>[1] & object

/**
 * Baileys' warnings and errors in our log: its sentence, the error's message and the message id. Whole nodes, keys and
 * messages, which it hands over too, stay out. What is repeated by itself is no error here.
 * @param isGivenUp true for a message that its sender is not asked for again
 */
export function baileysLog(connection: ConnectionRef, isGivenUp: (waId: string) => boolean): Logger {
  const child = log.child({ part: 'baileys', ...connection })
  const write = (level: Level) => (given: unknown, text?: string) => {
    if (isOrdinaryEnd(given, text)) return
    const usual = ordinaryLevel(given, text, isGivenUp)
    if (typeof given === 'string') child[usual ?? level](given)
    else child[usual ?? level](summary(given), text)
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

/** The level of what Baileys reports louder than it is; undefined for the rest. */
function ordinaryLevel(given: unknown, text: unknown, isGivenUp: (waId: string) => boolean): Level | undefined {
  const said = typeof given === 'string' ? given : String(text)
  // Whoever began the transaction reports its failure as well.
  if (said.startsWith('transaction failed')) return 'debug'
  // Some people's LID is never told; the number does as well.
  if (said.startsWith('USync fetch yielded no results')) return 'debug'
  if (said.startsWith('MAC error detected')) return 'info'
  const { failure, waId } = summary(given)
  // It comes again, or is sent again, on the next connection.
  if (failure?.includes('Connection Closed')) return 'info'
  if (said === 'failed to decrypt message') return isGivenUp(waId ?? '') ? undefined : 'info'
  if (said === 'Failed to encrypt for recipient' && isGone((given as { err?: unknown }).err)) return 'info'
  return undefined
}

function summary(given: unknown): { failure?: string; waId?: string; code?: string } {
  const { err, error, ackErr, e, trace, key, msgId, attrs } = (given ?? {}) as Record<string, unknown>
  const { fullErrorNode, reasonNode } = (given ?? {}) as StreamError
  const failure = err ?? error ?? ackErr ?? e ?? trace
  return {
    failure:
      failure instanceof Error ? failure.message : typeof failure === 'string' ? failure.split('\n')[0] : undefined,
    waId: (key as { id?: string })?.id ?? (msgId as string) ?? (attrs as { id?: string })?.id,
    code: (attrs as { error?: string })?.error ?? fullErrorNode?.attrs?.code ?? reasonNode?.tag,
  }
}
