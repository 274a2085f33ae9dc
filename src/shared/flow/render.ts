import { removeEmptyNames } from '../first-name'
import { limits } from '../limits'
import { cutText, removeInvalidCharacters } from '../text'

/** Values of variables by name. */
export type Values = Record<string, string>

/** Longest value that a variable keeps, in characters. */
export const maxValue = 4096

/** A value as variables keep it: without characters that addresses and databases refuse. */
export const toValue = (text: string) => cutText(removeInvalidCharacters(text), maxValue)

/**
 * Replaces `{{name}}` by its value; an unknown name becomes empty. Values are not searched for variables: a customer
 * who types `{{name}}` gets these characters back. An empty name goes with the comma before it. The result has at
 * most `max` characters, by default those of a message.
 */
export const render = (text: string, values: Values, max = limits.messageBody.max): string =>
  text.includes('{{') ? cutText(fill(addressText(text, values), values, max, (value) => value).text, max) : text

const addressText = (text: string, { firstName, name }: Values) => removeEmptyNames(text, firstName, name)

/**
 * Replaces like `render`, with each value changed for its place in the text, in ascending order; undefined for a result of
 * more than `max` characters.
 */
export function renderWhole(text: string, values: Values, max: number, change: Change) {
  const filled = fill(text, values, max, change)
  return filled.isWhole && filled.text.length <= max ? filled.text : undefined
}

type Change = (value: string, at: number) => string

/** Leaves further values out when those before have `max` characters: 1 MB of names would become gigabytes. */
function fill(text: string, values: Values, max: number, change: Change) {
  let length = 0
  const filled = text.replace(/\{\{\s{0,9}([\p{L}\p{N}_.-]{1,50})\s{0,9}\}\}/gu, (_, name: string, at: number) => {
    if (length > max || !Object.hasOwn(values, name)) return ''
    const value = change(values[name] as string, at)
    length += value.length
    return value
  })
  return { text: filled, isWhole: length <= max }
}

/** Names of the variables that a text uses. */
export const variablesIn = (text: string): string[] => [
  ...new Set(
    Array.from(text.matchAll(/\{\{\s{0,9}([\p{L}\p{N}_.-]{1,50})\s{0,9}\}\}/gu), ([, name]) => name as string),
  ),
]
