import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'kysely'
import type { CompanyId } from '../../src/core/storage/schema'
import { companies, createInstallation, people } from '../installation'

const maxSessions = 20_000
const companyId = companies.acme as CompanyId
const userId = people.bob.id
const loginOf = (tokenId: number) => ({ tokenId, userId, companyId })

/** A world with as many further logins of one user as the cache holds; the ids of all of them, in order. */
async function manyLogins() {
  const { auth, store } = await createInstallation()
  await store.write(({ kysely }) =>
    sql`insert into tokens (id, companyId, userId, refreshHash, userAgent, createdAt, rotatedAt, expiresAt)
      with recursive n(i) as (select 1 union all select i + 1 from n where i <= ${maxSessions})
      select 1000 + i, companyId, userId, 'none ' || (1000 + i), userAgent, createdAt, rotatedAt, expiresAt
      from tokens, n where id = ${userId}`.execute(kysely),
  )
  const ids = Array.from({ length: maxSessions + 1 }, (_, i) => 1001 + i)
  /** Ends every login by SQL alone, as another process would: what is cached stays good for a second. */
  const revokeAll = () =>
    store.write(({ kysely }) => kysely.updateTable('tokens').set({ revokedAt: '2020-01-01' }).execute())
  return { auth, ids, revokeAll }
}

describe('cached logins', () => {
  afterEach(() => void setSystemTime())

  test('one more than fit drops the least recently used login alone', async () => {
    const { auth, ids, revokeAll } = await manyLogins()
    setSystemTime(new Date()) // nothing cached grows old
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
