/** Values of variables by name. */
export type Values = Record<string, string>

/** Longest value that a variable keeps, in characters. */
export const maxValue = 4096

/**
 * Replaces `{{name}}` by its value; an unknown name becomes empty. Values are not searched for variables: a customer who
 * types `{{name}}` gets these characters back.
 */
export function render(text: string, values: Values): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{\s{0,9}([\p{L}\p{N}_.-]{1,50})\s{0,9}\}\}/gu, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : '',
  )
}

/** Names of the variables that a text uses. */
export const variablesIn = (text: string): string[] => [
  ...new Set(
    Array.from(text.matchAll(/\{\{\s{0,9}([\p{L}\p{N}_.-]{1,50})\s{0,9}\}\}/gu), ([, name]) => name as string),
  ),
]
