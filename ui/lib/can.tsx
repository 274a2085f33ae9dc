import type { ReactNode } from 'react'
import { can, type Permission } from '../../src/shared/permissions'
import { me } from './session'
import { useValue } from './use-value'

/** True when the signed-in person may; the server decides again, this only hides. */
export function useCan(permission: Permission): boolean {
  const person = useValue(me)
  return person !== null && can(person.profile, permission)
}

/** Shows its children to those who may. */
export function Can({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null
}
