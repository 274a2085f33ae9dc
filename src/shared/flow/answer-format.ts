import { lineChooser } from '../bot/answer'
import { documentMask, isDocument, plainDocument } from '../document'
import { numberIn } from './condition'

/** Formats that a question can ask for; `text` takes every answer. */
export const answerFormats = ['text', 'number', 'date', 'email', 'cpf', 'choice'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** Wrong answers after which a question gives up: usual and largest number. */
export const answerTries = { usual: 3, max: 10 }

/** Newest lines of an answer that are read: a customer may send 20 messages of 32,768 lines each. */
const maxLines = 40
/** Longest line that may have a format, in UTF-16 units; an e-mail address has 254, the largest number 309. */
const maxLine = 400

/**
 * An answer in the form in which it is kept, or null when it has another format (docs/flows.md, "Formats of answers"). Of
 * several lines the newest that fits counts, because customers send a greeting and the answer in one burst.
 */
export function formatAnswer(format: AnswerFormat, answer: string, choices: string[]): string | null {
  const text = answer.trim()
  if (format === 'text') return text === '' ? null : text
  const readLine = format === 'choice' ? choiceReader(choices) : readers[format]
  for (const line of [text, ...newestLines(text)]) {
    const read = line === '' || line.length > maxLine ? null : readLine(line)
    if (read !== null) return read
  }
  return null
}

/** Last lines of a text, the newest first. */
function newestLines(text: string): string[] {
  const lines: string[] = []
  for (let end = text.length; end > 0 && lines.length < maxLines; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    lines.push(text.slice(start, end).trim())
    end = start - 1
  }
  return lines
}

type LineReader = (line: string) => string | null

const readers: Record<Exclude<AnswerFormat, 'text' | 'choice'>, LineReader> = {
  number: readNumber,
  date: readDate,
  email: (text) => (text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) ? text.toLowerCase() : null),
  cpf: (text) => {
    const plain = /^[\d.\s-]+$/.test(text) ? plainDocument(text) : ''
    return plain.length === 11 && isDocument(plain) ? documentMask(plain) : null
  },
}

function choiceReader(choices: string[]): LineReader {
  const choose = lineChooser(choices.map((title, at) => ({ option: `${at + 1}`, title })))
  return (line) => choose(line)?.title ?? null
}

/** A number with a point. Digits alone stay as typed, because codes begin with zeros and are longer than a number keeps. */
function readNumber(text: string): string | null {
  const number = numberIn(text)
  if (!Number.isFinite(number)) return null
  return /^\d+$/.test(text) ? text : `${number}`
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
