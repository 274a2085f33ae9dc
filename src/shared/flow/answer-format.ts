import { chosenLine } from '../bot/answer'
import { documentMask, isDocument, plainDocument } from '../document'
import { numberIn } from './condition'

/** Formats that a question can ask for; `text` takes every answer. */
export const answerFormats = ['text', 'number', 'date', 'email', 'cpf', 'choice'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** Wrong answers after which a question gives up: usual and largest number. */
export const answerTries = { usual: 3, max: 10 }

/**
 * An answer in the form in which it is kept, or null when it has another format (docs/flows.md, "Formats of answers"). Of
 * several lines the newest that fits counts, because customers send a greeting and the answer in one burst.
 */
export function formatAnswer(format: AnswerFormat, answer: string, choices: string[]): string | null {
  const text = answer.trim()
  if (format === 'text') return text === '' ? null : text
  const lines = [
    text,
    ...text
      .split('\n')
      .map((line) => line.trim())
      .reverse(),
  ]
  for (const line of lines) {
    const read = line === '' ? null : readers[format](line, choices)
    if (read !== null) return read
  }
  return null
}

const readers: Record<Exclude<AnswerFormat, 'text'>, (text: string, choices: string[]) => string | null> = {
  number: (text) => {
    const number = numberIn(text)
    return Number.isFinite(number) ? `${number}` : null
  },
  date: readDate,
  email: (text) => (text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) ? text.toLowerCase() : null),
  cpf: (text) => {
    const plain = /^[\d.\s-]+$/.test(text) ? plainDocument(text) : ''
    return plain.length === 11 && isDocument(plain) ? documentMask(plain) : null
  },
  choice: (text, choices) => {
    const lines = choices.map((title, at) => ({ option: `${at + 1}`, title }))
    return chosenLine(text, lines)?.title ?? null
  },
}

/** A day written as day, month and year, or as ISO 8601 (yyyy-mm-dd); kept as dd/mm/yyyy. */
function readDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const usual = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/.exec(text)
  const [day, month, year] = iso ? [iso[3], iso[2], iso[1]] : [usual?.[1], usual?.[2], fullYear(usual?.[3])]
  if (!day || !month || !year) return null
  const [d, m] = [day.padStart(2, '0'), month.padStart(2, '0')]
  const moment = new Date(`${year}-${m}-${d}T00:00:00Z`)
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${year}-${m}-${d}`)
  return exists ? `${d}/${m}/${year}` : null
}

/** Years of two digits: 00 to 49 are 2000 to 2049, 50 to 99 are 1950 to 1999. */
const fullYear = (year: string | undefined) => (year?.length === 2 ? `${Number(year) < 50 ? '20' : '19'}${year}` : year)
