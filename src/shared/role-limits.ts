import { type Profile, profiles } from './enums'
import { parseJson } from './json'

/** Rights that an admin may take from a role of the company (ADR 0193). */
export const roleRights = ['allTickets', 'export', 'delete', 'campaigns', 'numbers'] as const
export type RoleRight = (typeof roleRights)[number]

/** Rights that each role has lost; a role without an entry has lost none. */
export type RoleLimits = Partial<Record<Profile, RoleRight[]>>

/** Reads the setting `roleLimits`, a JSON object of roles and lists of rights; empty text is no limit. Null if it is invalid. */
export function parseRoleLimits(text: string): RoleLimits | null {
  if (text === '') return {}
  try {
    const value = parseJson<unknown>(text)
    return isRoleLimits(value) ? value : null
  } catch {
    return null
  }
}

function isRoleLimits(value: unknown): value is RoleLimits {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([role, rights]) =>
      isAmong(profiles, role) && Array.isArray(rights) && rights.every((right) => isAmong(roleRights, right)),
  )
}

const isAmong = (values: readonly string[], value: unknown) => values.some((each) => each === value)

/** Rights that the role has lost by the stored setting; all of them if the setting cannot be read. */
export function withheldFrom(profile: Profile, setting: string | null | undefined): readonly RoleRight[] {
  const limits = parseRoleLimits(setting ?? '')
  return limits ? (limits[profile] ?? []) : roleRights
}
