import type { ReactNode } from 'react'
import { can, type Permission } from '../../src/shared/permissions'
import { me } from './session'
import { useValue } from './use-value'

/** True if the user's profile has the permission. Only hides controls; the server checks again. */
export function useCan(permission: Permission): boolean {
  const person = useValue(me)
  return person !== null && can(person.profile, permission)
}

/** Renders its children if the user has the permission. */
export function Can({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null
}
