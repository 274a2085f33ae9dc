import type { Attendant } from '../../../../src/features/inbox/dashboard/model'

export const columns = ['name', 'tickets', 'avgWaitTime', 'avgResponseTime', 'avgSupportTime', 'rating'] as const
export type Column = (typeof columns)[number]

/** Sorts agents by a column; missing values last in both directions, equal values by name. */
export function sortAttendants(attendants: Attendant[], by: Column, descending: boolean): Attendant[] {
  const sign = descending ? -1 : 1
  return [...attendants].sort((one, other) => {
    const [a, b] = [one[by], other[by]]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byName(one, other)
    const order = typeof a === 'string' ? a.localeCompare(b as string) : a - (b as number)
    return order * sign || byName(one, other)
  })
}

const byName = (one: Attendant, other: Attendant) => one.name.localeCompare(other.name) || one.id - other.id
