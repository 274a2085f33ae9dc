import { describe, expect, test } from 'bun:test'
import { mergeSessions, type StoredSessions } from '../../src/whatsapp/session-merge'

const record = (...sessions: [key: string, closed: number, used: number][]): StoredSessions => ({
  version: 'v1',
  _sessions: Object.fromEntries(sessions.map(([key, closed, used]) => [key, { indexInfo: { closed, used } }])),
})
const open = ({ _sessions }: StoredSessions) =>
  Object.keys(_sessions).filter((key) => _sessions[key]?.indexInfo.closed === -1)

describe('mergeSessions', () => {
  test('a single record is returned unchanged', () => {
    const one = record(['a', -1, 5])
    expect(mergeSessions(one, undefined)).toEqual(one)
  })

  test.each([
    ['of the first', record(['a', -1, 9]), record(['b', -1, 5]), 'a'],
    ['of the second', record(['a', -1, 5]), record(['b', -1, 9], ['c', 3, 1]), 'b'],
    ['of the older record when the newer has none', record(['a', 7, 9]), record(['b', -1, 5]), 'b'],
  ])('the open session %s stays open, and every session is kept', (_, one, other, key) => {
    const merged = mergeSessions(one, other)
    expect(open(merged)).toEqual([key])
    const keys = [...Object.keys(one._sessions), ...Object.keys(other._sessions)]
    expect(Object.keys(merged._sessions).sort()).toEqual(keys.sort())
  })

  test('the given records are not changed, because the cache holds them', () => {
    const older = record(['b', -1, 5])
    mergeSessions(record(['a', -1, 9]), older)
    expect(open(older)).toEqual(['b'])
  })
})
