import { countByGroup } from '../../../core/jobs/figures'
import type { Platform } from '../../../core/scope'

/** Most numbers with series of their own; the others are in the sums. */
export const maxNumbers = 500

/** 1 for each number that is connected, 0 for one that is not, by id of the connection; those never started, or stopped by a person, are left out. */
export async function readNumbersUp({ db }: Platform): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.companyId')
    .select(['connections.id', 'connections.status'])
    .where('companies.status', '=', 1)
    .where(({ eb, or }) =>
      or([eb('connections.reason', 'is', null), eb('connections.reason', 'not in', ['notStarted', 'stoppedByUser'])]),
    )
    .orderBy('connections.id')
    .limit(maxNumbers)
    .execute()
  return Object.fromEntries(rows.map(({ id, status }) => [id, Number(status === 'CONNECTED')]))
}

/** Messages that wait to be sent, by id of the connection, of the first `maxNumbers` with any. */
export async function countOutbox({ handle }: Platform): Promise<Record<string, number>> {
  const counts = await countByGroup(handle, 'message.deliver')
  const ofNumbers = [...counts].filter(([group]) => /^wa:\d+$/.test(group)).slice(0, maxNumbers)
  return Object.fromEntries(ofNumbers.map(([group, count]) => [group.slice('wa:'.length), count]))
}
