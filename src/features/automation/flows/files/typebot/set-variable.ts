import type { TypebotBlock } from './typebot-file'

/** Texts of Typebot's ready-made values; the others, such as random ids, have no counterpart. */
const readyTexts: Record<string, string> = {
  ...{ Empty: '', Today: '{{date}}', Now: '{{date}} {{hora}}' },
  ...{ 'Contact name': '{{name}}', 'Phone number': '{{number}}' },
}

/**
 * The text that a "Set variable" block gives its variable, with Typebot's names of variables in it; undefined for code,
 * which is never run, and for values without a counterpart.
 */
export function textSetBy({ data }: TypebotBlock): { text: string; isReady: boolean } | undefined {
  const options = data.inner('options')
  if (options.text('variableId') === '') return undefined
  const type = options.text('type', 'Custom')
  if (type !== 'Custom')
    return Object.hasOwn(readyTexts, type) ? { text: readyTexts[type] as string, isReady: true } : undefined
  const text = plainText(options.text('expressionToEvaluate'), options.raw('isCode'))
  return text === undefined ? undefined : { text, isReady: false }
}

/** Without `isCode`, as in older exports, Typebot runs what is valid JavaScript and takes the rest as a text. */
function plainText(expression: string, isCode: unknown): string | undefined {
  const text = expression.trim()
  if (isCode === true) return undefined
  if (isCode === false || /^\{\{[^{}]{1,300}\}\}$/.test(text)) return text
  const quoted = /^(["'])([^"'`\\]{0,4096})\1$/.exec(text)
  if (quoted) return quoted[2] as string
  return looksLikeCode(text) ? undefined : text
}

/** Marks of code outside of variables: operators, calls, lists, `return`. */
const looksLikeCode = (text: string) =>
  /[=+*/%<>&|?;()[\]`]|\breturn\b|\s-\s/.test(text.replace(/\{\{[^{}=]{1,300}\}\}/g, ''))
