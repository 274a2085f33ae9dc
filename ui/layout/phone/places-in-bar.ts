import { paths, toChats, toTickets } from '../../lib/paths'
import type { RailPlace } from '../../navigation/rail-places'

const pathsInBar: string[] = [toTickets(), paths.contacts, paths.schedules, paths.todolist, toChats()]

/** True for the places that the bottom bar of a phone has; the others are in its sheet. */
export const isInBar = ({ groups }: RailPlace) =>
  groups.some(({ rows }) => rows.some(({ to }) => pathsInBar.includes(to)))
