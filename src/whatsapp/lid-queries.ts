import { within } from './late'

export interface LidPair {
  pn: string
  lid: string
}

interface Parts {
  /** Baileys' query of the server. */
  query(jids: string[]): Promise<LidPair[] | undefined>
  /** Timeout for an answer, ms. */
  timeoutMs: number
  /** Numbers that were queried without an answer; entries expire. */
  unanswered: { get(jid: string): unknown; set(jid: string, value: unknown): void }
  /** Called with the pairs of an answer after the timeout. */
  onLate(pairs: LidPair[]): void
}

const connectionClosed = 428

/**
 * Returns a query of LIDs that resolves without pairs when WhatsApp refuses or does not answer in time; the numbers are
 * used until they expire from `unanswered`. Baileys alone would query them again with every message.
 * @throws when the connection closes during a query
 */
export const boundLidQueries =
  ({ query, timeoutMs, unanswered, onLate }: Parts) =>
  async (jids: string[]): Promise<LidPair[]> => {
    const open = jids.filter((jid) => unanswered.get(jid) === undefined)
    if (open.length === 0) return []
    const answer = query(open).then((pairs) => pairs ?? [])
    const pairs = await within(timeoutMs, answer).catch(noPairs)
    if (pairs === undefined) answer.then(onLate, () => {})
    const known = new Set(pairs?.map(({ pn }) => pn))
    for (const jid of open) if (!known.has(jid)) unanswered.set(jid, true)
    return pairs ?? []
  }

/** Returns no pairs for a refusal; a closed connection is not an answer and stays an error. */
function noPairs(error: { output?: { statusCode?: number } }): LidPair[] {
  if (error.output?.statusCode === connectionClosed) throw error
  return []
}
