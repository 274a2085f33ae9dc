import { foldText } from './text'

/** Characters of a message that can be a word of the lists; own words are shorter. */
const maxMessage = 80
/** Own words of a company. */
const maxWords = 30
const maxWordLength = 40

/** Words that mean nothing else: they count also while a robot waits for an answer. */
const plainWords = [
  ...['descadastrar', 'descadastre', 'descadastro', 'desinscrever', 'nao quero receber', 'nao quero mais receber'],
  ...['nao quero receber mensagens', 'nao quero mais receber mensagens', 'nao quero mais mensagens'],
  ...['nao quero receber mais mensagens', 'pare de mandar mensagens', 'pare de enviar mensagens'],
  ...['unsubscribe', 'opt out', 'optout', 'stop all', 'stopall', 'stop sending messages', 'stop messaging me'],
  ...['desuscribir', 'desuscribirme', 'darme de baja', 'no quiero recibir', 'no quiero recibir mas'],
  ...['no quiero recibir mensajes', 'no quiero recibir mas mensajes', 'no quiero mas mensajes'],
]
/** Words that end campaigns for the sender, and may mean something else in a conversation. */
const usualWords = [
  ...['sair', 'parar', 'pare', 'cancelar', 'remover', 'quero sair', 'sair da lista', 'quero sair da lista'],
  ...['me tire da lista', 'me tira da lista', 'stop', 'cancel', 'remove', 'remove me', 'quit'],
  ...['baja', 'dar de baja', 'salir', 'detener'],
]
/** Words by which a person in the register comes back. */
const returnWords = [
  ...['voltar', 'quero receber', 'quero voltar'],
  ...['start', 'unstop', 'subscribe'],
  ...['alta', 'volver', 'suscribir', 'suscribirme', 'quiero recibir'],
]
const plain = new Set(plainWords)
const knownWords = new Set([...plainWords, ...usualWords])
const returns = new Set(returnWords)

/** Words of courtesy around the word. */
const courtesy = /^(?:por favor|pfv|please) | (?:por favor|pfv|please)$/g
const notWord = /[^\p{L}\p{N}]+/gu

/** A text for the comparison: without case, accents, punctuation, emoji and courtesy; empty for a long text. */
function bareWord(text: string): string {
  if (text.length > maxMessage) return ''
  return foldText(text).replace(notWord, ' ').trim().replace(courtesy, '').trim()
}

/** The words of a company's setting, separated by commas or lines, as they are compared. */
export const ownWords = (setting: string): string[] =>
  setting
    .split(/[,;\n]/)
    .map(bareWord)
    .filter((word) => word !== '' && word.length <= maxWordLength)
    .slice(0, maxWords)

/** `out`: wants no more campaigns; `in`: wants them again. */
export interface OptOutWord {
  wish: 'out' | 'in'
  /** Text as compared, for the register. */
  word: string
  /** True when the word means nothing else. */
  isPlain: boolean
}

/**
 * Decides which word is an opt-out: returns the wish that a whole message expresses, or null. `ownWords` are the
 * company's, as the function of that name gives them. Pure.
 */
export function optOutWordOf(text: string, ownWords: readonly string[]): OptOutWord | null {
  const word = bareWord(text)
  if (word === '') return null
  if (knownWords.has(word) || ownWords.includes(word)) return { wish: 'out', word, isPlain: plain.has(word) }
  return returns.has(word) ? { wish: 'in', word, isPlain: false } : null
}
