import { log } from '../core/log'
import type { ConnectionRef } from './contract'
import { isNotFound } from './sending'

type Level = 'debug' | 'info' | 'warn' | 'error'
/** Baileys' type of a logger, which it does not export by name. */
type Logger = Parameters<typeof import('@whiskeysockets/baileys').makeCacheableSignalKeyStore>[1] & object

/**
 * Writes Baileys' warnings and errors to the product's log: text, message of the error, id of the message. Nodes, keys
 * and contents, which Baileys passes too, are left out. Failures that are retried automatically are logged at info or
 * debug.
 * @param isGivenUp true for a message that is not requested from its sender again
 */
export function baileysLog(connection: ConnectionRef, isGivenUp: (waId: string) => boolean): Logger {
  const child = log.child({ part: 'baileys', ...connection })
  const write = (level: Level) => (entry: unknown, text?: string) => {
    if (isOrdinaryEnd(entry, text)) return
    const usual = ordinaryLevel(entry, text, isGivenUp)
    if (typeof entry === 'string') child[usual ?? level](entry)
    else child[usual ?? level](summary(entry), text)
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
 * True for the restart after linking, an unlinked device and a session opened elsewhere. Baileys logs them as errors;
 * the supervisor logs and reports them already.
 */
function isOrdinaryEnd(entry: unknown, text: string | undefined): boolean {
  if (text !== 'stream errored out') return false
  const { fullErrorNode, reasonNode } = (entry ?? {}) as StreamError
  return fullErrorNode?.attrs?.code === '515' || reasonNode?.tag === 'conflict'
}

/** Returns the level of a line that Baileys logs at a level too high; undefined for other lines. */
function ordinaryLevel(entry: unknown, text: unknown, isGivenUp: (waId: string) => boolean): Level | undefined {
  const line = typeof entry === 'string' ? entry : String(text)
  // The caller of the transaction logs the failure, too.
  if (line.startsWith('transaction failed')) return 'debug'
  // WhatsApp has no LID for some numbers; they are addressed by number.
  if (line.startsWith('USync fetch yielded no results')) return 'debug'
  // `RecentHistory` passes the pairs of numbers and LIDs on.
  if (line.includes('DISABLING ALL SYNC')) return 'debug'
  if (line.startsWith('MAC error detected')) return 'info'
  const { failure, waId } = summary(entry)
  // The next connection repeats it.
  if (failure?.includes('Connection Closed')) return 'info'
  if (line === 'failed to decrypt message') return isGivenUp(waId ?? '') ? undefined : 'info'
  if (line === 'Failed to encrypt for recipient' && isNotFound((entry as { err?: unknown }).err)) return 'info'
  return undefined
}

function summary(entry: unknown): { failure?: string; waId?: string; code?: string } {
  const { err, error, ackErr, e, trace, key, msgId, attrs } = (entry ?? {}) as Record<string, unknown>
  const { fullErrorNode, reasonNode } = (entry ?? {}) as StreamError
  const failure = err ?? error ?? ackErr ?? e ?? trace
  return {
    failure:
      failure instanceof Error ? failure.message : typeof failure === 'string' ? failure.split('\n')[0] : undefined,
    waId: (key as { id?: string })?.id ?? (msgId as string) ?? (attrs as { id?: string })?.id,
    code: (attrs as { error?: string })?.error ?? fullErrorNode?.attrs?.code ?? reasonNode?.tag,
  }
}
