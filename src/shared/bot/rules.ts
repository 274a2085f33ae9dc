import type { IntegrationType, Language } from '../enums'
import type { FlowPhrase } from '../flow/phrase'
import { type Hours, isOpen } from '../hours'
import type { ProgramKind, SessionKind } from './route'

/** Sources of the opening hours that apply (setting `scheduleType`). */
export const scheduleTypes = ['disabled', 'queue', 'company', 'connection'] as const
type ScheduleType = (typeof scheduleTypes)[number]

/** Opening hours and the text for customers who write outside of them. */
interface ClosedText {
  hours: Hours
  outOfHours: string
}

/** A program that a queue or connection names. */
export interface BotProgram<Kind extends ProgramKind = ProgramKind> {
  kind: Kind
  id: number
}

/** Columns of a queue or connection that name a program. */
interface NamedPrograms {
  promptId: number | null
  integrationId: number | null
}

/** Columns of a queue or connection with the flow that its integration starts; null for another or an unpublished one. */
export interface StartedPrograms extends NamedPrograms {
  integrationType: IntegrationType | null
  integrationFlowId: number | null
}

/** Program that answers customers. An integration that starts a flow is that flow, and nothing while it has none. */
export function programOf({ integrationType, integrationFlowId, ...named }: StartedPrograms): BotProgram | null {
  if (integrationType !== 'flowbuilder') return sessionOf(named)
  return integrationFlowId === null
    ? sessionOf({ ...named, integrationId: null })
    : { kind: 'flow', id: integrationFlowId }
}

/** Program that talks with customers in a session; an integration comes before a prompt. */
export function sessionOf({ promptId, integrationId }: NamedPrograms): BotProgram<SessionKind> | null {
  if (integrationId !== null) return { kind: 'integration', id: integrationId }
  return promptId === null ? null : { kind: 'prompt', id: promptId }
}

/** A queue as the robot needs it. */
export interface BotQueue extends ClosedText {
  id: number
  name: string
  greeting: string
  /** True when the queue has a menu of options. */
  hasOptions: boolean
  /** Program that answers in the queue, unless it has a menu. */
  program: BotProgram | null
}

/** One line of a queue's menu. */
export interface BotOption {
  id: number
  parentId: number | null
  option: string
  title: string
  message: string
  /** Queue that the ticket enters after this option; null to wait in its queue. */
  nextQueueId: number | null
  /** Files sent after this option's message, unless a menu is behind it. */
  fileListId: number | null
}

/** Everything a company configures for the robot of one connection. Plain data: the server and the test panel use it. */
export interface BotRules {
  language: Language
  timeZone: string
  /** False with an expired licence or a disabled company. */
  mayAct: boolean
  useIntegrations: boolean
  useOpenAi: boolean
  scheduleType: ScheduleType
  companyHours: Hours
  connection: ClosedText & {
    name: string
    greeting: string
    /** How often the queue menu is sent in one attendance; 0 for no limit. */
    maxMenus: number
    /** Minutes of silence after a queue menu. */
    menuSilence: number
    /** Program that answers tickets without a queue. */
    program: BotProgram | null
    /** Flows for a contact's first message on the connection, and for the first one of other conversations. */
    flows: { welcome: number | null; noPhrase: number | null }
  }
  /** Greets with the connection's text also when it has a single queue. */
  greetsOneQueue: boolean
  /** Text before a menu that is sent again after an invalid answer. */
  invalidOption: string
  /** Phrases that start a flow on the connection and that the message may match, in order of precedence. */
  phrases: FlowPhrase[]
  /** Queues of the connection in menu order. */
  queues: BotQueue[]
}

/**
 * Returns the text out of hours, for a ticket outside of opening hours, possibly empty; null while open. With the hours
 * of queues, a ticket without a queue is always open (docs/behaviour.md, "Opening hours").
 */
export function closedText(rules: BotRules, queue: ClosedText | undefined, at: Date): string | null {
  const { scheduleType, connection, companyHours, timeZone } = rules
  if (scheduleType === 'disabled') return null
  if (scheduleType === 'queue') return !queue || isOpen(queue.hours, at, timeZone) ? null : queue.outOfHours.trim()
  const hours = scheduleType === 'company' ? companyHours : connection.hours
  return isOpen(hours, at, timeZone) ? null : connection.outOfHours.trim()
}

/** Program that begins on the connection; a new customer is welcomed first. */
export function connectionProgramOf({ connection }: BotRules, isNewCustomer: boolean): BotProgram | null {
  const { welcome, noPhrase } = connection.flows
  const flow = (isNewCustomer ? welcome : null) ?? noPhrase
  return flow === null ? connection.program : { kind: 'flow', id: flow }
}
