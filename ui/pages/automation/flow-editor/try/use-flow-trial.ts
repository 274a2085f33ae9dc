import { useMemo, useState } from 'react'
import { invalidOptionText } from '../../../../../src/shared/bot/texts'
import type { CustomerMessage } from '../../../../../src/shared/flow/answer'
import { FlowFault } from '../../../../../src/shared/flow/fault'
import { type Graph, graphOf } from '../../../../../src/shared/flow/graph'
import { type AskedHours, askedHoursOf, openValues } from '../../../../../src/shared/flow/hours'
import { readFlow, type StoredFlow } from '../../../../../src/shared/flow/read'
import type { Values } from '../../../../../src/shared/flow/render'
import {
  answerRequest,
  answerTrial,
  endProgram,
  moveClock,
  restartTrial,
  sayAsProgram,
  setVariable,
  startTrial,
  type Trial,
  type TrialWorld,
} from '../../../../../src/shared/flow/trial'
import type { TriedAnswer, TriedEnd } from '../../../../../src/shared/flow/trial-line'
import { readStopWords, runValues } from '../../../../../src/shared/flow/values'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { litPath } from './lit-path'
import type { TrialHours } from './use-opening-hours'

/** The virtual customer. */
interface TrialContact {
  name: string
  number: string
  email: string
}

export type FlowTrial = ReturnType<typeof useFlowTrial>

/** Trial of the draft on screen: each step uses the flow and the choices as they are then. */
export function useFlowTrial(flowId: number, { hours, connectionId }: TrialHours) {
  const flow = useValue(useEditor().flow)
  const { graph, askedHours: asked, fault } = useMemo(() => readGraph(flow), [flow])
  const [draws, setDraws] = useState<TrialWorld['draws']>({})
  const [contact, setContact] = useContact()
  const world = useWorld(contact, draws, (now) => openValues(asked, hours, now, connectionId))
  const begin = (at: number) => (graph ? { trial: startTrial(graph, world, at), flow } : null)
  const [conversation, setBegun] = useState(() => begin(Date.now()))
  const state = conversation?.trial ?? null
  const change = (work: (graph: Graph, trial: Trial) => Trial) =>
    setBegun((now) => (graph && now ? { ...now, trial: work(graph, now.trial) } : now))
  const path = useMemo(() => (state && graph ? litPath(graph, state) : null), [state, graph])
  return {
    ...{ flowId, graph, fault, state, path, contact, setContact, draws },
    /** True when the flow was changed since the conversation began. */
    isChanged: conversation !== null && conversation.flow !== flow,
    /** Data of a node as the editor keeps it. */
    dataOf: (nodeId: string) => flow.nodes.find(({ id }) => id === nodeId)?.data ?? {},
    setDraw: (nodeId: string, way: 'a' | 'b' | null) =>
      setDraws(({ [nodeId]: _, ...others }) => (way === null ? others : { ...others, [nodeId]: way })),
    restart: (at = Date.now()) => setBegun(begin(at)),
    restartAt: (nodeId: string) => change((graph, trial) => restartTrial(graph, world, trial, nodeId)),
    write: (message: CustomerMessage) => change((graph, trial) => answerTrial(graph, world, trial, message)),
    passTime: (ms: number) => change((graph, trial) => moveClock(graph, world, trial, ms)),
    answerRequest: (answer: TriedAnswer) => change((graph, trial) => answerRequest(graph, world, trial, answer)),
    sayAsProgram: (text: string) => change((_, trial) => sayAsProgram(trial, text)),
    endProgram: (end?: TriedEnd) => change((graph, trial) => endProgram(graph, world, trial, end)),
    setVariable: (name: string, value: string) => change((_, trial) => setVariable(trial, name, value)),
  }
}

/** The flow as the server would run it, or the place of its first fault. */
function readGraph(flow: StoredFlow): { graph: Graph | null; askedHours: AskedHours[]; fault?: string } {
  try {
    const definition = readFlow(flow)
    return { graph: graphOf(definition), askedHours: askedHoursOf(definition) }
  } catch (thrown) {
    if (thrown instanceof FlowFault) return { graph: null, askedHours: [], fault: thrown.fault.place }
    throw thrown
  }
}

function useContact() {
  const { t } = useTranslation()
  return useState<TrialContact>({ name: t('variables.sample'), number: '5511900000000', email: '' })
}

/** Ticket number in the texts of a trial. */
const sampleTicketId = 1234

function useWorld(
  { name, number, email }: TrialContact,
  draws: TrialWorld['draws'],
  openAt: (now: Date) => Values,
): TrialWorld {
  const { company } = useMe()
  const { timeZone, language, settings } = company
  const valuesAt = (clock: number) => {
    const now = new Date(clock)
    const ticket = { id: sampleTicketId, createdAt: now.toISOString() }
    return { ...runValues({ contactName: name, number, email, ticket, timeZone, language, now }), ...openAt(now) }
  }
  const settingOf = (name: string) => settings.find(({ key }) => key === name)?.value
  const invalidOption = invalidOptionText(language, settingOf('invalidOptionMessage'))
  return { valuesAt, draws, random: Math.random, invalidOption, stopWords: readStopWords(settingOf('flowStopWords')) }
}
