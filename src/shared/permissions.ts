import type { AllTicket, DueStage, Profile, TicketStatus } from './enums'
import type { RoleRight } from './role-limits'

/** Decides which permission a role has, by profile; the server decides by this table and the interface hides by it. */
const permissions = {
  'dashboard:view': ['admin', 'supervisor'],
  'team:view': ['admin', 'supervisor'],
  'connection:list': ['admin', 'supervisor', 'user'],
  'connection:edit': ['admin'],
  'ticket:delete': ['admin'],
  'ticket:showAll': ['admin'],
  'ticket:seeAll': ['admin'],
  'ticket:seeOthers': ['admin', 'supervisor', 'user'],
  'dashboard:export': ['admin', 'supervisor'],
  'contact:seeNumber': ['admin', 'supervisor', 'user'],
  'contact:export': ['admin', 'supervisor', 'user'],
  'contact:delete': ['admin'],
  'contact:merge': ['admin', 'supervisor'],
  'tag:kanban': ['admin', 'supervisor'],
  'user:edit': ['admin'],
  'queue:edit': ['admin'],
  'integration:edit': ['admin'],
  'apiKey:edit': ['admin'],
  'flow:edit': ['admin'],
  'campaign:view': ['admin', 'supervisor'],
  'campaign:edit': ['admin'],
  'campaign:delete': ['admin'],
  'campaign:export': ['admin', 'supervisor'],
  'settings:edit': ['admin'],
  'prompt:edit': ['admin'],
  'invoice:list': ['admin'],
  'file:edit': ['admin', 'supervisor'],
  'quickMessage:geral': ['admin', 'supervisor'],
  'schedule:editAll': ['admin'],
  'audit:view': ['admin'],
  'audit:export': ['admin'],
  'privacy:edit': ['admin'],
  'privacy:erase': ['admin'],
  'company:export': ['admin'],
} as const satisfies Record<string, readonly Profile[]>
export type Permission = keyof typeof permissions

/** Permissions that a person loses with each right that the company's admin takes from the role (ADR 0193). */
const withheldBy: Record<RoleRight, readonly Permission[]> = {
  allTickets: ['ticket:seeAll', 'ticket:seeOthers', 'ticket:showAll', 'schedule:editAll'],
  export: ['dashboard:export', 'contact:export', 'campaign:export', 'audit:export', 'company:export'],
  delete: ['ticket:delete', 'contact:delete', 'campaign:delete', 'privacy:erase'],
  campaigns: ['campaign:view', 'campaign:edit', 'campaign:delete', 'campaign:export'],
  numbers: ['contact:seeNumber'],
}

/** Roles that keep a right: an admin writes the matrix, and works with the copies and programs that hold the numbers. */
const kept: Partial<Record<RoleRight, readonly Profile[]>> = { numbers: ['admin'] }

/** Role of a person, and the rights that the company's admin took from it. */
export interface Role {
  profile: Profile
  withheld: readonly RoleRight[]
}

/** True when the role has the permission and no right that goes with it was taken; an unknown profile has nothing. */
export const can = ({ profile, withheld }: Role, permission: Permission) =>
  roleHas(profile, permission) &&
  !withheld.some((right) => withheldBy[right].includes(permission) && !kept[right]?.includes(profile))

/** True when the profile's static list names the permission; for permissions that no right of the company takes. */
export const roleHas = (profile: Profile, permission: Permission) =>
  (permissions[permission] as readonly Profile[]).includes(profile)

/** True when the role has something of the right that an admin may take. */
export const hasRight = (profile: Profile, right: RoleRight) =>
  !kept[right]?.includes(profile) && withheldBy[right].some((permission) => roleHas(profile, permission))

export interface Agent extends Role {
  userId: number
  queueIds: number[]
  allTicket: AllTicket
}
export interface TicketAssignment {
  status: TicketStatus
  userId: number | null
  queueId: number | null
}

/**
 * Decides who may see a ticket: admin, owner, member of its queue, or queueless with allTicket enabled. Without the right
 * to all tickets a person sees the own ones, and those of the queues that wait.
 */
export function seesTicket(agent: Agent, { status, userId, queueId }: TicketAssignment): boolean {
  if (userId === agent.userId || can(agent, 'ticket:seeAll')) return true
  if (status !== 'pending' && !can(agent, 'ticket:seeOthers')) return false
  return queueId === null ? agent.allTicket === 'enabled' : agent.queueIds.includes(queueId)
}

/** True if the person may list the open tickets of colleagues: admins see everything, supervisors their queues. */
export const mayShowAll = (role: Role) =>
  can(role, 'ticket:showAll') || (role.profile === 'supervisor' && can(role, 'ticket:seeOthers'))

/**
 * Read a scheduled message: its author, an admin, or a person who sees the contact's newest ticket. A contact without
 * a ticket hides nothing.
 */
export const seesSchedule = (agent: Agent, schedule: { userId: number | null }, ticket: TicketAssignment | null) =>
  schedule.userId === agent.userId || can(agent, 'schedule:editAll') || ticket === null || seesTicket(agent, ticket)

/** True if the agent is notified: own tickets, and visible tickets without an owner. */
export const concernsAgent = (agent: Agent, ticket: TicketAssignment) =>
  ticket.userId === agent.userId || (ticket.userId === null && seesTicket(agent, ticket))

/**
 * Decides who may change a ticket. Open: its owner, an admin, or a supervisor who sees it. Pending or closed:
 * every agent who may read it.
 */
export function changesTicket(agent: Agent, ticket: TicketAssignment): boolean {
  if (!seesTicket(agent, ticket)) return false
  return ticket.status !== 'open' || ticket.userId === agent.userId || agent.profile !== 'user'
}

/** True if the user is notified of a missed target: the ticket's holder, and supervisors and admins who see it. */
export const isNotifiedOfLate = (agent: Agent, ticket: TicketAssignment) =>
  ticket.userId === agent.userId || (can(agent, 'team:view') && seesTicket(agent, ticket))

/**
 * True if the user is warned of a next answer due soon: first the ticket's holder, then the supervisors and admins who
 * see it; of a ticket without a holder the latter both times.
 */
export function isWarnedOfDue(agent: Agent, ticket: TicketAssignment, stage: DueStage): boolean {
  const isHolder = ticket.userId === agent.userId
  if (stage === 'warned' && ticket.userId !== null) return isHolder
  return !isHolder && can(agent, 'team:view') && seesTicket(agent, ticket)
}
