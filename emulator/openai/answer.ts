import type { CheckedChat } from './check-chat'

/** Mark by which a person sees that no model answered. */
export const standInMark = '(resposta simulada)'

const asksForPerson = /\b(atendente|humano|pessoa de verdade|falar com (uma )?pessoa|vendedor|human|person|persona)\b/i
/** Characters of one token, about. */
const tokenLength = 4

interface StandInReply {
  content: string | null
  toolCall: string | null
  finish: 'stop' | 'length' | 'tool_calls'
  inputTokens: number
  outputTokens: number
}

/**
 * Answers without a model: with the sentence of the system text that shares the most words with the question, or with a
 * tool call when the customer asks for a person.
 */
export function standInReply({ messages, maxTokens, tools }: CheckedChat): StandInReply {
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const inputTokens = messages.reduce((sum, { content }) => sum + tokensOf(content), 0)
  const tool = tools[0]
  if (tool && asksForPerson.test(question))
    return { content: null, toolCall: tool, finish: 'tool_calls', inputTokens, outputTokens: 8 }
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const whole = `${standInMark} ${bestSentence(system.join('\n'), question)}`
  const content = whole.slice(0, maxTokens * tokenLength)
  const finish = content.length < whole.length ? 'length' : 'stop'
  return { content, toolCall: null, finish, inputTokens, outputTokens: tokensOf(content) }
}

export const tokensOf = (text: string) => Math.ceil(text.length / tokenLength)

function bestSentence(system: string, question: string): string {
  const questionWords = wordsOf(question)
  if (questionWords.length === 0) return 'Olá! Como posso ajudar?'
  const sentences = system.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '')
  const shared = (sentence: string) => wordsOf(sentence).filter((word) => questionWords.includes(word)).length
  const best = sentences.toSorted((a, b) => shared(b) - shared(a))[0]
  return best && shared(best) > 0 ? best.trim() : 'Ainda não sei responder a isso. Posso chamar um atendente.'
}

/** Words of four letters or more, without accents, by their first five letters, so that endings do not matter. */
const wordsOf = (text: string) =>
  (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z]{4,}/g) ?? []
  ).map((word) => word.slice(0, 5))
