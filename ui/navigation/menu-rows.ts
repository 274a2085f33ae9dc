import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Me } from '../../src/features/accounts/auth/model'
import { type MenuRow, mayOpen } from './menu-row'
import { dailyPlaces, type RailPlace, type RowGroup, sectionPlaces } from './rail-places'
import { settingsGroups } from './settings-groups'

const rowsOf = (groups: RowGroup[]) => groups.flatMap(({ rows }) => rows)
const placeRows = (places: RailPlace[]) => places.flatMap(({ groups }) => rowsOf(groups))

/** Rows of all screens: rail, sections, settings. */
export const menuRows: MenuRow[] = [...placeRows(dailyPlaces), ...placeRows(sectionPlaces), ...rowsOf(settingsGroups)]

/** Rows of the screens that a person may open: by permission, plan and super user. */
export const rowsFor = (me: Me) => menuRows.filter((row) => mayOpen(me, row))

/** True while one of the rows that the person may open needs attention. */
export const attentionOf = (me: Me, groups: RowGroup[]): ReadonlySignal<boolean> => {
  const marks = rowsOf(groups).flatMap((row) => (mayOpen(me, row) && row.attention ? [row.attention] : []))
  return computed(() => marks.some(({ value }) => value))
}
