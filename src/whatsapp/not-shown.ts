import type { WAMessage } from '@whiskeysockets/baileys'
import { isOfUnknownType } from './changes'
import type { Inbound } from './received'
import { hasUnknownContent, unwrap } from './unwrap'

/**
 * Counts received content that people see as a placeholder, by its kind, and content with fields, or a type of
 * `protocolMessage`, that this version does not know; for metrics. The kinds are the names of the protocol's schema, so their number is bounded.
 */
class NotShown {
  private readonly counts = new Map<string, number>()

  count({ message }: WAMessage, inbound: Inbound | null) {
    if (hasUnknownContent(message)) this.add('unknownField')
    if (isOfUnknownType(unwrap(message)?.message.protocolMessage)) this.add('unknownProtocolType')
    if (inbound?.type === 'message' && inbound.mediaType === 'unsupported' && !inbound.stub)
      this.add(String(inbound.detail?.kind ?? 'unknown'))
  }

  /** Numbers by kind. */
  read = (): Record<string, number> => Object.fromEntries(this.counts)

  private add(kind: string) {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
  }
}

/** Content that the process could not show. */
export const notShown = new NotShown()
