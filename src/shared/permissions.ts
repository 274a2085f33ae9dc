import type { AllTicket, DueStage, Profile, TicketStatus } from './enums'

/** Decides which permission a role has, by profile; the server decides by this table and the interface hides by it. */
const permissions = {
  'dashboard:view': ['admin', 'supervisor'],
  'team:view': ['admin', 'supervisor'],
  'connection:list': ['admin', 'supervisor', 'user'],
  'connection:edit': ['admin'],
  'ticket:delete': ['admin'],
  'ticket:showAll': ['admin'],
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
  'settings:edit': ['admin'],
  'prompt:edit': ['admin'],
  'invoice:list': ['admin'],
  'file:edit': ['admin', 'supervisor'],
  'quickMessage:geral': ['admin', 'supervisor'],
  'schedule:editAll': ['admin'],
  'audit:view': ['admin'],
  'privacy:edit': ['admin'],
  'company:export': ['admin'],
} as const satisfies Record<string, readonly Profile[]>
export type Permission = keyof typeof permissions

/** True when the profile's static list names the permission; an unknown profile has nothing. */
export const can = (profile: Profile, permission: Permission) =>
  (permissions[permission] as readonly Profile[]).includes(profile)

export interface Agent {
  userId: number
  profile: Profile
  queueIds: number[]
  allTicket: AllTicket
}
export interface TicketAssignment {
  status: TicketStatus
  userId: number | null
  queueId: number | null
}

/** Decides who may see a ticket: admin, owner, member of its queue, or queueless with allTicket enabled. */
export function seesTicket(agent: Agent, { userId, queueId }: TicketAssignment): boolean {
  if (agent.profile === 'admin' || userId === agent.userId) return true
  return queueId === null ? agent.allTicket === 'enabled' : agent.queueIds.includes(queueId)
}

/**
 * Read a scheduled message: its author, an admin, or a person who sees the contact's newest ticket. A contact without
 * a ticket hides nothing.
 */
export const seesSchedule = (agent: Agent, schedule: { userId: number | null }, ticket: TicketAssignment | null) =>
  schedule.userId === agent.userId ||
  can(agent.profile, 'schedule:editAll') ||
  ticket === null ||
  seesTicket(agent, ticket)

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
  ticket.userId === agent.userId || (can(agent.profile, 'team:view') && seesTicket(agent, ticket))

/**
 * True if the user is warned of a next answer due soon: first the ticket's holder, then the supervisors and admins who
 * see it; of a ticket without a holder the latter both times.
 */
export function isWarnedOfDue(agent: Agent, ticket: TicketAssignment, stage: DueStage): boolean {
  const isHolder = ticket.userId === agent.userId
  if (stage === 'warned' && ticket.userId !== null) return isHolder
  return !isHolder && can(agent.profile, 'team:view') && seesTicket(agent, ticket)
}
