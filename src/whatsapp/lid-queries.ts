import { within } from './late'

export interface LidPair {
  pn: string
  lid: string
}

interface Given {
  /** Baileys' own query of the server. */
  ask(jids: string[]): Promise<LidPair[] | undefined>
  /** How long an answer is waited for, ms. */
  limit: number
  /** Numbers whose LID WhatsApp did not tell a while ago. */
  untold: { get(jid: string): unknown; set(jid: string, value: unknown): void }
  /** Pairs of an answer that came after the limit. */
  onLate(pairs: LidPair[]): void
}

const connectionClosed = 428

/**
 * Asks WhatsApp for LIDs, without ever failing for its refusal or waiting for its silence: whose LID is not told goes by
 * the number for now. Baileys keeps no memory of that and would ask again with every message.
 */
export const boundLidQueries =
  ({ ask, limit, untold, onLate }: Given) =>
  async (jids: string[]): Promise<LidPair[]> => {
    const open = jids.filter((jid) => untold.get(jid) === undefined)
    if (open.length === 0) return []
    const answer = ask(open).then((pairs) => pairs ?? [])
    const told = await within(limit, answer).catch(refused)
    if (told === undefined) answer.then(onLate, () => {})
    const known = new Set(told?.map(({ pn }) => pn))
    for (const jid of open) if (!known.has(jid)) untold.set(jid, true)
    return told ?? []
  }

/** No pairs; a connection that has ended is no answer of WhatsApp's and stays an error. */
function refused(error: { output?: { statusCode?: number } }): LidPair[] {
  if (error.output?.statusCode === connectionClosed) throw error
  return []
}
