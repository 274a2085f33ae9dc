import { defaultLanguage, type Language } from './enums'
import { firstNameOf, removeEmptyNames, wholeNameOf } from './first-name'

/** Variables of company texts, written in double braces, in menu order. */
export const variables = ['firstName', 'name', 'greeting', 'protocol', 'date', 'hora'] as const
export type Variable = (typeof variables)[number]

/** Spellings of related products, accepted in imported texts. */
const aliases: Record<string, Variable> = { gretting: 'greeting', ms: 'greeting', hour: 'hora' }

/** Values for variables: contact, attendance and time. */
export interface VariableContext {
  contactName: string
  /** Null before there is a ticket: then the protocol stays a variable. */
  ticket: { id: number; createdAt: string } | null
  timeZone: string
  now: Date
  language?: Language
}

const dayTimes = {
  pt: ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good night', 'Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches'],
} as const satisfies Record<Language, readonly string[]>

/**
 * Text with its variables filled in; unknown names stay unchanged, and an empty name goes with its comma. Pure:
 * the server fills and the interface previews by the same function. Values are neither escaped nor searched for
 * variables.
 */
export function replaceVariables(text: string, occasion: VariableContext): string {
  if (!text.includes('{{')) return text
  const values = valuesOf(occasion)
  return splitAtVariables(removeEmptyNames(text, values.firstName, values.name))
    .map((part) => (typeof part === 'string' ? part : values[part.variable]))
    .join('')
}

/** The text in parts: each variable, and the texts around them with unknown names unchanged. */
export function splitAtVariables(text: string): (string | { variable: Variable })[] {
  return text.split(/(\{\{\s{0,9}\w{1,30}\s{0,9}\}\})/).map((part, at) => {
    const name = at % 2 === 1 ? part.slice(2, -2).trim() : ''
    const variable = Object.hasOwn(aliases, name) ? aliases[name] : variables.find((each) => each === name)
    return variable ? { variable } : part
  })
}

/** Value of each variable. */
export function valuesOf({
  contactName,
  ticket,
  timeZone,
  now,
  language = defaultLanguage,
}: VariableContext): Record<Variable, string> {
  const { day, month, year, hour, minute, second } = partsOf(now, timeZone)
  return {
    firstName: firstNameOf(contactName),
    name: wholeNameOf(contactName),
    greeting: dayTimes[language][Math.floor(Number(hour) / 6)] as string,
    protocol: ticket ? protocolOf(ticket, timeZone) : '{{protocol}}',
    date: `${day}/${month}/${year}`,
    hora: `${hour}:${minute}:${second}`,
  }
}

/** Number that the customer may quote; constant during the attendance. */
function protocolOf({ id, createdAt }: { id: number; createdAt: string }, timeZone: string) {
  const { year, month, day } = partsOf(new Date(createdAt), timeZone)
  return `${year}${month}${day}${id}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(at: Date, timeZone: string): Record<string, string> {
  let format = formats.get(timeZone)
  if (!format) {
    const two = '2-digit'
    const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en-GB', { ...fields, hourCycle: 'h23', timeZone })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}
