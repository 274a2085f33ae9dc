import { useLocation, useSearch } from 'wouter'
import type { Me } from '../../src/features/accounts/auth/model'
import type { MenuRow } from './menu-row'
import { openableGroups, openablePlaces, type RailPlace, type RowGroup, sectionPlaces } from './rail-places'
import { settingsGroups } from './settings-groups'

/** Path and query of the screen shown. */
interface Address {
  path: string
  search: string
}

export function useAddress(): Address {
  const [path] = useLocation()
  const search = useSearch()
  return { path, search }
}

/** True on the row's screen and on those below it. A row with a query is current only with the same query value. */
export function isCurrent({ path, search }: Address, { to, below = [] }: MenuRow): boolean {
  const [own, query] = to.split('?') as [string, string | undefined]
  if (query === undefined) return [own, ...below].some((each) => path === each || path.startsWith(`${each}/`))
  const [[name, value]] = [...new URLSearchParams(query)] as [[string, string]]
  return path === own && new URLSearchParams(search).get(name) === value
}

/** True on one of the place's screens. */
export const isCurrentPlace = (address: Address, { groups }: RailPlace) =>
  groups.some(({ rows }) => rows.some((row) => isCurrent(address, row)))

/** Section whose second panel stands beside the screen: its name and the rows that the person may open. */
export interface Section {
  id: 'settings' | 'place'
  text: RailPlace['text']
  groups: RowGroup[]
}

/** Section of the screen shown; null on screens without a second panel, such as the flow editor. */
export function sectionAt(me: Me, address: Address): Section | null {
  if (/^\/flowbuilder\//.test(address.path)) return null
  const place = openablePlaces(me, sectionPlaces).find((each) => isCurrentPlace(address, each))
  if (place) return { id: 'place', text: place.text, groups: place.groups }
  const groups = openableGroups(me, settingsGroups)
  const isInSettings =
    address.path === '/settings' || groups.some(({ rows }) => rows.some((row) => isCurrent(address, row)))
  return isInSettings ? { id: 'settings', text: 'settings.title', groups } : null
}
