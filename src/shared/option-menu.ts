import type { Language } from './enums'

/** What a line of a menu has to be printed with. */
export interface MenuLine {
  option: string
  title: string
}
export interface MenuNode {
  message: string
  lines: MenuLine[]
  /** 0 for a queue's first menu. */
  depth: number
  /** The company's: its customers read it. */
  language: Language
}

/** What a customer may be asked to write: a word or a number; `0` and `#` lead back. */
export const optionText = /^(?!0)[\p{L}\p{N}]{1,20}$/u
export const isNumbered = (option: string) => /^[1-9]\d*$/.test(option)

/** The ways back; the Portuguese ones as server-behaviour §2.5 has them. */
const waysBack: Record<Language, { back: string; toStart: string }> = {
  pt: { back: '*[ 0 ]* - Menu anterior', toStart: '*[ # ]* - Menu inicial' },
  en: { back: '*[ 0 ]* - Previous menu', toStart: '*[ # ]* - Main menu' },
  es: { back: '*[ 0 ]* - Menú anterior', toStart: '*[ # ]* - Menú inicial' },
}

/**
 * A place in a queue's menu exactly as the customer reads it: message, blank line, the lines, and below them the ways
 * back. Where no line follows the attendant does, and only the message is sent.
 */
export function printMenu({ message, lines, depth, language }: MenuNode): string {
  const text = message.trim()
  if (lines.length === 0) return text
  const { back, toStart } = waysBack[language]
  const ways = depth === 0 ? [toStart] : [back, toStart]
  const menu = lines.map(({ option, title }) => `*[ ${option} ]* - ${title}`)
  return [...(text ? [text, ''] : []), ...menu, '', ...ways].join('\n')
}
