import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'kysely'
import type { CompanyId } from '../../../src/core/storage/schema'
import { companies, createInstallation, people } from '../../installation'

const maxSessions = 20_000
const companyId = companies.acme as CompanyId
const userId = people.bob.id
const loginOf = (tokenId: number) => ({ tokenId, userId, companyId })

/** Installation with one more login of Bob than the cache holds; returns the login ids in order. */
async function createLogins() {
  const { auth, store } = await createInstallation()
  await store.write(({ kysely }) =>
    sql`insert into tokens (id, "companyId", "userId", "refreshHash", "userAgent", "createdAt", "rotatedAt", "expiresAt")
      with recursive n(i) as (select 1 union all select i + 1 from n where i <= ${maxSessions})
      select 1000 + i, "companyId", "userId", 'none ' || (1000 + i), "userAgent", "createdAt", "rotatedAt", "expiresAt"
      from tokens, n where id = ${userId}`.execute(kysely),
  )
  const ids = Array.from({ length: maxSessions + 1 }, (_, i) => 1001 + i)
  /** Revokes every login in the database only, as another process would; cached logins stay valid for one second. */
  const revokeAll = () =>
    store.write(({ kysely }) => kysely.updateTable('tokens').set({ revokedAt: '2020-01-01' }).execute())
  return { auth, ids, revokeAll }
}

describe('cached logins', () => {
  afterEach(() => void setSystemTime())

  test('a login beyond the limit evicts only the least recently used one', async () => {
    const { auth, ids, revokeAll } = await createLogins()
    setSystemTime(new Date()) // fixes the clock, so that no cached login expires
    const [first = 0, second = 0, ...others] = ids
    const last = others.pop() as number
    for (const id of [first, second, ...others]) await auth.denialReason(loginOf(id))
    await auth.denialReason(loginOf(first)) // used again
    await auth.denialReason(loginOf(last))
    await revokeAll()
    for (const id of [first, ...others, last]) expect(await auth.denialReason(loginOf(id))).toBeNull()
    expect(await auth.denialReason(loginOf(second))).toBe('ERR_SESSION_EXPIRED')
  })
})
