import type { Language } from './enums'

/** Fields of a menu line. */
interface MenuLine {
  option: string
  title: string
}
interface MenuNode {
  message: string
  lines: MenuLine[]
  /** 0 in the first menu of a queue. */
  depth: number
  /** Language of the company, whose customers read the text. */
  language: Language
}

/** Text that a customer writes to choose an option: a word or a number; `0` and `#` are reserved for going back. */
export const optionText = /^(?!0)[\p{L}\p{N}]{1,20}$/u
export const isNumbered = (option: string) => /^[1-9]\d*$/.test(option)

/** Texts of the lines that lead back. */
const waysBack: Record<Language, { back: string; toStart: string }> = {
  pt: { back: '*[ 0 ]* - Menu anterior', toStart: '*[ # ]* - Menu inicial' },
  en: { back: '*[ 0 ]* - Previous menu', toStart: '*[ # ]* - Main menu' },
  es: { back: '*[ 0 ]* - Menú anterior', toStart: '*[ # ]* - Menú inicial' },
}

/**
 * Text of one menu of a queue as the customer reads it: message, blank line, options, lines that lead back. Without
 * options only the message is sent; an agent answers next.
 */
export function printMenu({ message, lines, depth, language }: MenuNode): string {
  const text = message.trim()
  if (lines.length === 0) return text
  const { back, toStart } = waysBack[language]
  const ways = depth === 0 ? [toStart] : [back, toStart]
  const menu = lines.map(({ option, title }) => `*[ ${option} ]* - ${title}`)
  return [...(text ? [text, ''] : []), ...menu, '', ...ways].join('\n')
}
