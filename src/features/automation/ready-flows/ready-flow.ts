import type { Language } from '../../../shared/enums'
import type { StoredFlow } from '../../../shared/flow/read'
import type { QueueChoice } from './graph'

/** Values that a person gives when a flow is made. */
export const inputNames = ['queue', 'address', 'pixCode'] as const
export type InputName = (typeof inputNames)[number]

export interface ReadyAnswers {
  queue: QueueChoice
  /** Address of a service, with a variable in double braces. */
  address: string
  pixCode: string
}

/** A ready-made flow in one language. */
interface ReadyText {
  name: string
  description: string
  /** Value that the form begins with, for a flow that asks for an address. */
  address?: string
}

export interface ReadyFlow {
  key: string
  asks: readonly InputName[]
  texts: Record<Language, ReadyText>
  build(language: Language, answers: ReadyAnswers): StoredFlow
}

/** Makes a ready-made flow from its texts and its graph, which is the same in each language. */
export const readyFlow = <T extends ReadyText>(
  key: string,
  asks: readonly InputName[],
  texts: Record<Language, T>,
  graph: (texts: T, answers: ReadyAnswers) => StoredFlow,
): ReadyFlow => ({ key, asks, texts, build: (language, answers) => graph(texts[language], answers) })
