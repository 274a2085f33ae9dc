import type { ReadonlySignal } from '@preact/signals-react'
import type { LucideIcon } from 'lucide-react'
import type { Me } from '../../src/features/accounts/auth/model'
import type { PlanFlag } from '../../src/shared/enums'
import { can, type Permission } from '../../src/shared/permissions'
import type { Texts } from '../i18n/pt/all'
import { roleOf } from '../lib/can'

/** Text groups of screens that have a title. */
type Titled = { [Area in keyof Texts]: Texts[Area] extends { title: string } ? Area : never }[keyof Texts]

/** Name of a screen, a section or a place of the rail. */
export type NavigationText = `${Titled}.title` | `navigation.${keyof Texts['navigation']}`

/**
 * Entry of the navigation. A new screen needs a row in rail-places.ts or settings-groups.ts, an address in paths.ts and
 * a route in private-screens.tsx.
 */
export interface MenuRow {
  /** Path, with `?name=value` for a part of a screen. */
  to: string
  text: NavigationText
  icon: LucideIcon
  /** One line that says what the screen is for, shown in the hub and in the palette. */
  explain?: `explain.${keyof Texts['explain']}`
  /** Shows the explaining line in the second panel too, for a name that needs it. */
  isExplainedInPanel?: true
  /** Permission needed; without it every user sees the row. */
  can?: Permission
  /** Plan feature needed. */
  plan?: PlanFlag
  /** Only for super users. */
  super?: true
  /** Paths of screens that belong to this one. */
  below?: string[]
  /** Shows a '!' while true. */
  attention?: ReadonlySignal<boolean>
}

/** True if the person's permission, plan and role open the row's screen. */
export const mayOpen = (me: Me, row: MenuRow) =>
  (!row.can || can(roleOf(me), row.can)) && (!row.plan || me.company.plan[row.plan]) && (!row.super || me.super)
