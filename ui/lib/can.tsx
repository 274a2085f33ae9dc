import type { ReactNode } from 'react'
import type { Me } from '../../src/features/accounts/auth/model'
import { can, type Permission, type Role } from '../../src/shared/permissions'
import { withheldFrom } from '../../src/shared/role-limits'
import { me } from './session'
import { useValue } from './use-value'

/** The person's role with the rights that the company's settings take from it. */
export const roleOf = ({ profile, company }: Me): Role => ({
  profile,
  withheld: withheldFrom(profile, company.settings.find(({ key }) => key === 'roleLimits')?.value),
})

/** True if the user's profile has the permission. Only hides controls; the server checks again. */
export function useCan(permission: Permission): boolean {
  const person = useValue(me)
  return person !== null && can(roleOf(person), permission)
}

/** Renders its children if the user has the permission. */
export function Can({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null
}
