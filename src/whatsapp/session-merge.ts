/** Serialized record of libsignal: sessions by base key, of which at most one is open for sending. */
export interface StoredSessions {
  _sessions: Record<string, { indexInfo: { closed: number; used?: number } }>
  version: string
}
const notClosed = -1

/** Merges two records of one device: all sessions can decrypt; of two open ones the one used last stays open. */
export function mergeSessions(one: StoredSessions, other: StoredSessions | undefined): StoredSessions {
  if (!other) return one
  const [newer, older] = lastUse(one) >= lastUse(other) ? [one, other] : [other, one]
  const rest = isOpen(newer) ? closed(older) : older
  return { ...newer, _sessions: { ...rest._sessions, ...newer._sessions } }
}

const entries = ({ _sessions }: StoredSessions) => Object.values(_sessions).map(({ indexInfo }) => indexInfo)
const lastUse = (record: StoredSessions) => Math.max(0, ...entries(record).map(({ used }) => used ?? 0))
const isOpen = (record: StoredSessions) => entries(record).some(({ closed }) => closed === notClosed)

function closed(record: StoredSessions): StoredSessions {
  const sessions = Object.entries(record._sessions).map(([key, session]) => {
    const { indexInfo } = session
    const ended = indexInfo.closed === notClosed ? { ...indexInfo, closed: Date.now() } : indexInfo
    return [key, { ...session, indexInfo: ended }]
  })
  return { ...record, _sessions: Object.fromEntries(sessions) }
}
